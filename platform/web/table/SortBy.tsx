import { useSyncExternalStore } from "react";
import { Select } from "../form/Select.tsx";
import type { Column } from "./columns/columns.ts";
import type { SortState, TableRow } from "./engine/engine.ts";
import type { Table } from "./use-table-state.ts";
import styles from "./TableToolbar.module.css";

/** Where the table leaves columns out, and their headers with them; as in DataTable.module.css. */
const PHONE = "(max-width: 767px)";

interface SortByProps<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly table: Table;
}

/** Sorts a phone's table, also by the columns that it leaves out. */
export function SortBy<Row extends TableRow>({ columns, table }: SortByProps<Row>) {
  const isPhone = useMatches(PHONE);
  const sortable = columns.filter(({ isSortable = true }) => isSortable);
  if (!isPhone || !sortable.some(({ isWideOnly, minTable }) => isWideOnly || minTable)) return null;
  const { sortColumn, sortDirection } = table.state;
  return (
    <div className={styles.sortBy}>
      <Select
        label="Sort by"
        value={sortColumn === null ? "" : `${sortDirection} ${sortColumn}`}
        options={[
          { value: "", label: "Not sorted" },
          ...sortable.flatMap(({ key, header }) =>
            (["ascending", "descending"] as const).map((direction) => ({
              value: `${direction} ${key}`,
              label: `${header}, ${direction}`,
            })),
          ),
        ]}
        onChange={(value) => {
          const [direction, column] = value.split(" ") as [SortState, string]; // as the options have it
          if (value !== "") table.sortBy(column, direction);
          else if (sortColumn !== null) table.sortBy(sortColumn, "none");
        }}
      />
    </div>
  );
}

function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    () => false, // drawn beforehand
  );
}
