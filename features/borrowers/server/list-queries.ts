import { and, eq, or, sql, type SQL } from "drizzle-orm";
import {
  BORROWER_STATUSES,
  WORK_COUNTED,
  type BorrowerCounts,
  type BorrowerFilter,
  type BorrowerPage,
  type BorrowerSort,
  type BorrowerStatus,
  type Work,
} from "#features/borrowers/contract.ts";
import { CLOSING_DAYS, EXPIRING_DAYS } from "#features/borrowers/rules/work.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import type { Actor } from "#platform/server/actor.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import { contains, pagesOf, type ListedRows, type Order } from "#platform/server/database/pages.ts";
import type { SystemScope, AnyScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { fields, isToRepair, withConnection, type BorrowerRow } from "./queries.ts";
import { borrowers } from "./schema.ts";

type ListedRow = Omit<BorrowerRow, "notes">;
const { notes: _long, ...listedFields } = fields;

/** Borrowers created by or assigned to this user, within the groups the user is restricted to; newest first. */
export function readOwnBorrowers(
  db: ReadDb,
  scope: Scope,
  actor: Pick<Actor, "userId" | "onlyGroups">,
  page: BorrowerPage,
): Promise<ListedRow[]> {
  return readPage(db, scope, "own", page, valuesOf(actor));
}

/** The same without a page, and the pages to the end. */
export function wholeOwnBorrowers(
  db: ReadDb,
  scope: Scope,
  actor: Pick<Actor, "userId" | "onlyGroups">,
  page: BorrowerPage = {},
): Promise<ListedRows<ListedRow>> {
  return whole(db, scope, "own", page, valuesOf(actor));
}

export function wholeOrganizationBorrowers(
  db: ReadDb,
  scope: Scope,
  page: BorrowerPage,
): Promise<ListedRows<ListedRow>> {
  return whole(db, scope, "organization", page);
}

/** Borrowers of all organizations. For root only. */
export function wholeBorrowers(db: ReadDb, system: SystemScope, page: BorrowerPage): Promise<ListedRows<ListedRow>> {
  return whole(db, system, "everywhere", page);
}

export function readOrganizationBorrowers(db: ReadDb, scope: Scope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, scope, "organization", page);
}

/** Borrowers of all organizations. For root only. */
export function readAllBorrowers(db: ReadDb, system: SystemScope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, system, "everywhere", page);
}

const isOwn = or(eq(borrowers.createdBy, param("userId")), eq(borrowers.assignedUserId, param("userId")));
const onlyGroups = sql`${param("onlyGroups")}::uuid[]`;
const isInTheirGroups = sql`(${onlyGroups} is null or group_ids = '{}' or group_ids && ${onlyGroups})`;

const REACHES = {
  own: and(tenantFilter(borrowers), isOwn, isInTheirGroups),
  organization: tenantFilter(borrowers),
  everywhere: undefined,
};
type ReachOfList = keyof typeof REACHES;

/** The borrowers that this actor reaches, for a statement with its values in place. */
export function reachFilter({
  reach,
  userId,
  onlyGroups,
}: Pick<Actor, "reach" | "userId" | "onlyGroups">): SQL | undefined {
  if (reach !== "own") return undefined;
  const isOwn = or(eq(borrowers.createdBy, userId), eq(borrowers.assignedUserId, userId));
  if (onlyGroups === null) return isOwn;
  const groupIds = `{${onlyGroups.join(",")}}`;
  return and(isOwn, sql`(${borrowers.groupIds} = '{}' or ${borrowers.groupIds} && ${groupIds}::uuid[])`);
}

const ORDERS: Readonly<Record<BorrowerSort, Order>> = {
  name: { column: "sort_name" },
  email: { column: "sort_email" },
  loanNumber: { column: "sort_loan_number", isNullable: true },
  status: { column: "sort_status" },
  funds: { column: "usable_cents", isNullable: true },
  findings: { column: "open_findings", isNullable: true },
  nextExpiry: { column: "next_expiry_on", isNullable: true },
  closing: { column: "closing_on", isNullable: true },
  urgency: { column: "urgency", isNullable: true },
  waitingSince: { column: "waiting_since", isNullable: true },
  reportReadyAt: { column: "report_ready_at", isNullable: true },
  updatedAt: { column: "updated_at" },
  createdAt: { column: "created_at" },
};

