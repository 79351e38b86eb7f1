// Owns what narrows a table down: the search at the left, filters as chips beside it.
import { Search } from "lucide-react";
import { useId } from "react";
import type { ValueFilter } from "./columns.ts";
import type { TableRow } from "./engine.ts";
import styles from "./TableToolbar.module.css";

interface TableToolbarProps<Row extends TableRow> {
  readonly searchTerm: string;
  readonly onSearch: (term: string) => void;
  readonly filters: readonly ValueFilter<Row>[];
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly onToggle: (column: string, value: string) => void;
}

export function TableToolbar<Row extends TableRow>(props: TableToolbarProps<Row>) {
  const { searchTerm, onSearch, filters, values, onToggle } = props;
  const id = useId();
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <label htmlFor={id} className="visually-hidden">
          Search
        </label>
        <Search aria-hidden="true" />
        <input
          id={id}
          type="search"
          placeholder="Search"
          autoComplete="off"
          value={searchTerm}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {filters.map(({ key, label, options }) => (
        <div key={key} role="group" aria-label={label} className={styles.chips}>
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              className={styles.chip}
              aria-pressed={values[key]?.includes(option.value) ?? false}
              onClick={() => onToggle(key, option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
