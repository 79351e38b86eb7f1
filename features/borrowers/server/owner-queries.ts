import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import type { BorrowerRow } from "./queries.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Borrower } from "#features/borrowers/contract.ts";

const fields = {
  userId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  nmlsId: users.nmlsId,
  phone: users.phone,
  role: memberships.role,
};

const memberByUser = prepared("owner_by_user", () =>
  orm
    .select(fields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(tenantFilter(memberships), eq(memberships.userId, param("userId")), eq(memberships.status, "active"))),
);

const admins = prepared("owners_admins", () =>
  orm
    .select(fields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(tenantFilter(memberships), eq(memberships.status, "active"), inArray(memberships.role, ["root", "admin"])),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.id)),
);

export type Owner = Awaited<ReturnType<typeof memberByUser.execute>>[number];

/** `undefined`: no active member. */
export async function readMember(db: ReadDb, scope: Scope, userId: string): Promise<Owner | undefined> {
  const [member] = await db.run(scope, memberByUser, { userId });
  return member;
}

/** The loan officer: the assignee, otherwise the creator, if they may still look after borrowers. */
export async function readOfficer(
  db: ReadDb,
  scope: Scope,
  { assignedUserId, createdBy }: Pick<BorrowerRow, "assignedUserId" | "createdBy">,
): Promise<Owner | null> {
  for (const userId of [assignedUserId, createdBy]) {
    const [member] = userId === null ? [] : await db.run(scope, memberByUser, { userId });
    if (member && member.role !== "inactive" && member.role !== "guest") return member;
  }
  return null;
}

/** The recipients of emails about a borrower: the officer, otherwise the admins of the organization. */
export async function readOwners(
  db: ReadDb,
  scope: Scope,
  borrower: Pick<BorrowerRow, "assignedUserId" | "createdBy">,
): Promise<Owner[]> {
  const officer = await readOfficer(db, scope, borrower);
  return officer ? [officer] : readAdmins(db, scope);
}

/** Everyone who leads the organization, the first member first. */
export function readAdmins(db: ReadDb, scope: Scope): Promise<Owner[]> {
  return db.run(scope, admins);
}

const viewers = prepared("borrower_viewers", () =>
  orm
    .select(fields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        tenantFilter(memberships),
        eq(memberships.status, "active"),
        sql`(${memberships.role} = 'admin' or (
        ${memberships.role} in ('root', 'editor', 'observer', 'registered') and ${users.id} = any (${param("owners")}::uuid[])
        and (not (${organizations.restrictByGroup} and ${memberships.role} in ('editor', 'observer'))
          or ${param("groupIds")}::uuid[] = '{}' or exists (select from group_members gm
            where gm.organization_id = ${memberships.organizationId} and gm.membership_id = ${memberships.id}
              and gm.group_id = any (${param("groupIds")}::uuid[])))))`,
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
);

/** Members who may see the borrower: admins, and the creator and the assignee where their groups allow it. */
export function readViewers(
  db: ReadDb,
  scope: Scope,
  { createdBy, assignedUserId, groupIds }: Pick<BorrowerRow, "createdBy" | "assignedUserId" | "groupIds">,
): Promise<Owner[]> {
  const owners = [createdBy, assignedUserId].filter((id) => id !== null);
  return db.run(scope, viewers, { owners: `{${owners.join(",")}}`, groupIds: `{${groupIds.join(",")}}` });
}

export interface LoanPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

type OnLoan = LoanPerson & Pick<Borrower, "coBorrowers">;

/** The borrower first. */
export function peopleOf({ coBorrowers, ...borrower }: OnLoan): LoanPerson[] {
  return [borrower, ...coBorrowers].map(({ firstName, lastName, email }) => ({ firstName, lastName, email }));
}

/** `undefined`: no one on the loan has this address. If two people share one address, the first counts. */
export function personWith(borrower: OnLoan, email: string): LoanPerson | undefined {
  const key = normalizeEmail(email);
  return peopleOf(borrower).find((person) => normalizeEmail(person.email) === key);
}

/** Uses the same comparison as `personWith`. A connection without a known holder belongs to the borrower. */
export function isHeldBy(
  { holderEmail }: { readonly holderEmail: string | null },
  borrower: Pick<Borrower, "email">,
  email: string,
): boolean {
  return (holderEmail ?? normalizeEmail(borrower.email)) === normalizeEmail(email);
}
