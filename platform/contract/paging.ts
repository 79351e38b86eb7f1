import * as z from "zod/mini";
import { digits, text } from "./fields.ts";
import { PAGE_ROWS } from "./list-rows.ts";

/** Characters of a search. */
export const SEARCH_LENGTH = 100;

export const SORT_DIRECTIONS = ["ascending", "descending"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** Not the type of ids, whose malformed ones are not found: in the query of a list one is bad input. */
export const RowId = z.string().check(z.regex(/^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/));

/**
 * The query of a list. `after` is the id of the last row of the page before; one that is not in the list is refused,
 * because nothing says what follows it. Without `sort` the newest come first, whatever the direction. Equal rows follow
 * the direction: the oldest first where it is ascending; rows without a value come last in both.
 *
 * `columns` are those of the list as CSV, which has all rows, so that `limit` and `after` count for nothing there.
 */
export function paged<const Sort extends string>({ sortable, columns }: PagedSpec<Sort>) {
  return z.object({
    limit: z.optional(digits(1, PAGE_ROWS, { default: PAGE_ROWS })),
    after: z.optional(RowId),
    search: z.optional(text(SEARCH_LENGTH, { min: 0 })),
    sort: z.optional(z.enum(sortable)),
    direction: z.optional(z.enum(SORT_DIRECTIONS)),
    columns: z.optional(oneOrMore(columns)),
  });
}

interface PagedSpec<Sort> {
  readonly sortable: readonly [Sort, ...Sort[]];
  /** By their names in the API. */
  readonly columns: readonly [string, ...string[]];
}

/** A value or several, with commas between them: `new,invited`. */
export function oneOrMore(values: readonly [string, ...string[]]) {
  const one = `(?:${values.join("|")})`;
  return z.string().check(z.regex(new RegExp(`^${one}(?:,${one})*$`)));
}
