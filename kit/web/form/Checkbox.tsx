// Owns a yes or no.
import { useId, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { faultText, type FaultTexts } from "./fault-text.ts";
import { FieldNote, useFault } from "./Field.tsx";
import styles from "./Field.module.css";

interface CheckboxProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly help?: ReactNode;
  readonly faults?: FaultTexts;
  readonly isDisabled?: boolean;
}

export function Checkbox({ name, children, help, faults, isDisabled }: CheckboxProps) {
  const { register } = useFormContext();
  const id = useId();
  const fault = useFault(name);
  const text = fault && faultText("This", fault.message ?? "", faults);
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
