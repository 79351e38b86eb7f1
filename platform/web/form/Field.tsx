import { useId, useEffect, type ReactNode } from "react";
import { get, useFormContext, type FieldError } from "react-hook-form";
import { errorText, type ErrorTexts } from "./schema-resolver.ts";
import styles from "./Field.module.css";

export interface FieldProps {
  /** The dotted path in the form's values. */
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** Says "optional" beside the label. */
  readonly isOptional?: boolean;
  readonly errorTexts?: ErrorTexts;
}

interface FieldParts {
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

export function Field({ name, label, help, isOptional = false, errorTexts, children }: FrameProps) {
  const id = useId();
  const fault = useFieldError(name);
  const noteId = `${id}-note`;
  const text = fault && errorText(label, fault.message ?? "", errorTexts);
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

export function useFieldError(name: string): FieldError | undefined {
  const { errors } = useFormContext().formState;
  const fault: unknown = get(errors, name); // react-hook-form's own reader of dotted paths
  return fault as FieldError | undefined;
}

interface FormRowProps {
  readonly children: ReactNode;
}

export function FormRow({ children }: FormRowProps) {
  return <div className={styles.row}>{children}</div>;
}

export function FocusOn({ field }: { readonly field: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(field), [field, setFocus]);
  return null;
}
