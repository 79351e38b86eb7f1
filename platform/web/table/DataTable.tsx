import { lazy, Suspense } from "react";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import type { TableRow } from "./engine/engine.ts";
import { LocalTable } from "./LocalTable.tsx";
import type { UseRemote } from "./remote/remote-rows.ts";
import type { DataTableProps } from "./table-props.ts";

const RemoteTable = lazy(() => import("./remote/RemoteTable.tsx").then((file) => ({ default: file.RemoteTable })));

/** A list that came at its full length has more on the server. */
export function DataTable<Row extends TableRow>({ useRemote, ...props }: DataTableProps<Row>) {
  if (useRemote === undefined || (props.rows?.length ?? 0) < LIST_ROWS) return <LocalTable {...props} />;
  const remote = { ...props, useRemote } as unknown as DataTableProps<TableRow> & { useRemote: UseRemote<TableRow> }; // `lazy` takes no type of row
  return (
    <Suspense fallback={<LocalTable {...props} rows={undefined} />}>
      <RemoteTable {...remote} />
    </Suspense>
  );
}
