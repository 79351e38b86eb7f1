// Owns the SQL by which invitations end without an answer: the right to send them is gone, or whom they are for.
import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import { emailKeyOf } from "#features/identity/server/store.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { inScope, touched } from "#kit/server/database/tables.ts";
import { isOpen } from "./invitation-store.ts";
import { invitations } from "./tables.ts";

const ended = { endedAt: sql`now()`, ...touched(invitations) };

/** Open ones that this person sent for the organization: their right to invite is gone. Gives the ids. */
export function endInvitationsBy(tx: Tx, scope: Scope, userId: string): Promise<string[]> {
  return endOpen(tx, scope, eq(invitations.invitedBy, userId));
}

/** Open ones to this person's own address. Gives the ids. */
export function endInvitationsTo(tx: Tx, scope: Scope, userId: string): Promise<string[]> {
  const theirs = sql`(select email_key from users where id = ${userId})`;
  return endOpen(tx, scope, eq(invitations.emailKey, theirs));
}

/** All open ones of an organization that nobody is left in. */
export async function endInvitationsOf(tx: Tx, scope: Scope): Promise<void> {
  await endOpen(tx, scope);
}

async function endOpen(tx: Tx, scope: Scope, isMeant?: SQL): Promise<string[]> {
  const rows = await tx.orm
    .update(invitations)
    .set(ended)
    .where(and(inScope(invitations, scope), isOpen, isMeant))
    .returning({ id: invitations.id });
  return rows.map(({ id }) => id);
}

/** Whatever was ever sent to this address: ended, without a name, and counted still. */
export async function forgetInvitations(tx: Tx, _across: AcrossScope, email: string): Promise<void> {
  const nobody = sql`'erased-' || ${invitations.id} || '@erased.invalid'`;
  await tx.orm
    .update(invitations)
    .set({
      ...{ firstName: "", lastName: "", email: nobody, emailKey: nobody, tokenHash: null, ...touched(invitations) },
      endedAt: sql`coalesce(${invitations.endedAt}, now())`,
    })
    .where(eq(invitations.emailKey, emailKeyOf(email)));
}

/** Those over so many days ago: accepted, ended, or never answered. */
export async function deleteOldInvitations(tx: Tx, _across: AcrossScope, days: number): Promise<void> {
  const over = sql`coalesce(${invitations.acceptedAt}, ${invitations.endedAt}, ${invitations.expiresAt})`;
  await tx.orm.delete(invitations).where(lt(over, sql`now() - make_interval(days => ${days})`));
}
