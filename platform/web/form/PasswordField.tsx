import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { currentConfig } from "../config.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import { strengthSentence } from "./password-strength.ts";

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
