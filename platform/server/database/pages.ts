import { and, sql, type SQL } from "drizzle-orm";
import { AppError } from "#platform/contract/errors.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import type { SortDirection } from "#platform/contract/paging.ts";
import { orm, type ReadDb } from "./database.ts";
import type { Prepared } from "./prepared.ts";
import type { AnyScope } from "./scope.ts";
import { param } from "./tables.ts";

/** Without the row, an empty page would read as the end of the list. */
export function invalidCursor(): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field: "after", code: "INVALID_VALUE" }] });
}

/** What a list can be sorted by. */
export interface Order {
  readonly column: string;
  /** What is sorted, where it is not the column itself; of that column alone. */
  readonly key?: SQL;
  /** Rows without a value come last, in both directions. */
  readonly isNullable?: boolean;
}

/** A list's parts; its table has the columns `id` and `created_at`. */
export interface PagedList<Row extends object, Reach extends string, Sort extends string> {
  /** The table, after which its statements are named too. */
  readonly table: string;
  /** Whose a list is: the first lock of its statement, for the rows and for the row that gives the place. */
  readonly reaches: Readonly<Record<Reach, SQL | undefined>>;
  readonly orders: Readonly<Record<Sort, Order>>;
  /** Rows that a search finds; see `contains`. */
  readonly matches: SQL | undefined;
  /**
   * The statement, limited to `param("limit")` and prepared under its name; under an empty one it is planned each time.
   * It selects `further` besides the row's own fields.
   */
  build(parts: { where: SQL | undefined; orderBy: SQL[]; name: string; further: Further }): Prepared<Row[]>;
}

/** Fields that are not part of the list's rows. */
type Further = Readonly<Record<never, SQL>>;

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

/** The rows of a list that a request finds. */
export interface ListedRows<Row> {
  /** How many there are now. */
  count(): Promise<number>;
  /** To the end, read as they are consumed; a page has a row at least. */
  pages(): AsyncIterable<Row[]>;
}

/** PostgreSQL distinguishes prepared statements by as many characters of their names. */
const MAX_STATEMENT_NAME = 63;

/**
 * Reads a page of the list: `(db, scope, reach, page, values)`, the values being those that its reaches ask for. `whole`
 * takes the same, and reads page after page to the end. Throws VALIDATION_ERROR where the row `after` is gone.
 */
export function pagesOf<Row extends object, Reach extends string, Sort extends string>(
  list: PagedList<Row, Reach, Sort>,
) {
  const built = new Map<string, Prepared<Row[]>>();

  function statementFor(query: PageQuery<Reach, Sort>): Prepared<Row[]> {
    const { reach, sort, direction, matching, filter, part, start } = query;
    if (filter) return list.build({ ...partsOf(list, query), name: "" });
    const by = sort && `${sort}_${WORD[direction]}`;
    const rows = [matching !== "all" && matching, part !== "all" && part, start !== "first" && start];
    const name = [list.table, reach, by, ...rows].filter(Boolean).join("_");
    if (name.length > MAX_STATEMENT_NAME) throw new Error(`The name ${name} is too long.`);
    const statement = built.get(name) ?? list.build({ ...partsOf(list, query), name });
    built.set(name, statement);
    return statement;
  }

  async function readRows(
    db: ReadDb,
    scope: AnyScope,
    reach: Reach,
    { limit = PAGE_ROWS, after, place, search = "", foundIds, filter, sort, direction = "ascending" }: Placed<Sort>,
    values: Record<string, unknown> = {},
  ): Promise<Row[]> {
    const query = {
      reach,
      sort,
      direction: sort ? direction : "descending",
      matching: matchingOf({ search, foundIds }),
      filter,
      start: startOf({ place, after }),
    } as const;
    const given = { ...values, after, place, search, ids: foundIds };
    const read = (part: Part, rows: number) =>
      db.run(scope, statementFor({ ...query, part }), { ...given, limit: rows });

    const readAll = async () => {
      if (!sort || !list.orders[sort].isNullable) return read("all", limit);
      // Apart, so that each part is read from its place in the index. Together they would be read from their beginning.
      const valued = await read("valued", limit);
      return valued.length === limit ? valued : [...valued, ...(await read("empty", limit - valued.length))];
    };
    const rows = await readAll();
    if (after !== undefined && rows.length === 0) await requireCursorRow(db, scope, reach, given);
    return rows;
  }

  /** Throws VALIDATION_ERROR where the row `after` is not in the list, so that it gives no place. */
  async function requireCursorRow(db: ReadDb, scope: AnyScope, reach: Reach, given: Record<string, unknown>) {
    const statement = orm
      .select({ id: sql.raw("id") })
      .from(sql.raw(list.table))
      .where(and(list.reaches[reach], sql`id = ${param("after")}`))
      .prepare("");
    if ((await db.run(scope, statement, given)).length === 0) throw invalidCursor();
  }

  function whole(
    db: ReadDb,
    scope: AnyScope,
    reach: Reach,
    { search = "", foundIds, filter, sort, direction }: PageRequest<Sort>,
    values: Record<string, unknown> = {},
  ): ListedRows<Row> {
    return {
      async count() {
        const matched = matchOf(list, matchingOf({ search, foundIds }));
        const statement = orm
          .select({ rows: sql<number>`count(*)::integer` })
          .from(sql.raw(list.table))
          .where(and(list.reaches[reach], matched, filter))
          .prepare("");
        const [counted] = await db.run(scope, statement, { ...values, search, ids: foundIds });
        return counted?.rows ?? 0;
      },
      async *pages() {
        const request = { search, foundIds, filter, sort, direction };
        let rows: (Row & { place?: string })[];
        let place: string | undefined = "";
        do {
          rows = await readRows(db, scope, reach, { ...request, place }, values); // `further` selects the place
          place = rows.at(-1)?.place;
          if (rows.length > 0 && place === undefined) throw new Error(`The list of ${list.table} selects no place.`);
          if (rows.length > 0) yield rows.map(({ place: _place, ...row }) => row as Row);
        } while (rows.length === PAGE_ROWS);
      },
    };
  }

  const readPage: (...asked: Parameters<typeof whole>) => Promise<Row[]> = readRows;
  return Object.assign(readPage, { whole });
}

