// Owns a table that people live in: search and filters above, sorted headers, pages below, all by keyboard too.
import { useMemo, type ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import { EmptyState } from "../parts/EmptyState.tsx";
import type { Column, ValueFilter } from "./columns.ts";
import styles from "./DataTable.module.css";
import { filter, pageOf, pageSizeFor, search, sort, type TableRow } from "./engine.ts";
import { HeaderCell } from "./HeaderCell.tsx";
import { Pagination } from "./Pagination.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { TableBody, type RowSelection } from "./TableBody.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import { useTableState, type Sorting } from "./use-table-state.ts";

interface DataTableProps<Row extends TableRow> {
  /** Names the table. */
  readonly label: string;
  /** `undefined` while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly searchKeys: readonly (keyof Row & string)[];
  readonly filters?: readonly ValueFilter<Row>[];
  readonly initialSort?: Sorting;
  /** Where a row leads; the first column becomes the link. */
  readonly open?: (row: Row) => string;
  readonly selection?: RowSelection;
  /** What is said when there are no rows at all. */
  readonly empty: ReactNode;
}

export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { label, rows, columns, searchKeys, filters = [], initialSort, open, selection, empty } = props;
  const table = useTableState(
    filters.map(({ key }) => key),
    initialSort,
  );
  const { searchTerm, sortColumn, sortDirection, values, page } = table.state;
  const found = useMemo(() => {
    const matching = filter(search(rows ?? [], searchTerm, searchKeys), { values });
    return sortColumn === null ? matching : sort(matching, sortColumn, sortDirection);
  }, [rows, searchTerm, searchKeys, values, sortColumn, sortDirection]);

  if (rows?.length === 0) return empty;
  const pageSize = pageSizeFor(rows?.length ?? 0);
  const visible = pageOf(found, page, pageSize);
  return (
    <div className={styles.table}>
      <TableToolbar
        searchTerm={searchTerm}
        onSearch={table.search}
        filters={filters}
        values={values}
        onToggle={table.toggle}
      />
      <div className={styles.frame}>
        <table aria-label={label} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {selection && (
                <th className={styles.check}>
                  <span className="visually-hidden">Selected</span>
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  direction={column.key === sortColumn ? sortDirection : "none"}
                  onSort={() => table.sortBy(column.key)}
                />
              ))}
            </tr>
          </thead>
          {rows === undefined ? (
            <SkeletonRows columnCount={columns.length} />
          ) : (
            <TableBody rows={visible} columns={columns} open={open} selection={selection} />
          )}
        </table>
        {rows !== undefined && found.length === 0 && (
          <EmptyState
            title="Nothing matches"
            action={<Button onClick={table.clear}>Clear search and filters</Button>}
          />
        )}
      </div>
      {rows !== undefined && <Pagination page={page} pageSize={pageSize} rowCount={found.length} onPage={table.goTo} />}
    </div>
  );
}
