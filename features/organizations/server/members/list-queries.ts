import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";
import type { Member, MemberPage } from "#features/organizations/contract.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { invalidCursor, type ListedRows } from "#platform/server/database/pages.ts";
import type { AnyScope, Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { invitationFields, isOpen, toPending } from "./invitation-queries.ts";
import { isActive, memberFields, toMember } from "./queries.ts";
import { invitations } from "../schema.ts";

export function readMembers(db: ReadDb, scope: Scope, page: MemberPage): Promise<Member[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Of all organizations, only for root. */
export function readAllMembers(db: ReadDb, system: SystemScope, page: MemberPage): Promise<Member[]> {
  return readPage(db, system, "everywhere", page);
}

/** The same without a page, and the pages to the end. */
export function wholeMembers(db: ReadDb, scope: Scope, page: MemberPage): ListedRows<Member> {
  return whole(db, scope, "of_organization", page);
}

/** Of all organizations, only for root. */
export function wholeMembersOfAll(db: ReadDb, system: SystemScope, page: MemberPage): ListedRows<Member> {
  return whole(db, system, "everywhere", page);
}

type ReachName = "of_organization" | "everywhere";

async function readPage(
  db: ReadDb,
  scope: AnyScope,
  reach: ReachName,
  { limit = PAGE_ROWS, after, search = "", place }: MemberPage & { place?: Member | undefined },
): Promise<Member[]> {
  const start = place ? "placed" : after === undefined ? "first" : "later";
  const { members, invited } = statementsFor(reach, search !== "", start);
  const values = { limit, after, search, createdAt: place?.createdAt, id: place?.id };
  // Invitations first, so that one accepted in between is listed twice and not missing.
  const pending = await db.run(scope, invited, values);
  const active = await db.run(scope, members, values);
  const page = [...pending.map(toPending), ...active.map(toMember)].toSorted(newestFirst).slice(0, limit);
  if (after !== undefined && page.length === 0 && (await db.run(scope, listed[reach], { after })).length === 0)
    throw invalidCursor();
  return page;
}

function whole(db: ReadDb, scope: AnyScope, reach: ReachName, { search = "" }: MemberPage): ListedRows<Member> {
  return {
    async count() {
      const counts = countsOf(reach, search !== "").map((statement) => db.run(scope, statement, { search }));
      return (await Promise.all(counts)).flat().reduce((sum, { rows }) => sum + rows, 0);
    },
    async *pages() {
      let page: Member[] = [];
      do {
        page = await readPage(db, scope, reach, { search, place: page.at(-1) });
        if (page.length > 0) yield page;
      } while (page.length === PAGE_ROWS);
    },
  };
}

function newestFirst(one: Member, other: Member): number {
  const difference = Date.parse(other.createdAt) - Date.parse(one.createdAt);
  return difference === 0 ? (one.id < other.id ? 1 : -1) : difference;
}

const built = new Map<string, ReturnType<typeof build>>();

function statementsFor(reach: ReachName, isSearched: boolean, start: Start): ReturnType<typeof build> {
  const name = [reach, isSearched && "searched", start !== "first" && start].filter(Boolean).join("_");
  const known = built.get(name) ?? build(name, reach, isSearched, start);
  built.set(name, known);
  return known;
}

/** A page at the first row, after the one with an id, or after a row's values: it may be gone by then. */
type Start = "first" | "later" | "placed";

function build(name: string, reach: ReachName, isSearched: boolean, start: Start) {
  const members = orm
    .select(memberFields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(isListedMember(reach, isSearched), isAfter("memberships", reach, start)))
    .orderBy(desc(memberships.createdAt), desc(memberships.id))
    .limit(param("limit"))
    .prepare(`members_${name}`);
  const invited = orm
    .select(invitationFields)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(isListedInvitation(reach, isSearched), isAfter("invitations", reach, start)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(param("limit"))
    .prepare(`invitations_${name}`);
  return { members, invited };
}

function countsOf(reach: ReachName, isSearched: boolean) {
  const rows = sql<number>`count(*)::integer`;
  return [
    orm
      .select({ rows })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(isListedMember(reach, isSearched))
      .prepare(""),
    orm.select({ rows }).from(invitations).where(isListedInvitation(reach, isSearched)).prepare(""),
  ];
}

function isListedMember(reach: ReachName, isSearched: boolean): SQL | undefined {
  const whose = reach === "everywhere" ? undefined : tenantFilter(memberships);
  return and(isActive, whose, isSearched ? matches("users") : undefined);
}

function isListedInvitation(reach: ReachName, isSearched: boolean): SQL | undefined {
  const whose = reach === "everywhere" ? undefined : tenantFilter(invitations);
  return and(isOpen, whose, isSearched ? matches("invitations") : undefined);
}

function matches(table: "users" | "invitations"): SQL {
  const at = (column: string) => sql.raw(`${table}.${column}`);
  const text = sql`${at("first_name")} || ' ' || ${at("last_name")} || ' ' || ${at("email")}`;
  return sql`strpos(lower(${text}), lower(${param("search")})) > 0`;
}

// The row `after` gives the position only if the list contains it. A row of another organization reveals nothing, not
// even its position.
function isAfter(table: "memberships" | "invitations", reach: ReachName, start: Start): SQL | undefined {
  if (start === "first") return undefined;
  const at = sql.raw(`(${table}.created_at, ${table}.id)`);
  if (start === "placed") return sql`${at} < (${param("createdAt")}::timestamptz, ${param("id")}::uuid)`;
  return sql`${at} < ${placeOf(reach)}`;
}

function placeOf(reach: ReachName): SQL {
  const whose = (of: typeof memberships | typeof invitations) =>
    reach === "everywhere" ? sql`` : sql` and ${tenantFilter(of)}`;
  return sql`(
    select created_at, id from memberships where id = ${param("after")} and status = 'active'${whose(memberships)}
    union all
    select created_at, id from invitations where id = ${param("after")} and accepted_at is null and ended_at is null${whose(invitations)})`;
}

const placed = (reach: ReachName) =>
  orm
    .select({ id: sql.raw("place.id") })
    .from(sql`${placeOf(reach)} as place`)
    .prepare("");
const listed = { of_organization: placed("of_organization"), everywhere: placed("everywhere") };
