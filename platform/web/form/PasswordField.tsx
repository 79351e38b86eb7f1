import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { currentConfig } from "../config.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

interface PasswordFieldProps extends FieldProps {
  /** `new` shows the strength sentence and lets password managers offer one. */
  readonly purpose: "current" | "new";
}

export function PasswordField({ purpose, help, ...field }: PasswordFieldProps) {
  const { register } = useFormContext();
  const [isShown, setShown] = useState(false);
  const value = useWatch({ name: field.name }) as string | undefined; // register gives strings
  const note = purpose === "new" ? strengthSentence(value ?? "", currentConfig().productName) : help;
  return (
    <Field {...field} help={note}>
      {({ control }) => (
        <div className={styles.withButton}>
          <input
            {...control}
            {...register(field.name)}
            className={styles.control}
            type={isShown ? "text" : "password"}
            autoComplete={purpose === "new" ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="button" aria-controls={control.id} onClick={() => setShown(!isShown)}>
            {isShown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}

/** The minimum length when the server has no setting of its own. */
export const USUAL_MIN_LENGTH = 12;
const LONG = 16;
/** The minimum length that counts, after common and guessable parts are removed. */
const OWN_LENGTH = 6;
const TRIED_FIRST = ["password", "passwort", "qwerty", "qwertz", "letmein", "welcome", "iloveyou", "admin"];
const RUNS = ["012345678901234567890", "098765432109876543210", "abcdefghijklmnopqrstuvwxyz"];

/** Judges in code points after NFKC, as the server counts. */
export function strengthSentence(password: string, productName = ""): string {
  const letters = [...password.normalize("NFKC")];
  if (letters.length === 0) return `At least ${USUAL_MIN_LENGTH} characters. Try a few random words.`;
  if (letters.length < USUAL_MIN_LENGTH) return `${letters.length} of at least ${USUAL_MIN_LENGTH} characters.`;
  if (new Set(letters).size < 5) return "Easy to guess. It repeats the same few characters.";
  if (ownPart(letters.join(""), productName).length < OWN_LENGTH)
    return "Easy to guess. It uses a common pattern. Try a few random words.";
  if (/^(?:[a-z]+|[A-Z]+)$/.test(password) && letters.length < LONG)
    return "Long enough. A few more words make it much harder to guess.";
  return letters.length < LONG ? "Good. Longer is even better." : "Strong.";
}

/** The password without common words, the product's name, and repeated or consecutive characters. */
function ownPart(password: string, productName: string): string {
  let left = password.toLowerCase().replaceAll(/\s/g, "");
  const name = productName.toLowerCase().replaceAll(/\s/g, "");
  for (const word of [...TRIED_FIRST, name]) if (word !== "") left = left.replaceAll(word, "");
  left = left.replaceAll(/(.)\1{2,}/gu, "");
  return left.replaceAll(/\d{3,}|[a-z]{4,}/g, (part) => (RUNS.some((run) => run.includes(part)) ? "" : part));
}
