// Owns the SQL on mailed links. They belong to people, so all of it runs across.
import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { mailTokens, type MailPurpose } from "../tables.ts";

export type MailLinkRow = typeof mailTokens.$inferSelect;

/** @param since ISO 8601 */
export async function countLinks(
  tx: Tx,
  _across: AcrossScope,
  { userId, purpose, since }: { userId: string; purpose: MailPurpose; since: string },
): Promise<number> {
  const [made] = await tx.orm
    .select({ count: count() })
    .from(mailTokens)
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), gt(mailTokens.createdAt, since)));
  return made!.count; // count() gives one row
}

/** Of one purpose, or of every one. */
export async function endLinks(tx: Tx, _across: AcrossScope, userId: string, purpose?: MailPurpose): Promise<void> {
  const isMeant = purpose && eq(mailTokens.purpose, purpose);
  await tx.orm
    .update(mailTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(mailTokens.userId, userId), isMeant, isNull(mailTokens.endedAt)));
}

export async function insertLink(tx: Tx, _across: AcrossScope, link: typeof mailTokens.$inferInsert): Promise<void> {
  await tx.orm.insert(mailTokens).values(link);
}

export async function deleteLink(tx: Tx, _across: AcrossScope, hash: Buffer): Promise<void> {
  await tx.orm.delete(mailTokens).where(eq(mailTokens.hash, hash));
}

export async function readLink(db: Reads, across: AcrossScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await db.read(across, (query) => query.select().from(mailTokens).where(eq(mailTokens.hash, hash)));
  return row;
}

export async function lockLink(tx: Tx, _across: AcrossScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await tx.orm.select().from(mailTokens).where(eq(mailTokens.hash, hash)).for("update");
  return row;
}

export async function useLink(tx: Tx, _across: AcrossScope, hash: Buffer): Promise<void> {
  await tx.orm
    .update(mailTokens)
    .set({ usedAt: sql`now()` })
    .where(eq(mailTokens.hash, hash));
}

/** Those that ended by their time so many days ago. */
export async function deleteOldLinks(tx: Tx, _across: AcrossScope, days: number): Promise<void> {
  await tx.orm.delete(mailTokens).where(lt(mailTokens.expiresAt, sql`now() - make_interval(days => ${days})`));
}