interface Placed<Sort extends string> extends PageRequest<Sort> {
  /**
   * What a row is sorted by, as JSON: its values, because the row itself may be changed or deleted before the next page
   * of a whole list. Empty at the start of one.
   */
  readonly place?: string | undefined;
}

function startOf({ place, after }: Pick<Placed<never>, "place" | "after">): Start {
  if (place !== undefined) return place === "" ? "whole" : "placed";
  return after === undefined ? "first" : "later";
}

function matchingOf({ search, foundIds }: Pick<PageRequest<never>, "search" | "foundIds">): Matching {
  if (foundIds) return "found";
  return search === "" ? "all" : "search";
}

/** Whether a text contains the search term, ignoring case. */
export function contains(text: SQL): SQL {
  return sql`strpos(lower(${text}), lower(${param("search")})) > 0`;
}

/** All rows, those with a value to sort by, or those without one. */
type Part = "all" | "valued" | "empty";

/** A page at the first row, or after the one with an id; the same of a whole list, by the place. */
type Start = "first" | "later" | "whole" | "placed";

type Matching = "all" | "search" | "found";

interface PageQuery<Reach extends string, Sort extends string> {
  readonly reach: Reach;
  readonly sort: Sort | undefined;
  readonly direction: SortDirection;
  readonly matching: Matching;
  readonly filter: SQL | undefined;
  readonly part: Part;
  readonly start: Start;
}

const WORD = { ascending: "asc", descending: "desc" } as const;

function matchOf({ matches }: { readonly matches: SQL | undefined }, matching: Matching): SQL | undefined {
  return { all: undefined, search: matches, found: sql`id = any (${param("ids")}::uuid[])` }[matching];
}

function partsOf<Row extends object, Reach extends string, Sort extends string>(
  list: PagedList<Row, Reach, Sort>,
  { reach, sort, direction, matching, filter, part, start }: PageQuery<Reach, Sort>,
) {
  const whose = list.reaches[reach];
  const order = sort && list.orders[sort];
  const key = order && (order.key ?? sql.raw(order.column));
  const parts = { all: undefined, valued: sql`${key} is not null`, empty: sql`${key} is null` };
  const table = sql.raw(list.table);
  const placeOf = {
    later: (columns: SQL) => sql`(select ${columns} from ${table} where ${and(whose, sql`id = ${param("after")}`)})`,
    placed: (columns: SQL) =>
      sql`(select ${columns} from jsonb_populate_record(null::${table}, ${param("place")}::text::jsonb))`,
  };
  // Equal rows follow the direction too, so that one index serves both.
  const columns = [...(key ? [key] : []), sql.raw("created_at"), sql.raw("id")];
  const placed = [...(order ? [order.column] : []), "created_at", "id"].map((name) => `'${name}', ${name}`);
  const further = { place: sql`jsonb_build_object(${sql.raw(placed.join(", "))})::text`.as("place") };
  return {
    where: and(
      whose,
      matchOf(list, matching),
      filter,
      parts[part],
      start === "later" || start === "placed" ? isAfter(placeOf[start], direction, part, key) : undefined,
    ),
    orderBy: columns.map((column) => sql`${column} ${sql.raw(WORD[direction])}`),
    further: start === "whole" || start === "placed" ? further : {},
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
