import { useFormContext } from "react-hook-form";
import { toE164 } from "../format/phone.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

export function PhoneField(field: FieldProps) {
  const { register } = useFormContext();
  const setValueAs = (typed: string | null) => toE164(typed ?? "") || null;
  return (
    <Field {...field} errorTexts={{ INVALID_FORMAT: "Enter ten digits, or a + and the country code" }}>
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
