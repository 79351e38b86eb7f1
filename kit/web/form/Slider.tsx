// Owns a figure that is tried out, outside of a form: dragged, or typed beside.
import { useId, useState } from "react";
import fields from "./Field.module.css";
import styles from "./Slider.module.css";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** As it is read, and as it is typed. */
  readonly inWords: (value: number) => string;
  readonly typed: (value: number) => string;
  /** `undefined`: no such figure. */
  readonly parse: (typed: string) => number | undefined;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, value, least, most, step, inWords, typed, parse, onChange }: SliderProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);

  function take(text: string): void {
    setDraft(text);
    const next = parse(text);
    if (next !== undefined) onChange(next);
  }

  return (
    <div className={styles.slider}>
      <label id={`${id}-label`} htmlFor={id} className={fields.label}>
        {label}
      </label>
      <input
        id={id}
        className={fields.control}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? typed(value)}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setDraft(null)}
      />
      <input
        type="range"
        aria-labelledby={`${id}-label`}
        aria-valuetext={inWords(value)}
        min={Math.min(least, value)}
        max={Math.max(most, value)}
        step={step}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
