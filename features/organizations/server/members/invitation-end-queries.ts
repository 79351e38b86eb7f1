import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import { isOpen } from "./invitation-queries.ts";
import { invitations } from "../schema.ts";

const ended = { endedAt: sql`now()`, ...bumpVersion(invitations) };

/**
 * Ends the open invitations that this user sent for the organization, because they may no longer invite. Returns the
 * ids.
 */
export function endInvitationsBy(tx: Tx, scope: Scope, userId: string): Promise<string[]> {
  return endOpen(tx, scope, eq(invitations.invitedBy, userId));
}

/** Ends the open invitations to this user's own address. Returns the ids. */
export function endInvitationsTo(tx: Tx, scope: Scope, userId: string): Promise<string[]> {
  const theirs = sql`(select email_key from users where id = ${userId})`;
  return endOpen(tx, scope, eq(invitations.emailKey, theirs));
}

/** Ends all open invitations of an organization without members. */
export async function endInvitationsOf(tx: Tx, scope: Scope): Promise<void> {
  await endOpen(tx, scope);
}

async function endOpen(tx: Tx, scope: Scope, isMeant?: SQL): Promise<string[]> {
  const rows = await tx.orm
    .update(invitations)
    .set(ended)
    .where(and(tenantFilter(invitations, scope), isOpen, isMeant))
    .returning({ id: invitations.id });
  return rows.map(({ id }) => id);
}

/** Ends every invitation to this address and removes the name. They still count toward the limits. */
export async function forgetInvitations(tx: Tx, _systemScope: SystemScope, email: string): Promise<void> {
  const anonymous = sql`'erased-' || ${invitations.id} || '@erased.invalid'`;
  await tx.orm
    .update(invitations)
    .set({
      ...{
        firstName: "",
        lastName: "",
        email: anonymous,
        emailKey: anonymous,
        tokenHash: null,
        ...bumpVersion(invitations),
      },
      endedAt: sql`coalesce(${invitations.endedAt}, now())`,
    })
    .where(eq(invitations.emailKey, normalizeEmail(email)));
}

/** Deletes invitations that were accepted, ended or unanswered more than `days` ago. */
export async function deleteOldInvitations(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  const over = sql`coalesce(${invitations.acceptedAt}, ${invitations.endedAt}, ${invitations.expiresAt})`;
  await tx.orm.delete(invitations).where(lt(over, sql`now() - make_interval(days => ${days})`));
}
