// Owns what a person sees who is writing while someone else saved: what they changed, and how both go together.
import { useEffect, useRef } from "react";
import { get, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { Alert } from "../parts/Alert.tsx";
import { Button } from "../parts/Button.tsx";
import styles from "./Form.module.css";
import { mergeValues, type ToldField } from "./merge-values.ts";

interface TheirChangesProps {
  /** What was changed: "this group". */
  readonly what: string;
  readonly fields: readonly ToldField[];
  /** What this form began with. */
  readonly base: FieldValues;
  /** What is stored now. */
  readonly theirs: FieldValues;
  readonly onMerged: () => void;
}

export function TheirChanges({ what, fields, base, theirs, onMerged }: TheirChangesProps) {
  const form = useFormContext();
  const mine = { ...base, ...useWatch() };
  const { taken, kept } = mergeValues(fields, { base, mine, theirs });
  const place = useRef<HTMLDivElement>(null);

  // Under a long form it would be told where nobody looks.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function merge(): void {
    for (const { name } of taken) form.setValue(name, get(theirs, name), { shouldDirty: true, shouldValidate: true });
    onMerged();
    const [first = kept[0]] = taken;
    if (first) form.setFocus(first.name); // the button that was pressed goes away
  }

  return (
    <div ref={place} className={styles.refusal}>
      <Alert
        tone="ask"
        title={`Someone else changed ${what} while you were writing`}
        action={
          <Button size="small" onClick={merge}>
            Put both together
          </Button>
        }
      >
        Nothing you wrote is lost. Put both together, look it over, then save.
        <ul>
          {taken.map((field) => (
            <li key={field.name}>
              {field.label}: theirs will be taken, {shown(field, theirs)}
            </li>
          ))}
          {kept.map((field) => (
            <li key={field.name}>
              {field.label}: yours stays; theirs is {shown(field, theirs)}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function shown({ name, inWords = asIs }: ToldField, values: FieldValues): string {
  const text = inWords(get(values, name));
  return text === "" ? "empty" : `“${text}”`;
}

function asIs(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
