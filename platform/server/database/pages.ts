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
  /** The statement, limited to `param("limit")` and prepared under its name; under an empty one it is planned each time. */
  build(parts: { where: SQL | undefined; orderBy: SQL[]; name: string }): Prepared<Row[]>;
}

export interface PageRequest<Sort extends string> {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly search?: string | undefined;
  /** The rows that a search found by an index of its own, as PostgreSQL writes an array; then `search` is not looked at. */
  readonly foundIds?: string | undefined;
  /** A further condition, with its values in place: such a statement is planned each time. */
  readonly filter?: SQL | undefined;
  readonly sort?: Sort | undefined;
  readonly direction?: SortDirection | undefined;
}

/** PostgreSQL distinguishes prepared statements by as many characters of their names. */
const MAX_STATEMENT_NAME = 63;

/** Reads a page of the list: `(db, scope, reach, page, values)`, the values being those that its reaches ask for. */
export function pagesOf<Row, Reach extends string, Sort extends string>(list: PagedList<Row, Reach, Sort>) {
  const built = new Map<string, Prepared<Row[]>>();

  function statementFor(query: PageQuery<Reach, Sort>): Prepared<Row[]> {
    const { reach, sort, direction, matching, filter, part, isLater } = query;
    if (filter) return list.build({ ...partsOf(list, query), name: "" });
    const by = sort && `${sort}_${WORD[direction]}`;
    const rows = [matching !== "all" && matching, part !== "all" && part, isLater && "later"];
    const name = [list.table, reach, by, ...rows].filter(Boolean).join("_");
    if (name.length > MAX_STATEMENT_NAME) throw new Error(`The name ${name} is too long.`);
    const statement = built.get(name) ?? list.build({ ...partsOf(list, query), name });
    built.set(name, statement);
    return statement;
  }

  return async (
    db: ReadDb,
    scope: AnyScope,
    reach: Reach,
    { limit = PAGE_ROWS, after, search = "", foundIds, filter, sort, direction = "ascending" }: PageRequest<Sort>,
    values: Record<string, unknown> = {},
  ): Promise<Row[]> => {
    const matching = foundIds ? "found" : search === "" ? "all" : "search";
    const query = {
      reach,
      sort,
      direction: sort ? direction : "descending",
      matching,
      filter,
      isLater: after !== undefined,
    } as const;
    const given = { ...values, after, search, ids: foundIds };
    const read = (part: Part, rows: number) =>
      db.run(scope, statementFor({ ...query, part }), { ...given, limit: rows });

    if (!sort || !list.orders[sort].isNullable) return read("all", limit);
    // Apart, so that each part is read from its place in the index. Together they would be read from their beginning.
    const valued = await read("valued", limit);
    return valued.length === limit ? valued : [...valued, ...(await read("empty", limit - valued.length))];
  };
}

/** Whether a text contains the search term, ignoring case. */
export function contains(text: SQL): SQL {
  return sql`strpos(lower(${text}), lower(${param("search")})) > 0`;
}

/** All rows, those with a value to sort by, or those without one. */
type Part = "all" | "valued" | "empty";

interface PageQuery<Reach extends string, Sort extends string> {
  readonly reach: Reach;
  readonly sort: Sort | undefined;
  readonly direction: SortDirection;
  readonly matching: "all" | "search" | "found";
  readonly filter: SQL | undefined;
  readonly part: Part;
  readonly isLater: boolean;
}

const WORD = { ascending: "asc", descending: "desc" } as const;

function partsOf<Row, Reach extends string, Sort extends string>(
  { table, reaches, orders, matches }: PagedList<Row, Reach, Sort>,
  { reach, sort, direction, matching, filter, part, isLater }: PageQuery<Reach, Sort>,
) {
  const whose = reaches[reach];
  const key = sort && orders[sort].key;
  const matched = { all: undefined, search: matches, found: sql`id = any (${param("ids")}::uuid[])` };
  const parts = { all: undefined, valued: sql`${key} is not null`, empty: sql`${key} is null` };
  const placeOf = (columns: SQL) =>
    sql`(select ${columns} from ${sql.raw(table)} where ${and(whose, sql`id = ${param("after")}`)})`;
  // Equal rows follow the direction too, so that one index serves both.
  const columns = [...(key ? [key] : []), sql.raw("created_at"), sql.raw("id")];
  return {
    where: and(
      whose,
      matched[matching],
      filter,
      parts[part],
      isLater ? isAfter(placeOf, direction, part, key) : undefined,
    ),
    orderBy: columns.map((column) => sql`${column} ${sql.raw(WORD[direction])}`),
  };
}

/** Before every row without a value: what follows a row with one. */
const START = {
  ascending: ["'-infinity'::timestamptz", "'00000000-0000-0000-0000-000000000000'::uuid"],
  descending: ["'infinity'::timestamptz", "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"],
} as const;

// The row `after` gives the place if the list contains it. A row of another list reveals nothing, not even its place.
function isAfter(placeOf: (columns: SQL) => SQL, direction: SortDirection, part: Part, key: SQL | undefined): SQL {
  const follows = sql.raw(direction === "ascending" ? ">" : "<");
  const created = sql.raw("created_at, id");
  if (!key) return sql`(${created}) ${follows} ${placeOf(created)}`;
  if (part !== "empty") return sql`(${key}, ${created}) ${follows} ${placeOf(sql`${key}, ${created}`)}`;
  const [at, id] = START[direction];
  const orStart = (column: string, start: string) =>
    sql`case when ${key} is null then ${sql.raw(column)} else ${sql.raw(start)} end`;
  return sql`(${created}) ${follows} ${placeOf(sql`${orStart("created_at", at)}, ${orStart("id", id)}`)}`;
}
