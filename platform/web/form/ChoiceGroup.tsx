import { useId, type ReactNode, type Ref } from "react";
import { useFormContext } from "react-hook-form";
import ChevronDown from "lucide-react/icons/chevron-down";
import { errorText, type ErrorTexts } from "./schema-resolver.ts";
import { FieldNote, useFieldError, Field, type FieldProps } from "./Field.tsx";
import { Options, type Option } from "./Select.tsx";
import styles from "./ChoiceGroup.module.css";
import fieldStyles from "./Field.module.css";

interface ChoiceGroupProps {
  readonly legend: string;
  /** How its choices look. */
  readonly className?: string | undefined;
  /** Set off by a line around it. */
  readonly isFramed?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  /** Id of its help or error text. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

function ChoiceGroup({ legend, className, isFramed = false, isBusy = false, describedBy, children }: ChoiceGroupProps) {
  return (
    <fieldset
      className={[styles.group, isFramed && styles.framed, className].filter(Boolean).join(" ")}
      aria-busy={isBusy || undefined}
      aria-describedby={describedBy}
    >
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface CheckboxGroupProps {
  readonly legend: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string, isChosen: boolean) => void;
  /** Said where there is nothing to choose. */
  readonly empty?: string;
  /** Set off by a line around it. */
  readonly isFramed?: boolean;
  /** Off, yet reachable: a box that was disabled under the finger would lose the focus. */
  readonly isOff?: boolean;
  readonly isBusy?: boolean;
  /** Id of the text that says why it is disabled, or what is wrong. */
  readonly describedBy?: string | undefined;
  readonly firstRef?: Ref<HTMLInputElement>;
  /** Shown between the legend and the boxes. */
  readonly before?: ReactNode;
  /** Shown below the boxes. */
  readonly children?: ReactNode;
}

export function CheckboxGroup({
  legend,
  options,
  chosen,
  onToggle,
  empty,
  isFramed,
  isOff = false,
  isBusy,
  describedBy,
  firstRef,
  before,
  children,
}: CheckboxGroupProps) {
  return (
    <ChoiceGroup legend={legend} className={styles.boxes} isFramed={isFramed} isBusy={isBusy} describedBy={describedBy}>
      {before}
      {options.length === 0 && empty && <p className={styles.none}>{empty}</p>}
      {options.map(({ id, name }, at) => (
        <label key={id}>
          <input
            ref={at === 0 ? firstRef : undefined}
            type="checkbox"
            checked={chosen.includes(id)}
            aria-disabled={isOff || undefined}
            aria-describedby={isOff ? describedBy : undefined}
            onChange={({ target }) => !isOff && onToggle(id, target.checked)}
          />
          {name}
        </label>
      ))}
      {children}
    </ChoiceGroup>
  );
}

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
      <FieldNote id={noteId} error={text} />
    </ChoiceGroup>
  );
}

interface CheckboxProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly help?: ReactNode;
  readonly errorTexts?: ErrorTexts;
  readonly isDisabled?: boolean;
}

export function Checkbox({ name, children, help, errorTexts, isDisabled }: CheckboxProps) {
  const { register } = useFormContext();
  const id = useId();
  const error = useFieldError(name);
  const text = error && errorText("This", error.message ?? "", errorTexts);
  return (
    <div className={fieldStyles.check}>
      <input
        id={id}
        type="checkbox"
        {...register(name)}
        disabled={isDisabled}
        aria-invalid={text ? true : undefined}
        aria-describedby={text || help ? `${id}-note` : undefined}
      />
      <label htmlFor={id}>{children}</label>
      <FieldNote id={`${id}-note`} error={text} help={help} />
    </div>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
}

export function SelectField({ options, ...field }: SelectFieldProps) {
  const { register } = useFormContext();
  return (
    <Field {...field}>
      {({ control }) => (
        <span className={fieldStyles.select}>
          <select {...control} {...register(field.name)} className={fieldStyles.control}>
            <Options options={options} />
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
