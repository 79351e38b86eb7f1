import { SEARCH_LENGTH, type SortDirection } from "#platform/contract/paging.ts";
import type { RemoteQuery } from "./remote-rows.ts";

export interface AskedPage<Sort> {
  readonly limit: number;
  readonly after?: string;
  readonly search?: string;
  readonly sort?: Sort;
  readonly direction?: SortDirection;
}

/** @param sorts what the server calls the table's columns */
export function askedPage<Sort>(
  { limit, after, search, sort, direction }: RemoteQuery,
  sorts: Readonly<Record<string, Sort>>,
): AskedPage<Sort> {
  const term = takenBy(search);
  const by = sort === null ? undefined : sorts[sort];
  return {
    limit,
    ...(after !== null && { after }),
    ...(term && { search: term }),
    ...(by !== undefined && { sort: by, direction }),
  };
}

// The server refuses what no name can hold; here it was pasted, and a search for the rest is what is meant.
function takenBy(search: string): string {
  return search
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, SEARCH_LENGTH);
}
