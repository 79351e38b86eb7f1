import { useEffect, useRef } from "react";
import { get, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { Alert } from "../parts/Alert.tsx";
import { Button } from "../parts/Button.tsx";
import styles from "./Form.module.css";
import { mergeValues, type LabeledField } from "./use-edit-conflict.ts";

interface TheirChangesProps {
  /** The edited object: "this group". */
  readonly what: string;
  readonly fields: readonly LabeledField[];
  /** What this form began with. */
  readonly base: FieldValues;
  /** The values stored now. */
  readonly theirs: FieldValues;
  readonly onMerged: () => void;
}

export function ConflictNotice({ what, fields, base, theirs, onMerged }: TheirChangesProps) {
  const form = useFormContext();
  const mine = { ...base, ...useWatch() };
  const { taken, retained } = mergeValues(fields, { base, mine, theirs });
  const place = useRef<HTMLDivElement>(null);

  // Below a long form the notice would be out of sight.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function merge(): void {
    for (const { name } of taken) form.setValue(name, get(theirs, name), { shouldDirty: true, shouldValidate: true });
    onMerged();
    const [first = retained[0]] = taken;
    if (first) form.setFocus(first.name); // the button that was pressed goes away
  }

  return (
    <div ref={place} className={styles.refusal}>
      <Alert
        tone="ask"
        title={`Someone else updated ${what}`}
        action={
          <Button size="small" onClick={merge}>
            Review changes
          </Button>
        }
      >
        Nothing you wrote is lost. Review changes, look it over, then save.
        <ul>
          {taken.map((field) => (
            <li key={field.name}>
              {field.label}: using theirs, {shown(field, theirs)}
            </li>
          ))}
          {retained.map((field) => (
            <li key={field.name}>
              {field.label}: keeping yours; theirs is {shown(field, theirs)}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function shown({ name, inWords = asIs }: LabeledField, values: FieldValues): string {
  const text = inWords(get(values, name));
  return text === "" ? "empty" : `“${text}”`;
}

function asIs(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
