// Owns what every field has: label above, help below, and the fault in place of the help once it was touched.
import { useId, type ReactNode } from "react";
import { get, useFormContext, type FieldError } from "react-hook-form";
import { faultText, type FaultTexts } from "./fault-text.ts";
import styles from "./Field.module.css";

export interface FieldProps {
  /** The dotted path in the form's values. */
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** Says "optional" beside the label. */
  readonly isOptional?: boolean;
  readonly faults?: FaultTexts;
}

export interface FieldParts {
  /** To spread on the control: it ties label, help and fault to it. */
  readonly control: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
}

interface FrameProps extends FieldProps {
  readonly children: (parts: FieldParts) => ReactNode;
}

export function Field({ name, label, help, isOptional = false, faults, children }: FrameProps) {
  const id = useId();
  const fault = useFault(name);
  const noteId = `${id}-note`;
  const text = fault && faultText(label, fault.message ?? "", faults);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> optional</span>}
      </label>
      {children({
        control: {
          id,
          "aria-describedby": text || help ? noteId : undefined,
          "aria-invalid": text ? true : undefined,
        },
      })}
      <FieldNote id={noteId} fault={text} help={help} />
    </div>
  );
}

interface FieldNoteProps {
  readonly id: string;
  readonly fault: string | undefined;
  readonly help?: ReactNode;
}

export function FieldNote({ id, fault, help }: FieldNoteProps) {
  if (!fault && !help) return null;
  return (
    <div id={id} className={fault ? styles.fault : styles.help}>
      {fault ?? help}
    </div>
  );
}

export function useFault(name: string): FieldError | undefined {
  const { errors } = useFormContext().formState;
  const fault: unknown = get(errors, name); // react-hook-form's own reader of dotted paths
  return fault as FieldError | undefined;
}
