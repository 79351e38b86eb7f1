import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type FetchQueryOptions,
  type QueryKey,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { TableRow } from "../engine/engine.ts";
import { SEARCH_LENGTH, type SortDirection } from "#platform/contract/paging.ts";
import type { SaveCsv } from "../../http/save-csv.ts";

interface RemoteList<Item, Row, Key extends QueryKey> {
  /** The read of a page. */
  readonly pageOf: (query: RemoteQuery) => FetchQueryOptions<Item[], Error, Item[], Key>;
  /** All rows that are found, with the columns of these names. */
  readonly csvOf: (query: RemoteQuery, columns: string) => SaveCsv;
  /** The same function from one rendering to the next, unless what it makes differs. */
  readonly toRow: (item: Item) => Row;
}

export function useRemoteList<Item extends { readonly id: string }, Row extends TableRow, Key extends QueryKey>(
  query: RemoteQuery,
  { pageOf, csvOf, toRow }: RemoteList<Item, Row, Key>,
): RemoteRows<Row> {
  const cache = useQueryClient();
  const { data, isFetching, error, refetch } = useQuery({ ...pageOf(query), placeholderData: keepPreviousData });
  const rows = useMemo(() => data?.map((item) => toRow(item)), [data, toRow]);
  return {
    rows,
    next: rows?.length === query.limit ? (rows.at(-1)?.id ?? null) : null,
    isFetching,
    error,
    retry: () => void refetch(),
    renewFirst: () =>
      void cache.invalidateQueries({ queryKey: pageOf({ ...query, after: null }).queryKey, exact: true }),
    csvOf: (columns) => csvOf({ ...query, after: null }, columns),
  };
}

interface PageRequest<Sort> {
  readonly limit: number;
  readonly after?: string;
  readonly search?: string;
  readonly sort?: Sort;
  readonly direction?: SortDirection;
}

/** @param sorts what the server calls the table's columns */
export function pageRequest<Sort>(
  { limit, after, search, sort, direction }: RemoteQuery,
  sorts: Readonly<Record<string, Sort>>,
): PageRequest<Sort> {
  const term = searchTerm(search);
  const by = sort === null ? undefined : sorts[sort];
  return {
    limit,
    ...(after !== null && { after }),
    ...(term && { search: term }),
    ...(by !== undefined && { sort: by, direction }),
  };
}

/** What the server accepts: it refuses what no name can hold, which was pasted, and a search for the rest is meant. */
export function searchTerm(search: string): string {
  return search
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, SEARCH_LENGTH);
}

export interface RemoteQuery {
  readonly limit: number;
  /** The key that the page before gave; `null` for the first. */
  readonly after: string | null;
  readonly search: string;
  /** `null` leaves the order to the list. */
  readonly sort: string | null;
  readonly direction: SortDirection;
  /** Filtered column to the values of which any passes. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface RemoteRows<Row> {
  /** `undefined` until the first page is here. */
  readonly rows: readonly Row[] | undefined;
  /** Opaque key of the next page; `null` at the end. */
  readonly next: string | null;
  readonly isFetching: boolean;
  readonly error: Error | null;
  /** Asks for the same page again. */
  readonly retry: () => void;
  /** Asks for the first page again once it is shown: the last row of the page before was deleted. */
  readonly renewFirst: () => void;
  /** All rows that are found, not only those of the page, with the columns of these names, separated by commas. */
  readonly csvOf: (columns: string) => SaveCsv;
}

/** A hook. */
export type UseRemote<Row> = (query: RemoteQuery) => RemoteRows<Row>;
