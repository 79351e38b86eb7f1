import { useFormContext, useController } from "react-hook-form";
import { useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { toCents, typedMoney } from "#platform/money/money.ts";
import { moneyErrorTexts } from "./schema-resolver.ts";
import styles from "./Field.module.css";

interface NumberFieldProps extends FieldProps {
  readonly least: number;
  readonly most: number;
}

export function NumberField({ least, most, errorTexts, ...field }: NumberFieldProps) {
  const { register } = useFormContext();
  const words = `Enter a whole number from ${least} to ${most.toLocaleString("en-US")}`;
  const all = { REQUIRED: words, INVALID_TYPE: words, TOO_SMALL: words, TOO_BIG: words, ...errorTexts };
  return (
    <Field {...field} errorTexts={all}>
      {({ control }) => (
        <input
          {...control}
          {...register(field.name, { setValueAs: toNumber })}
          className={styles.control}
          type="text" // a number field would change on a turn of the wheel, and hide what is no number
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </Field>
  );
}

/** Invalid text stays as typed, so that the schema can refuse it. */
function toNumber(typed: unknown): unknown {
  const text = String(typed).replaceAll(/[\s,]/g, "");
  return /^\d+$/.test(text) ? Number(text) : typed;
}

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
