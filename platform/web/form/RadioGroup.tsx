import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { ChoiceGroup } from "./ChoiceGroup.tsx";
import { errorText, type ErrorTexts } from "./error-text.ts";
import { FieldNote, useFieldError } from "./Field.tsx";
import styles from "./RadioGroup.module.css";

interface RadioGroupProps<Value extends string> {
  /** The dotted path in the form's values. */
  readonly name: string;
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly errorTexts?: ErrorTexts;
  /** A person chose; the form holds the value by then. */
  readonly onChoose?: (value: Value) => void;
}

export function RadioGroup<Value extends string>({
  name,
  legend,
  options,
  errorTexts,
  onChoose,
}: RadioGroupProps<Value>) {
  const { register } = useFormContext();
  const noteId = useId();
  // That nothing is chosen is all that can be wrong.
  const text = useFieldError(name) && errorText(legend, "REQUIRED", errorTexts);

  // Registered once under one name: which of them was chosen is in the event.
  function choose({ target }: { readonly target: { readonly value: Value } }): void {
    onChoose?.(target.value);
  }

  return (
    <ChoiceGroup legend={legend} className={styles.cards} describedBy={text ? noteId : undefined}>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" value={value} {...register(name, { onChange: choose })} />
          {label}
        </label>
      ))}
      <FieldNote id={noteId} fault={text} />
    </ChoiceGroup>
  );
}
