import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { BorrowerPage, BorrowerSort } from "#features/borrowers/contract.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import type { Actor } from "#platform/server/actor.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { contains, pagesOf, type Order } from "#platform/server/database/pages.ts";
import type { SystemScope, AnyScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { fields, withConnection, type BorrowerRow } from "./queries.ts";
import { borrowers } from "./schema.ts";

type ListedRow = Omit<BorrowerRow, "notes">;
const { notes: _long, ...listedFields } = fields;

/** Borrowers created by or assigned to this user, within the groups the user is restricted to; newest first. */
export function readOwnBorrowers(
  db: ReadDb,
  scope: Scope,
  { userId, onlyGroups }: Pick<Actor, "userId" | "onlyGroups">,
  page: BorrowerPage,
): Promise<ListedRow[]> {
  return readPage(db, scope, "own", page, { userId, onlyGroups: onlyGroups && `{${onlyGroups.join(",")}}` });
}

/** The same, page after page to the end; a page has a row at least. */
export async function* readEveryOwnBorrower(
  db: ReadDb,
  scope: Scope,
  actor: Pick<Actor, "userId" | "onlyGroups">,
): AsyncIterable<ListedRow[]> {
  let page: ListedRow[];
  let after: string | undefined;
  do {
    page = await readOwnBorrowers(db, scope, actor, { after });
    if (page.length > 0) yield page;
    after = page.at(-1)?.id;
  } while (page.length === PAGE_ROWS);
}

export function readOrganizationBorrowers(db: ReadDb, scope: Scope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, scope, "organization", page);
}

/** Borrowers of all organizations. For root only. */
export function readAllBorrowers(db: ReadDb, system: SystemScope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, system, "everywhere", page);
}

const isOwn = or(eq(borrowers.createdBy, param("userId")), eq(borrowers.assignedUserId, param("userId")));
const heldTo = sql`${param("onlyGroups")}::uuid[]`;
const isOpen = sql`(${heldTo} is null or group_ids = '{}' or group_ids && ${heldTo})`;

const REACHES = {
  own: and(tenantFilter(borrowers), isOwn, isOpen),
  organization: tenantFilter(borrowers),
  everywhere: undefined,
};

/** The borrowers that this actor reaches, for a statement with its values in place. */
export function reachFilter({ reach, userId, onlyGroups }: Actor): SQL | undefined {
  if (reach !== "own") return undefined;
  const isAssigned = or(eq(borrowers.createdBy, userId), eq(borrowers.assignedUserId, userId));
  if (onlyGroups === null) return isAssigned;
  const held = `{${onlyGroups.join(",")}}`;
  return and(isAssigned, sql`(${borrowers.groupIds} = '{}' or ${borrowers.groupIds} && ${held}::uuid[])`);
}

const ORDERS: Readonly<Record<BorrowerSort, Order>> = {
  name: { key: sql.raw("sort_name") },
  email: { key: sql.raw("sort_email") },
  loanNumber: { key: sql.raw("sort_loan_number"), isNullable: true },
  status: { key: sql.raw("sort_status") },
  funds: { key: sql.raw("usable_cents"), isNullable: true },
  findings: { key: sql.raw("open_findings"), isNullable: true },
  freshUntil: { key: sql.raw("fresh_until"), isNullable: true },
  reportReadyAt: { key: sql.raw("report_ready_at"), isNullable: true },
  updatedAt: { key: sql.raw("updated_at") },
  createdAt: { key: sql.raw("created_at") },
};

const readRows = pagesOf({
  table: "borrowers",
  reaches: REACHES,
  orders: ORDERS,
  matches: contains(sql.raw("search_text")),
  build: ({ where, orderBy, name }) =>
    orm
      .select(listedFields)
      .from(borrowers)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

/** Beyond this many, rows are searched in the order of the list: a page is full soon. */
const MAX_FOUND_IDS = 1_000;
/** An index of trigrams knows nothing shorter. */
const MIN_INDEXED_TERM = 3;

const found = orm
  .select({ id: sql<string>`id` })
  .from(sql`find_borrowers(${param("search")}, ${param("limit")}) as found (id)`)
  .prepare("borrowers_found");

/** Borrowers of the scope that a search finds; `undefined`: too many, or the term is too short for the index. */
async function findIds(db: ReadDb, scope: AnyScope, search = ""): Promise<string[] | undefined> {
  if (search.length < MIN_INDEXED_TERM) return undefined;
  const rows = await db.run(scope, found, { search, limit: MAX_FOUND_IDS + 1 });
  return rows.length > MAX_FOUND_IDS ? undefined : rows.map(({ id }) => id);
}

async function readPage(
  db: ReadDb,
  scope: AnyScope,
  reach: keyof typeof REACHES,
  page: BorrowerPage,
  values: { userId?: string; onlyGroups?: string | null } = {},
): Promise<ListedRow[]> {
  const foundIds = await findIds(db, scope, page.search);
  const rows = await readRows(db, scope, reach, { ...page, foundIds }, values);
  return rows.map(withConnection);
}
