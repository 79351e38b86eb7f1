import { ChevronDown } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import { Options, type Option } from "./Select.tsx";

interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
}

export function SelectField({ options, ...field }: SelectFieldProps) {
  const { register } = useFormContext();
  return (
    <Field {...field}>
      {({ control }) => (
        <span className={styles.select}>
          <select {...control} {...register(field.name)} className={styles.control}>
            <Options options={options} />
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
