import { useEffect, useMemo } from "react";
import { isInvalidCursor } from "../../http/api-error.ts";
import { Button } from "../../parts/Button.tsx";
import { EmptyState, ErrorState } from "../../parts/QueryBoundary.tsx";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import type { TableRow } from "../engine/engine.ts";
import { Pagination, TableView } from "../TableView.tsx";
import { DownloadAll } from "./DownloadAll.tsx";
import type { UseRemote } from "./use-remote-list.ts";
import { selectionView, useSelection } from "../SelectionBar.tsx";
import type { DataTableProps } from "../table-props.ts";
import { useColumns } from "../columns/columns.ts";
import { useLater } from "../../use-lazy.ts";
import { useTableState } from "../use-table-state.ts";

export interface RemoteTableProps<Row extends TableRow> extends Omit<DataTableProps<Row>, "useRemote" | "rows"> {
  readonly useRemote: UseRemote<Row>;
}

const ASK_AFTER_MS = 250;

const NO_FILTERS: readonly string[] = [];

/** A page at a time, which the server sorts, filters and searches. Ranges are left out: no server knows any. */
export function RemoteTable<Row extends TableRow>({ useRemote, ...props }: RemoteTableProps<Row>) {
  const { label, columns, searchKeys, initialSort, serverFilters = NO_FILTERS } = props;
  const filters = (props.filters ?? []).filter(({ key }) => serverFilters.includes(key));
  const table = useTableState({ columns, filters, ranges: [], initialSort, searchKeys, rowCount: LIST_ROWS });
  const settings = useColumns(label, columns);
  const { pageSize, searchTerm, sortColumn, sortDirection, values } = table.state;
  const search = useLater(searchTerm.trim(), ASK_AFTER_MS);
  const after = table.pageKeys[table.state.page - 2] ?? null;
  const page = after === null ? 1 : table.state.page; // a link knows the page's number, but not its key
  const { rows, next, isFetching, error, retry, renewFirst, csvOf } = useRemote({
    limit: pageSize,
    after,
    search,
    sort: sortColumn,
    direction: sortDirection === "descending" ? "descending" : "ascending",
    values,
  });
  const startsAgain = after !== null && isInvalidCursor(error);
  useEffect(() => {
    if (!startsAgain) return;
    renewFirst();
    table.goTo(1);
  });
  const selection = useSelection(rows);
  const { picked } = selection;
  const selected = useMemo(() => {
    const fresh = new Map(rows?.map((row) => [row.id, row]));
    return Array.from(picked, ([id, row]) => fresh.get(id) ?? row);
  }, [rows, picked]);

  const first = (page - 1) * pageSize;
  const here = rows ?? [];
  const isPastEnd = rows?.length === 0 && page > 1; // the page before was full, and the last
  const isBusy = isFetching || table.isPending || search !== searchTerm.trim();
  const goBack = () => table.goTo(page - 1);
  return (
    <TableView
      {...props}
      filters={filters}
      ranges={[]}
      rows={error || isPastEnd ? undefined : rows}
      firstRow={first}
      rowCount={next === null && !isFetching && rows ? first + here.length : null}
      isBusy={isBusy}
      action={<DownloadAll label={label} columns={settings.shown} csvOf={csvOf} />}
      table={table}
      settings={settings}
      selection={
        props.selection &&
        selectionView(props.selection, selection, {
          rows: selected,
          inOrder: () => selected,
          all: () => here,
          allCount: here.length,
          pickedCount: here.filter(({ id }) => picked.has(id)).length,
        })
      }
      error={
        error && !startsAgain ? (
          <ErrorState title="We couldn't load this page" error={error} onRetry={retry} />
        ) : (
          isPastEnd && (
            <EmptyState title="That was the last page" action={<Button onClick={goBack}>Go back one page</Button>}>
              Nothing comes after it.
            </EmptyState>
          )
        )
      }
      pagination={
        (rows || page > 1) && (
          <Pagination
            first={here.length === 0 ? 0 : first + 1}
            last={here.length === 0 ? 0 : first + here.length}
            total={null}
            onPrevious={page > 1 ? goBack : undefined}
            onNext={next === null ? undefined : () => table.goToKey(page + 1, next)}
            isWaiting={isBusy} // its key is still that of what was asked before
          />
        )
      }
    />
  );
}
