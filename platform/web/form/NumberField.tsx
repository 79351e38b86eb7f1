import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

interface NumberFieldProps extends FieldProps {
  readonly least: number;
  readonly most: number;
}

export function NumberField({ least, most, errorTexts, ...field }: NumberFieldProps) {
  const { register } = useFormContext();
  const words = `Enter a whole number from ${least} to ${most.toLocaleString("en-US")}`;
  const all = { REQUIRED: words, INVALID_TYPE: words, TOO_SMALL: words, TOO_BIG: words, ...errorTexts };
  return (
    <Field {...field} errorTexts={all}>
      {({ control }) => (
        <input
          {...control}
          {...register(field.name, { setValueAs: toNumber })}
          className={styles.control}
          type="text" // a number field would change on a turn of the wheel, and hide what is no number
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </Field>
  );
}

/** Invalid text stays as typed, so that the schema can refuse it. */
function toNumber(typed: unknown): unknown {
  const text = String(typed).replaceAll(/[\s,]/g, "");
  return /^\d+$/.test(text) ? Number(text) : typed;
}
