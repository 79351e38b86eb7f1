import type { HTMLInputAutoCompleteAttribute } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import { toE164 } from "../../text/phone.ts";
import styles from "./Field.module.css";

interface TextFieldProps extends FieldProps {
  readonly type?: "text" | "email" | "tel" | "date";
  /** WCAG 1.3.5: which of the person's own data this is; `off` for someone else's. */
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: "text" | "email" | "tel" | "numeric" | "decimal";
  readonly isDisabled?: boolean;
  /** What an empty field stands for: `null` for fields that may be missing. */
  readonly emptyAs?: null;
}

export function TextField({ type = "text", autoComplete, inputMode, isDisabled, emptyAs, ...field }: TextFieldProps) {
  const { register } = useFormContext();
  const setValueAs = emptyAs === null ? (value: unknown) => (value === "" ? null : value) : undefined;
  return (
    <Field {...field}>
      {({ control }) => (
        <input
          {...control}
          {...register(field.name, setValueAs && { setValueAs })}
          className={styles.control}
          // Otherwise the browser's own check of an address would come before ours, with another text.
          type={type === "email" ? "text" : type}
          inputMode={inputMode ?? (type === "email" ? "email" : undefined)}
          autoComplete={autoComplete}
          autoCapitalize={type === "email" ? "none" : undefined}
          spellCheck={type === "email" ? false : undefined}
          disabled={isDisabled}
        />
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  readonly rows?: number;
  /** What an empty field stands for: `null` for fields that may be missing. */
  readonly emptyAs?: null;
}

export function TextArea({ rows = 4, emptyAs, ...field }: TextAreaProps) {
  const { register } = useFormContext();
  const setValueAs = emptyAs === null ? (value: unknown) => (value === "" ? null : value) : undefined;
  return (
    <Field {...field}>
      {({ control }) => (
        <textarea
          {...control}
          {...register(field.name, setValueAs && { setValueAs })}
          className={styles.control}
          rows={rows}
        />
      )}
    </Field>
  );
}

export function PhoneField({ errorTexts, ...field }: FieldProps) {
  const { register } = useFormContext();
  const setValueAs = (typed: string | null) => toE164(typed ?? "") || null;
  return (
    <Field {...field} errorTexts={{ INVALID_FORMAT: "Enter ten digits, or a + and the country code", ...errorTexts }}>
      {({ control }) => (
        <input
          {...control}
          {...register(field.name, { setValueAs })}
          className={styles.control}
          type="tel"
          autoComplete="off"
        />
      )}
    </Field>
  );
}
