import { useController } from "react-hook-form";
import { instantOf, wallTime } from "#platform/dates/zones.ts";
import { currentZone } from "../format/dates.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

export function DateTimeField(about: FieldProps) {
  const { field } = useController({ name: about.name });
  const at = field.value as string | null; // the schema's own: a timestamp, or nothing
  const zone = currentZone();
  return (
    <Field {...about}>
      {({ control }) => (
        <input
          {...control}
          ref={field.ref}
          name={field.name}
          className={styles.control}
          type="datetime-local"
          autoComplete="off"
          value={at === null ? "" : wallTime(at, zone)}
          onChange={({ target }) => field.onChange(target.value === "" ? null : instantOf(target.value, zone))}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
