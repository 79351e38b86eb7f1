// Owns the choice of one from a short list, outside of a form: the browser's own, which every phone and reader knows.
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import styles from "./Field.module.css";

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Seen, but not to be chosen. */
  readonly isDisabled?: boolean;
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
}

/** On its own: what is chosen happens at once. */
export function Select({ label, options, value, onChange, isDisabled = false }: SelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.select}>
        <select
          id={id}
          className={styles.control}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        >
          <Options options={options} />
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </div>
  );
}

export function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ value, label, isDisabled }) => (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  ));
}
