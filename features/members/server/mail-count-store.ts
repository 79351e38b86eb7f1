// Owns the SQL that counts invitation mails, so that neither an organization nor a mailbox gets more than its share.
import { and, eq, sql } from "drizzle-orm";
import { emailKeyOf } from "#features/identity/server/store.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";
import { invitations } from "./tables.ts";

const aDayAgo = sql`now() - interval '24 hours'`;

/** Whether the holder of the address said no to the organization within 24 hours. */
export async function hasDeclined(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        inScope(invitations, scope),
        eq(invitations.emailKey, emailKeyOf(email)),
        sql`${invitations.declinedAt} > ${aDayAgo}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Mails to this address asked for within 24 hours by whatever organization; until the commit nobody asks for another. */
export async function countMailsTo(tx: Tx, _scope: Scope, email: string): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(
    sql`select invitation_mails_to(${emailKeyOf(email)}) as count`,
  );
  return rows[0]!.count; // a function gives one row
}

/** Mails asked for within 24 hours, whatever became of their invitations. */
export async function countMails(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(sql`
    select count(*)::int as count from invitations i, unnest(i.mails) mail
    where i.organization_id = ${scope.organizationId}::uuid and i.updated_at > ${aDayAgo} and mail > ${aDayAgo}`);
  return rows[0]!.count; // count(*) gives one row
}

/** Notes one more mail; those that no longer count are forgotten. */
export async function noteMail(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ mails: sql`array(select mail from unnest(mails) mail where mail > ${aDayAgo}) || now()` })
    .where(and(inScope(invitations, scope), eq(invitations.id, id)));
}
