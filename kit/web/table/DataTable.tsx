// Owns a table that people live in: search and filters above, sorted headers, pages below, all by keyboard too.
import { lazy, Suspense } from "react";
import type { TableRow } from "./engine.ts";
import { LocalTable } from "./LocalTable.tsx";
import type { UseRemote } from "./remote-rows.ts";
import type { DataTableProps } from "./table-props.ts";

/** A list of so many rows has more on the server. */
export const REMOTE_FROM = 10_000;

const RemoteTable = lazy(() => import("./RemoteTable.tsx").then((file) => ({ default: file.RemoteTable })));

export function DataTable<Row extends TableRow>({ useRemote, ...props }: DataTableProps<Row>) {
  if (useRemote === undefined || (props.rows?.length ?? 0) < REMOTE_FROM) return <LocalTable {...props} />;
  const remote = { ...props, useRemote } as unknown as DataTableProps<TableRow> & { useRemote: UseRemote<TableRow> }; // `lazy` takes no type of row
  return (
    <Suspense fallback={<LocalTable {...props} rows={undefined} />}>
      <RemoteTable {...remote} />
    </Suspense>
  );
}
