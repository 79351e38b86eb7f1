import { useMemo, useState } from "react";
import { millisecondsInDay } from "date-fns/constants";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import type { Column, RangeFilter, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import { nextSort, type SortState } from "#platform/web/table/engine/engine.ts";
import { HeaderCell } from "#platform/web/table/TableView.tsx";
import { Specimen } from "./Specimen.tsx";
import styles from "./Gallery.module.css";

const SAMPLE_STATUSES = ["New", "Invited", "Bank connected", "Report ready", "Closed"] as const;

interface SampleRow {
  readonly id: string;
  readonly name: string;
  readonly status: (typeof SAMPLE_STATUSES)[number];
  /** Cents. `null` in some rows. */
  readonly amount: number | null;
  readonly day: string;
}

const FIRST = ["Ada", "Björn", "Chidi", "Dana", "Elif", "Fatima", "Grace", "Hiro", "Iris", "João", "Kwame", "Łukasz"];
const LAST = ["Adeyemi", "Brandt", "Castillo", "Dubois", "Eriksen", "Fischer", "Nguyễn", "O’Neill", "Petrov", "Raman"];
const FIRST_DAY = Date.UTC(2025, 0, 1);

function sampleRows(count: number): SampleRow[] {
  const next = randomFrom(20_261_120);
  const pick = <T,>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!; // next() is below 1
  return Array.from({ length: count }, (_, at) => ({
    id: `sample-${at}`,
    name: `${pick(FIRST)} ${pick(LAST)} ${at + 1}`,
    status: pick(SAMPLE_STATUSES),
    amount: next() < 0.05 ? null : Math.floor(next() * 25_000_000) - 2_500_000,
    day: new Date(FIRST_DAY + Math.floor(next() * 690) * millisecondsInDay).toISOString().slice(0, 10),
  }));
}

/** Mulberry32: small, fast and the same on every machine. Not for secrets. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const START: readonly [string, SortState][] = [
  ["Not sorted", "none"],
  ["First to last", "ascending"],
  ["Last to first", "descending"],
];

function SortSamples() {
  return (
    <Specimen name="Sort icon">
      <table aria-label="Sort icons">
        <thead>
          <tr>
            {START.map(([header, direction]) => (
              <SortSample key={header} header={header} start={direction} />
            ))}
          </tr>
        </thead>
      </table>
    </Specimen>
  );
}

function SortSample({ header, start }: { readonly header: string; readonly start: SortState }) {
  const [direction, setDirection] = useState(start);
  return (
    <HeaderCell column={{ key: "id", header }} direction={direction} onSort={() => setDirection(nextSort(direction))} />
  );
}

const COUNTS = [0, 12, 99, 100, 5_000, 100_000];
const OPTIONS = [
  ...COUNTS.map((count) => ({ value: String(count), label: count.toLocaleString("en-US") })),
  { value: "loading", label: "Still loading" },
  { value: "error", label: "Failed" },
];

const columns: readonly Column<SampleRow>[] = [
  { key: "name", header: "Name" },
  { key: "status", header: "Status" },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount }) => <Money cents={amount} />,
    text: ({ amount }) => (amount === null ? "" : formatMoney(amount)),
  },
  {
    key: "day",
    header: "Day",
    isWideOnly: true,
    cell: ({ day }) => <DateText at={day} />,
    text: ({ day }) => formatDate(day),
  },
];
const filters: readonly ValueFilter<SampleRow>[] = [
  { key: "status", label: "Status", options: SAMPLE_STATUSES.map((value) => ({ value, label: value })) },
];
const ranges: readonly RangeFilter<SampleRow>[] = [{ key: "amount", label: "amount", unit: "cents" }];
const searchKeys = ["name", "status"] as const;

/** Selected rows can only be copied and saved. */
const NOTHING_ELSE = {};

export function TableSamples() {
  return (
    <>
      <RowSamples />
      <SortSamples />
    </>
  );
}

function RowSamples() {
  const [chosen, setChosen] = useState("12");
  return (
    <Specimen name="Rows" about="Names, amounts and dates are sample data.">
      <div className={styles.row}>
        <Select label="Number of rows" options={OPTIONS} value={chosen} onChange={setChosen} />
      </div>
      {chosen === "error" ? (
        <ErrorState
          title="We couldn't load the rows"
          error={new ApiError(0, "NETWORK")}
          onRetry={() => setChosen("12")}
        />
      ) : (
        <SampleTable key={chosen} count={chosen === "loading" ? null : Number(chosen)} />
      )}
    </Specimen>
  );
}

/** @param count `null` while they load */
function SampleTable({ count }: { readonly count: number | null }) {
  const rows = useMemo(() => (count === null ? undefined : sampleRows(count)), [count]);
  return (
    <DataTable
      label="Samples"
      rows={rows}
      columns={columns}
      searchKeys={searchKeys}
      filters={filters}
      ranges={ranges}
      selection={NOTHING_ELSE}
      empty={<EmptyState title="No rows">Choose the number of rows.</EmptyState>}
    />
  );
}
