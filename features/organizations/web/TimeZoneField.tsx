import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "#platform/web/form/Field.tsx";
import styles from "#platform/web/form/Field.module.css";

const LABELS = "Choose a time zone from the list, such as America/New_York";
const FAULTS = { REQUIRED: LABELS, INVALID_FORMAT: LABELS, INVALID_VALUE: LABELS };

export function TimeZoneField(field: FieldProps) {
  const { register } = useFormContext();
  const listId = useId();
  return (
    <Field {...field} errorTexts={FAULTS} help="Type a city to find it. Dates are shown in this zone.">
      {({ control }) => (
        <>
          <input
            {...control}
            {...register(field.name)}
            className={styles.control}
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id={listId}>
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} label={zone.replaceAll("_", " ")} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
