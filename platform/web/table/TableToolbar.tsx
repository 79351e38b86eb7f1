import Search from "lucide-react/icons/search";
import Columns3 from "lucide-react/icons/columns-3";
import { useId, lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import type { RangeFilter, ValueFilter, ColumnSettings } from "./columns/columns.ts";
import { SavedViews } from "./SavedViews.tsx";
import type { TableRow, Range } from "./engine/engine.ts";
import { SortBy } from "./SortBy.tsx";
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
  /** Another button, before that of the columns. */
  readonly action?: ReactNode;
}

export function TableToolbar<Row extends TableRow>({
  label,
  table,
  filters,
  ranges,
  settings,
  action,
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
              {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
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
      <SortBy columns={settings.all} table={table} />
      <SavedViews label={label} table={table} />
      {action}
      {settings.all.length > 1 && <ColumnsButton label={label} settings={settings} />}
    </div>
  );
}

interface RangeFieldsProps {
  /** Follows `Minimum` and `Maximum`. */
  readonly label: string;
  readonly unit: Unit;
  readonly bounds: Range;
  readonly onChange: (bounds: Range) => void;
}

function RangeFields({ label, unit, bounds: [low, high], onChange }: RangeFieldsProps) {
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

type Unit = "cents" | undefined;

/** `null` for empty text, `undefined` for text that is no number. Accepts `$1,250.50`, and either minus sign. */
export function typedNumber(text: string, unit: Unit): number | null | undefined {
  const plain = text
    .trim()
    .replace("\u2212", "-")
    .replace(/[$,\s]/g, "");
  if (plain === "") return null;
  if (!/^-?(\d{1,12}\.?\d{0,6}|\.\d{1,6})$/.test(plain)) return undefined;
  const number = Number(plain);
  return unit === "cents" ? Math.round(number * 100) : number;
}

export function shownNumber(number: number | null, unit: Unit): string {
  if (number === null) return "";
  if (unit === undefined) return String(number);
  return number % 100 === 0 ? String(number / 100) : (number / 100).toFixed(2);
}
