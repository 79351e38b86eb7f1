import { useId, useState } from "react";
import { FieldNote } from "./Field.tsx";
import fields from "./Field.module.css";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** The value for display, and for typing. */
  readonly inWords: (value: number) => string;
  readonly typed: (value: number) => string;
  /** `undefined`: no such figure. */
  readonly parse: (typed: string) => number | undefined;
  /** The error text for an invalid number. */
  readonly errorOf: (typed: string, label: string) => string;
  readonly onChange: (value: number) => void;
  /** Whether the text in the field is not a valid number. The last valid number stays the value. */
  readonly onErrorChange?: (isInvalid: boolean) => void;
}

export function Slider({
  label,
  value,
  least,
  most,
  step,
  inWords,
  typed,
  parse,
  errorOf,
  onChange,
  onErrorChange,
}: SliderProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);

  const error = draft !== null && parse(draft) === undefined ? errorOf(draft, label) : undefined;

  function take(text: string): void {
    setDraft(text);
    const next = parse(text);
    if (next !== undefined) onChange(next);
    onErrorChange?.(next === undefined);
  }

  function drag(to: number): void {
    setDraft(null);
    onChange(to);
    onErrorChange?.(false);
  }

  return (
    <div className={fields.slider}>
      <label id={`${id}-label`} htmlFor={id} className={fields.label}>
        {label}
      </label>
      <input
        id={id}
        className={fields.control}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={draft ?? typed(value)}
        onChange={({ target }) => take(target.value)}
        onBlur={() => error === undefined && setDraft(null)}
      />
      <input
        type="range"
        aria-labelledby={`${id}-label`}
        aria-valuetext={inWords(value)}
        min={Math.min(least, value)}
        max={Math.max(most, value)}
        step={step}
        value={value}
        onChange={({ target }) => drag(Number(target.value))}
      />
      <FieldNote id={`${id}-error`} error={error} />
    </div>
  );
}
