// Owns the SQL on who looks after a borrower.
import { and, asc, eq, inArray } from "drizzle-orm";
import { users } from "#features/identity/server/tables.ts";
import { memberships } from "#features/organizations/server/tables.ts";
import { orm, type Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import type { BorrowerRow } from "./store.ts";

const fields = {
  userId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  role: memberships.role,
};

const memberByUser = orm
  .select(fields)
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .where(and(inScope(memberships), eq(memberships.userId, arg("userId")), eq(memberships.status, "active")))
  .prepare("owner_by_user");

const admins = orm
  .select(fields)
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .where(and(inScope(memberships), eq(memberships.status, "active"), inArray(memberships.role, ["root", "admin"])))
  .orderBy(asc(memberships.createdAt), asc(memberships.id))
  .prepare("owners_admins");

export type Owner = Awaited<ReturnType<typeof memberByUser.execute>>[number];

/** `undefined`: no active member. */
export async function readMember(db: Reads, scope: Scope, userId: string): Promise<Owner | undefined> {
  const [member] = await db.run(scope, memberByUser, { userId });
  return member;
}

/** The loan officer: whom it is assigned to, else who made it; one who may still look after borrowers. */
export async function readOfficer(
  db: Reads,
  scope: Scope,
  { assignedUserId, createdBy }: Pick<BorrowerRow, "assignedUserId" | "createdBy">,
): Promise<Owner | null> {
  for (const userId of [assignedUserId, createdBy]) {
    const [member] = userId === null ? [] : await db.run(scope, memberByUser, { userId });
    if (member && member.role !== "inactive" && member.role !== "guest") return member;
  }
  return null;
}

/** Who is told of a borrower: the officer, else the admins of the organization. */
export async function readOwners(
  db: Reads,
  scope: Scope,
  borrower: Pick<BorrowerRow, "assignedUserId" | "createdBy">,
): Promise<Owner[]> {
  const officer = await readOfficer(db, scope, borrower);
  return officer ? [officer] : db.run(scope, admins);
}
