import { Search, Columns3 } from "lucide-react";
import { useId, lazy, Suspense, useState } from "react";
import { Button } from "../parts/Button.tsx";
import type { RangeFilter, ValueFilter } from "./columns/columns.ts";
import type { TableRow } from "./engine/engine.ts";
import { RangeFields } from "./RangeFields.tsx";
import type { ColumnSettings } from "./columns/use-columns.ts";
import type { Table } from "./use-table-state.ts";
import styles from "./TableToolbar.module.css";

const ColumnsDialog = lazy(() =>
  import("./columns/ColumnsDialog.tsx").then((file) => ({ default: file.ColumnsDialog })),
);

interface ColumnsButtonProps<Row extends TableRow> {
  /** Names the table. */
  readonly label: string;
  readonly settings: ColumnSettings<Row>;
}

function ColumnsButton<Row extends TableRow>({ label, settings }: ColumnsButtonProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const { all, shown, show, move, reset } = settings;
  return (
    <div className={styles.columns}>
      <Button icon={<Columns3 aria-hidden="true" />} onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog
            label={label}
            columns={all.map((column) => ({
              key: column.key,
              header: column.header,
              isShown: shown.includes(column),
            }))}
            onShow={show}
            onMove={move}
            onReset={reset}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface TableToolbarProps<Row extends TableRow> {
  /** Names the table. */
  readonly label: string;
  readonly table: Table;
  readonly filters: readonly ValueFilter<Row>[];
  readonly ranges: readonly RangeFilter<Row>[];
  readonly settings: ColumnSettings<Row>;
}

export function TableToolbar<Row extends TableRow>({
  label,
  table,
  filters,
  ranges,
  settings,
}: TableToolbarProps<Row>) {
  const id = useId();
  const { searchTerm, values, ranges: bounds } = table.state;
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
          onChange={(event) => table.search(event.target.value)}
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
              onClick={() => table.toggle(key, option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      ))}
      {ranges.map((range) => (
        <RangeFields
          key={range.key}
          label={range.label}
          unit={range.unit}
          bounds={bounds[range.key] ?? [null, null]}
          onChange={(next) => table.setRange(range.key, next)}
        />
      ))}
      {settings.all.length > 1 && <ColumnsButton label={label} settings={settings} />}
    </div>
  );
}
