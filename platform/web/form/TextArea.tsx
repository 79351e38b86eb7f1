import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

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
