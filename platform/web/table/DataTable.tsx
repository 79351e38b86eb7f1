import { lazy, Suspense, useMemo } from "react";
import { CAN_NOT_SORT_ARRAY, pageSpan, type TableRow } from "./engine/engine.ts";
import type { RemoteTableProps } from "./remote/RemoteTable.tsx";
import type { DataTableProps } from "./table-props.ts";
import { Pagination, TableView } from "./TableView.tsx";
import type { Question, RowIndex } from "./engine/row-index.ts";
import { selectionView, useSelection } from "./SelectionBar.tsx";
import { useColumns } from "./columns/columns.ts";
import { usePrinting } from "../printing.ts";
import { useFound } from "./use-found.ts";
import { type Table, useTableState } from "./use-table-state.ts";

const RemoteTable = lazy(() => import("./remote/RemoteTable.tsx").then((file) => ({ default: file.RemoteTable })));

export function DataTable<Row extends TableRow>({ useRemote, rows, ...props }: DataTableProps<Row>) {
  const local = { ...props, rows: rows ?? undefined };
  if (useRemote === undefined || rows !== null) return <LocalTable {...local} />;
  const remote = { ...props, useRemote } as unknown as RemoteTableProps<TableRow>; // `lazy` takes no type of row
  return (
    <Suspense fallback={<LocalTable {...local} />}>
      <RemoteTable {...remote} />
    </Suspense>
  );
}

/** Some 60 sheets; a browser takes minutes to lay out many more. */
const MAX_PRINTED = 2_000;

interface LocalTableProps<Row extends TableRow> extends Omit<DataTableProps<Row>, "useRemote" | "rows"> {
  readonly rows: readonly Row[] | undefined;
}

function LocalTable<Row extends TableRow>(props: LocalTableProps<Row>) {
  const { label, rows, columns, searchKeys, filters = [], ranges = [], initialSort, empty } = props;
  const rowCount = rows?.length ?? 0;
  const table = useTableState({ columns, filters, ranges, initialSort, searchKeys, rowCount });
  const settings = useColumns(label, columns);
  const sortable = useMemo(
    () => columns.filter(({ isSortable = true }) => isSortable).map(({ key }) => key),
    [columns],
  );
  const { index, found } = useFound(rows, table.state, sortable);
  const selection = useSelection(rows);
  const { picked } = selection;
  const selected = useMemo(
    () => (picked.size === 0 ? [] : index.rows.filter(({ id }) => picked.has(id))),
    [index, picked],
  );

  const { page, pageSize } = table.state;
  const foundCount = found?.length ?? 0;
  const isUnfolded = usePrinting() && props.isPrintedWhole === true;
  const [start, end] = isUnfolded ? [0, Math.min(foundCount, MAX_PRINTED)] : pageSpan(foundCount, page, pageSize);
  const visible = useMemo(
    () => (found === null ? undefined : rowsAt(index, found, start, end)),
    [index, found, start, end],
  );
  const foundPicked = useMemo(() => countPicked(index, found, picked), [index, found, picked]);

  if (rows?.length === 0) return empty;
  const allFound = () => (found === null ? [] : rowsAt(index, found, 0, foundCount));
  return (
    <TableView
      {...props}
      filters={filters}
      ranges={ranges}
      rows={rows === undefined ? undefined : visible}
      firstRow={start}
      rowCount={foundCount}
      isBusy={table.isPending}
      isUnfolded={isUnfolded && foundCount > pageSize}
      table={{ ...table, sortBy: sorting(index, table.sortBy) }}
      settings={settings}
      selection={
        props.selection &&
        selectionView(props.selection, selection, {
          rows: selected,
          inOrder: () => allSorted(index, table.state).filter(({ id }) => picked.has(id)),
          all: allFound,
          allCount: foundCount,
          pickedCount: foundPicked,
        })
      }
      pagination={
        rows && (
          <Pagination
            first={foundCount === 0 ? 0 : start + 1}
            last={end}
            total={foundCount}
            onPrevious={start > 0 ? () => table.goTo(start / pageSize) : undefined}
            onNext={end < foundCount ? () => table.goTo(start / pageSize + 2) : undefined}
          />
        )
      }
    />
  );
}

/** Throws CAN_NOT_SORT_ARRAY, and leaves the table unchanged. */
function sorting<Row extends TableRow>(index: RowIndex<Row>, sortBy: Table["sortBy"]): Table["sortBy"] {
  return (column, direction) => {
    if (!index.canSort(column)) throw new Error(CAN_NOT_SORT_ARRAY);
    sortBy(column, direction);
  };
}

function rowsAt<Row extends TableRow>(index: RowIndex<Row>, found: Uint32Array, start: number, end: number): Row[] {
  return Array.from(found.subarray(start, end), (at) => index.rows[at]!); // places are those of its own rows
}

/** All rows as they are sorted now, whatever is searched for. */
function allSorted<Row extends TableRow>(index: RowIndex<Row>, state: Question): Row[] {
  const found = index.find({ ...state, searchTerm: "", values: {}, ranges: {} });
  return rowsAt(index, found, 0, found.length);
}

function countPicked<Row extends TableRow>(
  { rows }: RowIndex<Row>,
  found: Uint32Array | null,
  picked: ReadonlyMap<string, Row>,
): number {
  if (found === null || picked.size === 0) return 0;
  return found.reduce((count, at) => count + Number(picked.has(rows[at]?.id ?? "")), 0);
}
