// Owns several lines of text.
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

interface TextAreaProps extends FieldProps {
  readonly rows?: number;
}

export function TextArea({ rows = 4, ...field }: TextAreaProps) {
  const { register } = useFormContext();
  return (
    <Field {...field}>
      {({ control }) => <textarea {...control} {...register(field.name)} className={styles.control} rows={rows} />}
    </Field>
  );
}
