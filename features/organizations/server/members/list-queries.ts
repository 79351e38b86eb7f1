import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";
import type { Member, MemberPage } from "#features/organizations/contract.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
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

type ReachName = "of_organization" | "everywhere";

async function readPage(
  db: ReadDb,
  scope: AnyScope,
  reach: ReachName,
  { limit = PAGE_ROWS, after, search = "" }: MemberPage,
): Promise<Member[]> {
  const { members, invited } = statementsFor(reach, search !== "", after !== undefined);
  const values = { limit, after, search };
  // Invitations first, so that one accepted in between is listed twice and not missing.
  const pending = await db.run(scope, invited, values);
  const active = await db.run(scope, members, values);
  return [...pending.map(toPending), ...active.map(toMember)].toSorted(newestFirst).slice(0, limit);
}

function newestFirst(one: Member, other: Member): number {
  const difference = Date.parse(other.createdAt) - Date.parse(one.createdAt);
  return difference === 0 ? (one.id < other.id ? 1 : -1) : difference;
}

const built = new Map<string, ReturnType<typeof build>>();

function statementsFor(reach: ReachName, isSearched: boolean, isLater: boolean): ReturnType<typeof build> {
  const name = [reach, isSearched && "searched", isLater && "later"].filter(Boolean).join("_");
  const known = built.get(name) ?? build(name, reach, isSearched, isLater);
  built.set(name, known);
  return known;
}

function build(name: string, reach: ReachName, isSearched: boolean, isLater: boolean) {
  const members = orm
    .select(memberFields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        isActive,
        reach === "everywhere" ? undefined : tenantFilter(memberships),
        isSearched ? matches("users") : undefined,
        isLater ? isAfter("memberships", reach) : undefined,
      ),
    )
    .orderBy(desc(memberships.createdAt), desc(memberships.id))
    .limit(param("limit"))
    .prepare(`members_${name}`);
  const invited = orm
    .select(invitationFields)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(
      and(
        isOpen,
        reach === "everywhere" ? undefined : tenantFilter(invitations),
        isSearched ? matches("invitations") : undefined,
        isLater ? isAfter("invitations", reach) : undefined,
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(param("limit"))
    .prepare(`invitations_${name}`);
  return { members, invited };
}

function matches(table: "users" | "invitations"): SQL {
  const at = (column: string) => sql.raw(`${table}.${column}`);
  const text = sql`${at("first_name")} || ' ' || ${at("last_name")} || ' ' || ${at("email")}`;
  return sql`strpos(lower(${text}), lower(${param("search")})) > 0`;
}

// The row `after` gives the position only if the list contains it. A row of another organization reveals nothing, not
// even its position.
function isAfter(table: "memberships" | "invitations", reach: ReachName): SQL {
  const whose = (of: typeof memberships | typeof invitations) =>
    reach === "everywhere" ? sql`` : sql` and ${tenantFilter(of)}`;
  const place = sql`(
    select created_at, id from memberships where id = ${param("after")} and status = 'active'${whose(memberships)}
    union all
    select created_at, id from invitations where id = ${param("after")} and accepted_at is null and ended_at is null${whose(invitations)})`;
  return sql`(${sql.raw(table)}.created_at, ${sql.raw(table)}.id) < ${place}`;
}
