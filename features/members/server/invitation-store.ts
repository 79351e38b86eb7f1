// Owns the SQL on invitations; open is one that was neither accepted nor ended, though its link may be too old.
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { users } from "#features/identity/server/tables.ts";
import type { Member } from "#features/members/contract.ts";
import { organizations } from "#features/organizations/server/tables.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";
import { invitations } from "./tables.ts";

export const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.endedAt))!; // of two conditions it is one

const groupNames = sql<Member["groups"]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
  from groups g where g.organization_id = invitations.organization_id and g.id = any (invitations.group_ids))`;

/** What a list shows of an invitation; the statement joins the organization. */
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

const openById = orm
  .select(invitationFields)
  .from(invitations)
  .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
  .where(and(inScope(invitations), eq(invitations.id, arg("id")), isOpen))
  .prepare("invitation_open_by_id");

const byKey = orm
  .select({ ...invitationFields, isOpen: sql<boolean>`${isOpen}`.as("is_open") })
  .from(invitations)
  .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
  .where(
    and(
      inScope(invitations),
      eq(invitations.invitedBy, arg("invitedBy")),
      eq(invitations.idempotencyKey, arg("idempotencyKey")),
    ),
  )
  .prepare("invitation_by_key");

const organizationOf = orm
  .select({ organizationId: invitations.organizationId })
  .from(invitations)
  .where(and(eq(invitations.id, arg("id")), isOpen))
  .prepare("invitation_organization_of");

// Read before anybody is known to hold the right to it: the token is the right.
const aliveByToken = orm
  .select({
    organizationName: sql<string>`${organizations.name}`.as("organization_name"),
    inviterFirstName: sql<string>`${users.firstName}`.as("inviter_first_name"),
    inviterLastName: sql<string>`${users.lastName}`.as("inviter_last_name"),
    firstName: invitations.firstName,
    lastName: invitations.lastName,
    email: invitations.email,
    emailKey: invitations.emailKey,
    role: invitations.role,
    expiresAt: invitations.expiresAt,
  })
  .from(invitations)
  .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
  .innerJoin(users, eq(users.id, invitations.invitedBy))
  .where(and(eq(invitations.tokenHash, arg("tokenHash")), isOpen, sql`${invitations.expiresAt} > now()`))
  .prepare("invitation_alive_by_token");

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

export async function readOpenInvitation(db: Reads, scope: Scope, id: string): Promise<Member | undefined> {
  const [row] = await db.run(scope, openById, { id });
  return row && toPending(row);
}

/** What this person made under this key, if anything, and whether it is open still. */
export async function readInvitationByKey(db: Reads, scope: Scope, invitedBy: string, idempotencyKey: string) {
  const [row] = await db.run(scope, byKey, { invitedBy, idempotencyKey });
  if (!row) return undefined;
  const { isOpen: isStillOpen, ...made } = row;
  return { isOpen: isStillOpen, member: toPending(made) };
}

export async function readOrganizationOfInvitation(db: Reads, across: AcrossScope, id: string) {
  const [row] = await db.run(across, organizationOf, { id });
  return row?.organizationId;
}

/** One whose link works now. */
export async function readAliveInvitation(db: Reads, across: AcrossScope, tokenHash: Buffer) {
  const [row] = await db.run(across, aliveByToken, { tokenHash });
  return row;
}

/** Who invites whereto, and where answers go; whatever they are called now. */
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
    .where(and(inScope(invitations, scope), eq(invitations.id, id)));
  return row!; // of an invitation under the caller's lock, whose inviter and organization it refers to
}

export async function isInvited(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(inScope(invitations, scope), eq(invitations.emailKey, emailKeyOf(email)), isOpen));
  return rows.length > 0;
}

type NewInvitation = Omit<typeof invitations.$inferInsert, "organizationId" | "emailKey" | "mails"> & { email: string };

export async function insertInvitation(tx: Tx, scope: Scope, invitation: NewInvitation): Promise<void> {
  await tx.orm.insert(invitations).values({
    ...invitation,
    organizationId: scope.organizationId,
    emailKey: emailKeyOf(invitation.email),
    mails: sql`array[now()]::timestamptz[]`,
  });
}

const { mails: _counted, ...columns } = getTableColumns(invitations);
export type InvitationRow = Omit<typeof invitations.$inferSelect, "mails">;

export async function lockInvitation(tx: Tx, scope: Scope, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.orm
    .select(columns)
    .from(invitations)
    .where(and(inScope(invitations, scope), eq(invitations.id, id), isOpen))
    .for("update");
  return row;
}

/** Whose invitation it is: read first, since its organization is locked before it is. */
export async function readOrganizationByToken(tx: Tx, _across: AcrossScope, tokenHash: Buffer) {
  const [row] = await tx.orm
    .select({ organizationId: invitations.organizationId })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash));
  return row?.organizationId;
}

/** Accepted and ended ones, too. */
export async function lockByToken(tx: Tx, _across: AcrossScope, tokenHash: Buffer): Promise<InvitationRow | undefined> {
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

/** The one link that works from now on; no change that a form could be stale by. */
export async function keepLink(tx: Tx, scope: Scope, id: string, tokenHash: Buffer): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ tokenHash })
    .where(and(inScope(invitations, scope), eq(invitations.id, id)));
}

export async function updateInvitation(tx: Tx, scope: Scope, id: string, change: Change): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ ...change, ...touched(invitations) })
    .where(and(inScope(invitations, scope), eq(invitations.id, id)));
}