const readRows = pagesOf({
  table: "borrowers",
  reaches: REACHES,
  orders: ORDERS,
  matches: contains(sql.raw("search_text")),
  build: ({ where, orderBy, name, further }) =>
    orm
      .select({ ...listedFields, ...further })
      .from(borrowers)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

/** Beyond this many, rows are searched in the order of the list: a page is full soon. */
const MAX_FOUND_IDS = 10_000;

const found = prepared("borrowers_found", () =>
  orm
    .select({ ids: sql<string | null>`ids::text` })
    .from(sql`find_borrower_ids(${param("search")}, ${MAX_FOUND_IDS}) as found (ids)`),
);

/** Borrowers of the scope that a search finds, as PostgreSQL writes an array; `undefined`: all or too many. */
async function findIds(db: ReadDb, scope: AnyScope, search = ""): Promise<string | undefined> {
  if (search === "") return undefined;
  const [row] = await db.run(scope, found, { search });
  return row?.ids ?? undefined;
}

// Values are written into the statement: PostgreSQL then knows how many rows each of them has, and plans accordingly.

const PLACES = Object.fromEntries(BORROWER_STATUSES.map((status, at) => [status, at + 1])) as Record<
  BorrowerStatus,
  number
>; // of all statuses

/** The day so many days from today, in UTC. */
const dayIn = (days: number) => sql.raw(`((now() at time zone 'utc')::date + ${days})`);
const asText = (day: SQL) => sql`to_char(${day}, 'YYYY-MM-DD')`;

/** Of the lists of the day, as `workOf` in rules/work.ts. */
function workConditions(reach: ReachOfList): Record<Work, SQL> {
  const isOpen = sql.raw(`sort_status < ${PLACES.closed}`);
  return {
    "needs-you": sql`urgency is not null`,
    waiting: sql`(waiting_since is not null or ${isOpen} and ${isToRepair({ isEverywhere: reach === "everywhere" })})`,
    expiring: sql`(${isOpen} and next_expiry_on <= ${dayIn(EXPIRING_DAYS)})`,
    closing: sql`(${isOpen} and closing_on between ${asText(dayIn(0))} and ${asText(dayIn(CLOSING_DAYS))})`,
  };
}

// By the call's schema, statuses and lists of the day are known.
function filterOf(reach: ReachOfList, { status, work, loanNumber }: BorrowerFilter): SQL | undefined {
  const conditions = workConditions(reach);
  const places = status?.split(",").map((one) => PLACES[one as BorrowerStatus]);
  return and(
    places && sql.raw(`sort_status in (${places.join(", ")})`),
    work === undefined ? undefined : or(...work.split(",").map((one) => conditions[one as Work])),
    loanNumber === undefined ? undefined : eq(borrowers.loanNumber, loanNumber),
  );
}

interface ReachValues {
  readonly userId?: string;
  readonly onlyGroups?: string | null;
}

function valuesOf({ userId, onlyGroups }: Pick<Actor, "userId" | "onlyGroups">): ReachValues {
  return { userId, onlyGroups: onlyGroups && `{${onlyGroups.join(",")}}` };
}

async function readPage(
  db: ReadDb,
  scope: AnyScope,
  reach: ReachOfList,
  { status, work, loanNumber, ...page }: BorrowerPage,
  values: ReachValues = {},
): Promise<ListedRow[]> {
  const foundIds = await findIds(db, scope, page.search);
  const filter = filterOf(reach, { status, work, loanNumber });
  const rows = await readRows(db, scope, reach, { ...page, foundIds, filter }, { ...values });
  return rows.map(withConnection);
}

async function whole(
  db: ReadDb,
  scope: AnyScope,
  reach: ReachOfList,
  { status, work, ...page }: BorrowerPage,
  values: ReachValues = {},
): Promise<ListedRows<ListedRow>> {
  const foundIds = await findIds(db, scope, page.search);
  const filter = filterOf(reach, { status, work });
  const rows = readRows.whole(db, scope, reach, { ...page, foundIds, filter }, { ...values });
  return {
    count: rows.count,
    async *pages() {
      for await (const each of rows.pages()) yield each.map(withConnection);
    },
  };
}

export function countOwnBorrowers(
  db: ReadDb,
  scope: Scope,
  actor: Pick<Actor, "userId" | "onlyGroups">,
): Promise<BorrowerCounts> {
  return readCounts(db, scope, "own", valuesOf(actor));
}

export function countOrganizationBorrowers(db: ReadDb, scope: Scope): Promise<BorrowerCounts> {
  return readCounts(db, scope, "organization");
}

/** Borrowers of all organizations. For root only. */
export function countAllBorrowers(db: ReadDb, system: SystemScope): Promise<BorrowerCounts> {
  return readCounts(db, system, "everywhere");
}

/** Planned each time, so that each person's counts have a plan of their own. */
function countsStatement(reach: ReachOfList) {
  const counted = (most: number, condition?: SQL) => {
    const where = and(REACHES[reach], condition) ?? sql`true`;
    return sql<number>`(select count(*)::integer from (
      select from ${borrowers} where ${where} limit ${sql.raw(String(most))}) counted)`;
  };
  const conditions = workConditions(reach);
  return orm
    .select({
      total: counted(LIST_ROWS),
      needsYou: counted(WORK_COUNTED, conditions["needs-you"]),
      waiting: counted(WORK_COUNTED, conditions.waiting),
      expiring: counted(WORK_COUNTED, conditions.expiring),
      closing: counted(WORK_COUNTED, conditions.closing),
    })
    .from(sql`(values (1)) one`)
    .prepare("");
}

async function readCounts(
  db: ReadDb,
  scope: AnyScope,
  reach: ReachOfList,
  values: ReachValues = {},
): Promise<BorrowerCounts> {
  const [{ total, needsYou, ...work }] = (await db.run(scope, countsStatement(reach), { ...values })) as [Counts];
  return { total, work: { "needs-you": needsYou, ...work } };
}

/** The statement has no table and one row. */
type Counts = Record<"total" | "needsYou" | "waiting" | "expiring" | "closing", number>;
