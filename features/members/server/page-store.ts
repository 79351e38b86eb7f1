// Owns the SQL of the list of people and invitations: two statements for each way to ask, and their rows put together.
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { users } from "#features/identity/server/tables.ts";
import type { Member, MemberPage } from "#features/members/contract.ts";
import { memberships, organizations } from "#features/organizations/server/tables.ts";
import { PAGE_ROWS } from "#kit/contract/list-rows.ts";
import { orm, type Reads } from "#kit/server/database/database.ts";
import type { AcrossScope, AnyScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { invitationFields, isOpen, toPending } from "./invitation-store.ts";
import { isActive, memberFields, toMember } from "./store.ts";
import { invitations } from "./tables.ts";

export function readMembers(db: Reads, scope: Scope, page: MemberPage): Promise<Member[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Of all organizations: for root alone. */
export function readAllMembers(db: Reads, across: AcrossScope, page: MemberPage): Promise<Member[]> {
  return readPage(db, across, "everywhere", page);
}

type ReachName = "of_organization" | "everywhere";

async function readPage(
  db: Reads,
  scope: AnyScope,
  reach: ReachName,
  { limit = PAGE_ROWS, after, search = "" }: MemberPage,
): Promise<Member[]> {
  const { members, invited } = statementsFor(reach, search !== "", after !== undefined);
  const values = { limit, after, search };
  // Those invited first: who accepts meanwhile is then in the list twice, and not missing.
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
        reach === "everywhere" ? undefined : inScope(memberships),
        isSearched ? matches("users") : undefined,
        isLater ? isAfter("memberships", reach) : undefined,
      ),
    )
    .orderBy(desc(memberships.createdAt), desc(memberships.id))
    .limit(arg("limit"))
    .prepare(`members_${name}`);
  const invited = orm
    .select(invitationFields)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(
      and(
        isOpen,
        reach === "everywhere" ? undefined : inScope(invitations),
        isSearched ? matches("invitations") : undefined,
        isLater ? isAfter("invitations", reach) : undefined,
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(arg("limit"))
    .prepare(`invitations_${name}`);
  return { members, invited };
}

function matches(table: "users" | "invitations"): SQL {
  const at = (column: string) => sql.raw(`${table}.${column}`);
  const text = sql`${at("first_name")} || ' ' || ${at("last_name")} || ' ' || ${at("email")}`;
  return sql`strpos(lower(${text}), lower(${arg("search")})) > 0`;
}

// The row named `after` gives the place, where the list holds it: another's tells nothing, not even where it stands.
function isAfter(table: "memberships" | "invitations", reach: ReachName): SQL {
  const whose = (of: typeof memberships | typeof invitations) =>
    reach === "everywhere" ? sql`` : sql` and ${inScope(of)}`;
  const place = sql`(
    select created_at, id from memberships where id = ${arg("after")} and status = 'active'${whose(memberships)}
    union all
    select created_at, id from invitations where id = ${arg("after")} and accepted_at is null and ended_at is null${whose(invitations)})`;
  return sql`(${sql.raw(table)}.created_at, ${sql.raw(table)}.id) < ${place}`;
}
