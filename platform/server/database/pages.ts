import { and, sql, type SQL } from "drizzle-orm";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import type { SortDirection } from "#platform/contract/paging.ts";
import type { ReadDb } from "./database.ts";
import type { Prepared } from "./prepared.ts";
import type { AnyScope } from "./scope.ts";
import { param } from "./tables.ts";

/** What a list can be sorted by. */
export interface Order {
  /** Names of columns alone, so that it reads as well in a statement within the statement. */
  readonly key: SQL;
  /** Rows without a value come last, in both directions. */
  readonly isNullable?: boolean;
}

/** A list's parts; its table has the columns `id` and `created_at`. */
export interface PagedList<Row, Reach extends string, Sort extends string> {
  /** The table, after which its statements are named too. */
  readonly table: string;
  /** Whose a list is: the first lock of its statement, for the rows and for the row that gives the place. */
  readonly reaches: Readonly<Record<Reach, SQL | undefined>>;
  readonly orders: Readonly<Record<Sort, Order>>;
  /** Rows that a search finds; see `contains`. */
  readonly matches: SQL | undefined;
  /** The statement, limited to `arg("limit")` and prepared under its name. */
  build(parts: { where: SQL | undefined; orderBy: SQL[]; name: string }): Prepared<Row[]>;
}

export interface AskedPage<Sort extends string> {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly direction?: SortDirection | undefined;
}

/** Reads a page of the list: `(db, scope, reach, page, values)`, the values being those that its reaches ask for. */
export function pagesOf<Row, Reach extends string, Sort extends string>(list: PagedList<Row, Reach, Sort>) {
  // PostgreSQL distinguishes prepared statements by the first 63 characters of their names.
  const built = new Map<string, Prepared<Row[]>>();

  function statementFor(asked: PageQuery<Reach, Sort>): Prepared<Row[]> {
    const { reach, sort, direction, isSearched, isLater } = asked;
    const by = sort && `by_${sort}_${WORD[direction]}`;
    const name = [list.table, reach, by, isSearched && "searched", isLater && "later"].filter(Boolean).join("_");
    const statement = built.get(name) ?? list.build({ ...partsOf(list, asked), name });
    built.set(name, statement);
    return statement;
  }

  return (
    db: ReadDb,
    scope: AnyScope,
    reach: Reach,
    { limit = PAGE_ROWS, after, search = "", sort, direction = "ascending" }: AskedPage<Sort>,
    values: Record<string, unknown> = {},
  ): Promise<Row[]> => {
    const statement = statementFor({ reach, sort, direction, isSearched: search !== "", isLater: after !== undefined });
    return db.run(scope, statement, { ...values, limit, after, search });
  };
}

/** Whether a text contains the search term, ignoring case. */
export function contains(text: SQL): SQL {
  return sql`strpos(lower(${text}), lower(${param("search")})) > 0`;
}

interface PageQuery<Reach extends string, Sort extends string> {
  readonly reach: Reach;
  readonly sort: Sort | undefined;
  readonly direction: SortDirection;
  readonly isSearched: boolean;
  readonly isLater: boolean;
}

const WORD = { ascending: "asc", descending: "desc" } as const;

function partsOf<Row, Reach extends string, Sort extends string>(
  { table, reaches, orders, matches }: PagedList<Row, Reach, Sort>,
  { reach, sort, direction, isSearched, isLater }: PageQuery<Reach, Sort>,
) {
  const whose = reaches[reach];
  const order = sort && orders[sort];
  const newest = [sql.raw("created_at desc"), sql.raw("id desc")];
  return {
    where: and(whose, isSearched ? matches : undefined, isLater ? isAfter(table, whose, order, direction) : undefined),
    orderBy: order ? [inDirection(order, direction), ...newest] : newest,
  };
}

function inDirection({ key, isNullable }: Order, direction: SortDirection): SQL {
  return sql`${key} ${sql.raw(WORD[direction])}${sql.raw(isNullable ? " nulls last" : "")}`;
}

// The row `after` gives the place if the list contains it. A row of another list reveals nothing, not even its place.
function isAfter(table: string, whose: SQL | undefined, order: Order | undefined, direction: SortDirection): SQL {
  const place = (value: SQL) =>
    sql`(select ${value} from ${sql.raw(table)} where ${and(whose, sql`id = ${param("after")}`)})`;
  // Rows that are equal stand newest first in both directions, as they do in the browser.
  const isOlder = sql`(created_at, id) < ${place(sql.raw("created_at, id"))}`;
  if (!order) return isOlder;
  const { key, isNullable } = order;
  const there = place(key);
  // Said first and apart, it is what an index can begin at.
  const isThereOrFurther = sql`${key} ${sql.raw(direction === "ascending" ? ">=" : "<=")} ${there}`;
  const orMissing = isNullable ? sql` or ${key} is null` : sql``;
  return sql`(${isThereOrFurther}${orMissing}) and (${key} is distinct from ${there} or ${isOlder})`;
}
