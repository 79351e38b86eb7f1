import type { Column } from "./columns/columns.ts";
import styles from "./DataTable.module.css";
import type { TableRow } from "./engine/engine.ts";
import { HeaderCell } from "./HeaderCell.tsx";
import type { SelectionView } from "./selection-view.ts";
import type { TableState } from "./use-table-state.ts";

interface TableHeadProps<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly state: TableState;
  readonly onSort: (column: string) => void;
  readonly selection: SelectionView<Row> | undefined;
}

export function TableHead<Row extends TableRow>({ columns, state, onSort, selection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th className={styles.check}>
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={selection.extent === "all"}
              ref={(box) => {
                if (box) box.indeterminate = selection.extent === "some";
              }}
              onChange={selection.pickAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.key}
            column={column}
            direction={column.key === state.sortColumn ? state.sortDirection : "none"}
            onSort={() => onSort(column.key)}
          />
        ))}
      </tr>
    </thead>
  );
}
