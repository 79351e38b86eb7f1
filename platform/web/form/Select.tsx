import ChevronDown from "lucide-react/icons/chevron-down";
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

/** A select outside of a form: a choice takes effect at once. */
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
