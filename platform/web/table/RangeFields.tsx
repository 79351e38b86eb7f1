import { useState } from "react";
import type { Range } from "./engine/engine.ts";
import styles from "./RangeFields.module.css";
import { shownNumber, typedNumber, type Unit } from "./engine/typed-number.ts";

interface RangeFieldsProps {
  /** Follows `Minimum` and `Maximum`. */
  readonly label: string;
  readonly unit: Unit;
  readonly bounds: Range;
  readonly onChange: (bounds: Range) => void;
}

export function RangeFields({ label, unit, bounds: [low, high], onChange }: RangeFieldsProps) {
  return (
    <div className={styles.range}>
      <span aria-hidden="true" className={styles.label}>
        {label}
      </span>
      <Bound name={`Minimum ${label}`} hint="Min" unit={unit} value={low} onChange={(next) => onChange([next, high])} />
      <span aria-hidden="true">–</span>
      <Bound name={`Maximum ${label}`} hint="Max" unit={unit} value={high} onChange={(next) => onChange([low, next])} />
    </div>
  );
}

interface BoundProps {
  readonly name: string;
  readonly hint: string;
  readonly unit: Unit;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

function Bound({ name, hint, unit, value, onChange }: BoundProps) {
  const [typed, setTyped] = useState(() => shownNumber(value, unit));
  // The typed text stays while it means the current filter. A filter set or cleared elsewhere replaces it.
  const meant = typedNumber(typed, unit);
  const text = (meant ?? null) === value ? typed : shownNumber(value, unit);
  return (
    <input
      className={styles.bound}
      inputMode="decimal"
      autoComplete="off"
      aria-label={name}
      placeholder={unit === "cents" ? `${hint} $` : hint}
      aria-invalid={text === typed && meant === undefined}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = typedNumber(target.value, unit) ?? null;
        if (next !== value) onChange(next);
      }}
    />
  );
}
