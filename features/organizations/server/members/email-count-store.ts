import { and, eq, sql } from "drizzle-orm";
import { normalizeEmail } from "#features/auth/server/store.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { invitations } from "./schema.ts";

const aDayAgo = sql`now() - interval '24 hours'`;

/** Whether the owner of the address declined an invitation of the organization within 24 hours. */
export async function hasDeclined(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        tenantFilter(invitations, scope),
        eq(invitations.emailKey, normalizeEmail(email)),
        sql`${invitations.declinedAt} > ${aDayAgo}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Emails to this address requested within 24 hours by all organizations. Locks the address until the commit. */
export async function countEmailsTo(tx: Tx, _scope: Scope, email: string): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(
    sql`select invitation_mails_to(${normalizeEmail(email)}) as count`,
  );
  return rows[0]!.count; // a function returns one row
}

/** Emails requested within 24 hours, whatever happened to their invitations. */
export async function countEmails(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(sql`
    select count(*)::int as count from invitations i, unnest(i.mails) mail
    where i.organization_id = ${scope.organizationId}::uuid and i.updated_at > ${aDayAgo} and mail > ${aDayAgo}`);
  return rows[0]!.count; // count(*) returns one row
}

/** Records one more email and deletes those that no longer count. */
export async function recordEmail(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ emails: sql`array(select mail from unnest(mails) mail where mail > ${aDayAgo}) || now()` })
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id)));
}
