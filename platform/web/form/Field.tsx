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
  /** To spread on the control: it ties label, help and error to it. */
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
  const error = useFieldError(name);
  const noteId = `${id}-note`;
  const text = error && errorText(label, error.message ?? "", errorTexts);
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
      <FieldNote id={noteId} error={text} help={help} />
    </div>
  );
}

interface FieldNoteProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly help?: ReactNode;
}

export function FieldNote({ id, error, help }: FieldNoteProps) {
  if (!error && !help) return null;
  return (
    <div id={id} className={error ? styles.error : styles.help}>
      {error ?? help}
    </div>
  );
}

export function useFieldError(name: string): FieldError | undefined {
  const { errors } = useFormContext().formState;
  const error: unknown = get(errors, name); // react-hook-form's own reader of dotted paths
  return error as FieldError | undefined;
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
