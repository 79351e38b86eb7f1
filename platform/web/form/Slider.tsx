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
  readonly faultOf: (typed: string, label: string) => string;
  readonly onChange: (value: number) => void;
  /** Whether the text in the field is not a valid number. The last valid number stays the value. */
  readonly onFault?: (isAtFault: boolean) => void;
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
  faultOf,
  onChange,
  onFault,
}: SliderProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);

  const fault = draft !== null && parse(draft) === undefined ? faultOf(draft, label) : undefined;

  function take(text: string): void {
    setDraft(text);
    const next = parse(text);
    if (next !== undefined) onChange(next);
    onFault?.(next === undefined);
  }

  function drag(to: number): void {
    setDraft(null);
    onChange(to);
    onFault?.(false);
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
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        value={draft ?? typed(value)}
        onChange={({ target }) => take(target.value)}
        onBlur={() => fault === undefined && setDraft(null)}
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
      <FieldNote id={`${id}-fault`} fault={fault} />
    </div>
  );
}
