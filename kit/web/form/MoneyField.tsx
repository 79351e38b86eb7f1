// Owns a sum of money: typed in dollars, kept in cents.
import { useState } from "react";
import { useController } from "react-hook-form";
import { toCents, typedMoney } from "../format/money.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import { moneyFaults } from "./money-faults.ts";

/** An empty one is `null`. */
export function MoneyField({ faults, ...props }: FieldProps) {
  const { field } = useController({ name: props.name });
  const [typed, setTyped] = useState("");
  const value: unknown = field.value;
  // The form may be given another value than the one typed last.
  const shown = valueOf(typed) === value ? typed : textOf(value);
  return (
    <Field {...props} faults={{ ...moneyFaults(props.label, value), ...faults }}>
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

/** What is no sum stays as it was typed, for the schema to refuse. */
function valueOf(typed: string): number | string | null {
  return typed.trim() === "" ? null : (toCents(typed) ?? typed);
}
