import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TableRow } from "../engine/engine.ts";
import type { RemoteRows } from "./remote-rows.ts";

interface RemoteListQuery<Item, Row> {
  readonly limit: number;
  /** The same function from one rendering to the next, unless what it makes differs. */
  readonly toRow: (item: Item) => Row;
}

export function useRemoteList<Item, Row extends TableRow, Key extends QueryKey>(
  list: UseQueryOptions<Item[], Error, Item[], Key>,
  { limit, toRow }: RemoteListQuery<Item, Row>,
): RemoteRows<Row> {
  const { data, isFetching, error, refetch } = useQuery({ ...list, placeholderData: keepPreviousData });
  const rows = useMemo(() => data?.map((item) => toRow(item)), [data, toRow]);
  const last = rows?.length === limit ? rows.at(-1) : undefined;
  return { rows, next: last?.id ?? null, isFetching, error, retry: () => void refetch() };
}
