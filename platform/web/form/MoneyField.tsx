import { useState } from "react";
import { useController } from "react-hook-form";
import { toCents, typedMoney } from "#platform/money/money.ts";
import { Field, type FieldProps } from "./Field.tsx";
import { moneyErrorTexts } from "./money-error-texts.ts";
import styles from "./Field.module.css";

/** An empty one is `null`. */
export function MoneyField({ errorTexts, ...props }: FieldProps) {
  const { field } = useController({ name: props.name });
  const [typed, setTyped] = useState("");
  const value: unknown = field.value;
  // The form may be given another value than the one typed last.
  const shown = valueOf(typed) === value ? typed : textOf(value);
  return (
    <Field {...props} errorTexts={{ ...moneyErrorTexts(props.label, value), ...errorTexts }}>
      {({ control }) => (
        <input
          {...control}
          ref={field.ref}
          name={field.name}
          className={styles.control}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={shown}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(valueOf(target.value));
          }}
        />
      )}
    </Field>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "number") return typedMoney(value);
  return typeof value === "string" ? value : "";
}

/** Invalid text stays as typed, so that the schema can refuse it. */
function valueOf(typed: string): number | string | null {
  return typed.trim() === "" ? null : (toCents(typed) ?? typed);
}
