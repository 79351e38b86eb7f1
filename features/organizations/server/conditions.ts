import type { Condition } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { memberships, users } from "#features/directory/server/schema.ts";
import type { AnyScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";

const isActive = eq(memberships.status, "active");
const isAlone = sql<boolean>`not exists (
  select from memberships other where other.organization_id = memberships.organization_id and other.status = 'active'
    and other.id <> memberships.id)`;
const isInBillingGroup = sql<boolean>`exists (
  select from group_members gm join groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
  where gm.organization_id = memberships.organization_id and gm.membership_id = memberships.id and g.is_billing)`;

const conditions = prepared("standing", () =>
  orm
    .select({ isAlone: isAlone.as("is_alone"), isInBillingGroup: isInBillingGroup.as("is_in_billing_group") })
    .from(memberships)
    .where(and(tenantFilter(memberships), eq(memberships.userId, param("userId")), isActive)),
);

/** `undefined`: no active member. */
async function readConditions(db: ReadDb, scope: Scope, userId: string) {
  const [row] = await db.run(scope, conditions, { userId });
  return row;
}

const isPaying = and(
  isActive,
  sql`(${memberships.role} in ('root', 'admin') or ${memberships.role} = 'editor' and ${isInBillingGroup}
    or ${memberships.role} = 'registered' and ${isAlone})`,
);

const payers = prepared("payers", () =>
  orm
    .select({ userId: users.id, firstName: users.firstName, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(tenantFilter(memberships), isPaying))
    .orderBy(asc(memberships.createdAt), asc(memberships.id)),
);

/** Active admins, the only member of the organization, and editors in a group for billing. */
export function readPayingMembers(db: ReadDb, scope: Scope) {
  return db.run(scope, payers);
}

const payersOfMany = prepared("payers_of_many", () =>
  orm
    .select({ organizationId: memberships.organizationId, userId: memberships.userId })
    .from(memberships)
    .where(and(sql`${memberships.organizationId} = any(${param("organizationIds")}::uuid[])`, isPaying))
    .orderBy(asc(memberships.createdAt), asc(memberships.id)),
);

/** User ids of the same people in several organizations. */
export async function readPayersOfMany(
  db: ReadDb,
  scope: AnyScope,
  organizationIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(organizationIds.map((id) => [id, []]));
  for (const { organizationId, userId } of await db.run(scope, payersOfMany, { organizationIds }))
    found.get(organizationId)?.push(userId);
  return found;
}

/** Read at each request, like access rights. */
export async function meetsCondition(db: ReadDb, { scope, userId }: Actor, condition: Condition): Promise<boolean> {
  const conditions = await readConditions(db, scope, userId);
  return (condition === "sole-member" ? conditions?.isAlone : conditions?.isInBillingGroup) === true;
}

const reviewers = prepared("reviewers", () =>
  orm
    .select({ count: sql<number>`count(*)::int`.as("reviewers") })
    .from(memberships)
    .where(and(tenantFilter(memberships), isActive, inArray(memberships.role, ["root", "admin", "editor"]))),
);

/** Active members who may accept evidence and decisions. */
export async function countReviewers(db: ReadDb, scope: Scope): Promise<number> {
  const [row] = await db.run(scope, reviewers);
  return row!.count; // a count has one row
}
