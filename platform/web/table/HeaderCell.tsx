import { ArrowDown, ArrowUp } from "lucide-react";
import type { Column } from "./columns/columns.ts";
import styles from "./DataTable.module.css";
import type { SortState, TableRow } from "./engine/engine.ts";

interface HeaderCellProps<Row extends TableRow> {
  readonly column: Column<Row>;
  readonly direction: SortState;
  readonly onSort: () => void;
}

export function HeaderCell<Row extends TableRow>({ column, direction, onSort }: HeaderCellProps<Row>) {
  const { header, align, isSortable = true } = column;
  const shared = {
    scope: "col",
    "data-align": align,
    "data-wide-only": column.isWideOnly,
    "data-min-table": column.minTable,
  } as const;
  if (!isSortable) return <th {...shared}>{header}</th>;
  return (
    <th {...shared} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {header}
        <SortIcon direction={direction} />
      </button>
    </th>
  );
}

function SortIcon({ direction }: { readonly direction: SortState }) {
  if (direction === "none") return <span className={styles.noIcon} data-testid="sort-icon" aria-hidden="true" />;
  const Icon = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <Icon data-testid="sort-icon" data-direction={direction === "ascending" ? "asc" : "desc"} aria-hidden="true" />
  );
}
