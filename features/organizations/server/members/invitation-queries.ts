import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { organizations, users } from "#features/directory/server/schema.ts";
import type { Member } from "#features/organizations/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { invitations } from "../schema.ts";

export const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.endedAt))!; // defined for two conditions

const groupNames = sql<Member["groups"]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
  from groups g where g.organization_id = invitations.organization_id and g.id = any (invitations.group_ids))`;

/** What a list shows of an invitation. The statement joins the organization. */
export const invitationFields = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  organizationName: sql<string>`${organizations.name}`.as("organization_name"),
  firstName: invitations.firstName,
  lastName: invitations.lastName,
  email: invitations.email,
  role: invitations.role,
  groups: groupNames.as("groups"),
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
  version: invitations.version,
};

const openById = prepared("invitation_open_by_id", () =>
  orm
    .select(invitationFields)
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(tenantFilter(invitations), eq(invitations.id, param("id")), isOpen)),
);

const byKey = prepared("invitation_by_key", () =>
  orm
    .select({ ...invitationFields, isOpen: sql<boolean>`${isOpen}`.as("is_open") })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(
      and(
        tenantFilter(invitations),
        eq(invitations.invitedBy, param("invitedBy")),
        eq(invitations.idempotencyKey, param("idempotencyKey")),
      ),
    ),
);

const organizationOf = prepared("invitation_organization_of", () =>
  orm
    .select({ organizationId: invitations.organizationId })
    .from(invitations)
    .where(and(eq(invitations.id, param("id")), isOpen)),
);

// Read before the user is known, because the token gives the access.
const aliveByToken = prepared("invitation_alive_by_token", () =>
  orm
    .select({
      organizationName: sql<string>`${organizations.name}`.as("organization_name"),
      inviterFirstName: sql<string>`${users.firstName}`.as("inviter_first_name"),
      inviterLastName: sql<string>`${users.lastName}`.as("inviter_last_name"),
      firstName: invitations.firstName,
      lastName: invitations.lastName,
      email: invitations.email,
      emailKey: invitations.emailKey,
      role: invitations.role,
      hasAccount: sql<boolean>`exists (
      select from users invited where invited.email_key = ${invitations.emailKey} and invited.deleted_at is null)`.as(
        "has_account",
      ),
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.tokenHash, param("tokenHash")), isOpen, sql`${invitations.expiresAt} > now()`)),
);

type SelectedInvitation = Awaited<ReturnType<typeof openById.execute>>[number];

export function toPending({ organizationId, organizationName, ...row }: SelectedInvitation): Member {
  return {
    ...row,
    organization: { id: organizationId, name: organizationName },
    userId: null,
    profilePicURL: null,
    status: "pending",
    emailConfirmed: false,
    mustChangePassword: false,
  };
}

export async function readOpenInvitation(db: ReadDb, scope: Scope, id: string): Promise<Member | undefined> {
  const [row] = await db.run(scope, openById, { id });
  return row && toPending(row);
}

/** The invitation that this user created with this idempotency key, if any, and whether it is open. */
export async function readInvitationByKey(db: ReadDb, scope: Scope, invitedBy: string, idempotencyKey: string) {
  const [row] = await db.run(scope, byKey, { invitedBy, idempotencyKey });
  if (!row) return undefined;
  const { isOpen: isStillOpen, ...made } = row;
  return { isOpen: isStillOpen, member: toPending(made) };
}

export async function readOrganizationOfInvitation(db: ReadDb, system: SystemScope, id: string) {
  const [row] = await db.run(system, organizationOf, { id });
  return row?.organizationId;
}

/** An invitation whose link works now. */
export async function readAliveInvitation(db: ReadDb, system: SystemScope, tokenHash: Buffer) {
  const [row] = await db.run(system, aliveByToken, { tokenHash });
  return row;
}

/** Who invites to which organization, and where replies go, with current names. */
export async function readInviting(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx.orm
    .select({
      organizationName: organizations.name,
      inviterName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      replyTo: sql<string | null>`organizations.reply_to`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id)));
  return row!; // The caller has locked the invitation, which refers to its inviter and organization.
}

export async function isInvited(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(tenantFilter(invitations, scope), eq(invitations.emailKey, normalizeEmail(email)), isOpen));
  return rows.length > 0;
}

type NewInvitation = Omit<typeof invitations.$inferInsert, "organizationId" | "emailKey" | "emails"> & {
  email: string;
};

export async function insertInvitation(tx: Tx, scope: Scope, invitation: NewInvitation): Promise<void> {
  await tx.orm.insert(invitations).values({
    ...invitation,
    organizationId: scope.organizationId,
    emailKey: normalizeEmail(invitation.email),
    emails: sql`array[now()]::timestamptz[]`,
  });
}

const { emails: _counted, ...columns } = getTableColumns(invitations);
export type InvitationRow = Omit<typeof invitations.$inferSelect, "emails">;

export async function lockInvitation(tx: Tx, scope: Scope, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.orm
    .select(columns)
    .from(invitations)
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id), isOpen))
    .for("update");
  return row;
}

/** The organization of the invitation. Read first, because its lock comes before the invitation's. */
export async function readOrganizationByToken(tx: Tx, _systemScope: SystemScope, tokenHash: Buffer) {
  const [row] = await tx.orm
    .select({ organizationId: invitations.organizationId })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash));
  return row?.organizationId;
}

/** Accepted and ended ones, too. */
export async function lockByToken(
  tx: Tx,
  _systemScope: SystemScope,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  const [row] = await tx.orm
    .select(columns)
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash))
    .for("update");
  return row;
}

type Change = Partial<
  Pick<
    typeof invitations.$inferInsert,
    "role" | "groupIds" | "tokenHash" | "expiresAt" | "acceptedAt" | "endedAt" | "declinedAt"
  >
>;

/** Stores the only link that works from now on. Does not raise the version, because no form shows the link. */
export async function keepLink(tx: Tx, scope: Scope, id: string, tokenHash: Buffer): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ tokenHash })
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id)));
}

export async function updateInvitation(tx: Tx, scope: Scope, id: string, change: Change): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ ...change, ...bumpVersion(invitations) })
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id)));
}
