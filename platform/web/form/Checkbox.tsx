import { useId, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { errorText, type ErrorTexts } from "./error-text.ts";
import { FieldNote, useFieldError } from "./Field.tsx";
import styles from "./Field.module.css";

interface CheckboxProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly help?: ReactNode;
  readonly errorTexts?: ErrorTexts;
  readonly isDisabled?: boolean;
}

export function Checkbox({ name, children, help, errorTexts, isDisabled }: CheckboxProps) {
  const { register } = useFormContext();
  const id = useId();
  const fault = useFieldError(name);
  const text = fault && errorText("This", fault.message ?? "", errorTexts);
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        {...register(name)}
        disabled={isDisabled}
        aria-invalid={text ? true : undefined}
        aria-describedby={text || help ? `${id}-note` : undefined}
      />
      <label htmlFor={id}>{children}</label>
      <FieldNote id={`${id}-note`} fault={text} help={help} />
    </div>
  );
}
