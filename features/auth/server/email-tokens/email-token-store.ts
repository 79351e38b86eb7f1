// Emailed links belong to users, not organizations, so these queries run in the system scope.
import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { emailTokens, type EmailPurpose } from "../schema.ts";

export type MailLinkRow = typeof emailTokens.$inferSelect;

/** @param since ISO 8601 */
export async function countLinks(
  tx: Tx,
  _systemScope: SystemScope,
  { userId, purpose, since }: { userId: string; purpose: EmailPurpose; since: string },
): Promise<number> {
  const [made] = await tx.orm
    .select({ count: count() })
    .from(emailTokens)
    .where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose), gt(emailTokens.createdAt, since)));
  return made!.count; // count() always returns one row.
}

/** Of one purpose, or of all. */
export async function endLinks(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  purpose?: EmailPurpose,
): Promise<void> {
  const isMeant = purpose && eq(emailTokens.purpose, purpose);
  await tx.orm
    .update(emailTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(emailTokens.userId, userId), isMeant, isNull(emailTokens.endedAt)));
}

export async function insertLink(
  tx: Tx,
  _systemScope: SystemScope,
  link: typeof emailTokens.$inferInsert,
): Promise<void> {
  await tx.orm.insert(emailTokens).values(link);
}

export async function deleteLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<void> {
  await tx.orm.delete(emailTokens).where(eq(emailTokens.hash, hash));
}

export async function readLink(db: ReadDb, system: SystemScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await db.read(system, (query) => query.select().from(emailTokens).where(eq(emailTokens.hash, hash)));
  return row;
}

export async function lockLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await tx.orm.select().from(emailTokens).where(eq(emailTokens.hash, hash)).for("update");
  return row;
}

export async function useLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<void> {
  await tx.orm
    .update(emailTokens)
    .set({ usedAt: sql`now()` })
    .where(eq(emailTokens.hash, hash));
}

/** Deletes links that expired more than `days` ago. */
export async function deleteOldLinks(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  await tx.orm.delete(emailTokens).where(lt(emailTokens.expiresAt, sql`now() - make_interval(days => ${days})`));
}
