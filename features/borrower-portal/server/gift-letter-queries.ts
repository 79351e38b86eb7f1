import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { giftLetters } from "#features/borrowers/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";

export type GiftLetterRow = typeof giftLetters.$inferSelect;

// Read before the caller's rights are known: the token is the right.
const byToken = prepared("gift_letter_by_token", () =>
  orm
    .select()
    .from(giftLetters)
    .where(eq(giftLetters.tokenHash, param("tokenHash"))),
);

export async function readByToken(
  db: ReadDb,
  system: SystemScope,
  tokenHash: Buffer,
): Promise<GiftLetterRow | undefined> {
  const [row] = await db.run(system, byToken, { tokenHash });
  return row;
}

export async function readGiftLetter(db: ReadDb, scope: Scope, id: string): Promise<GiftLetterRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(giftLetters)
      .where(and(tenantFilter(giftLetters, scope), eq(giftLetters.id, id))),
  );
  return row;
}

/** The oldest first. */
export function readGiftLettersOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<GiftLetterRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(giftLetters)
      .where(and(tenantFilter(giftLetters, scope), eq(giftLetters.borrowerId, borrowerId)))
      .orderBy(asc(giftLetters.createdAt), asc(giftLetters.id)),
  );
}

export async function insertGiftLetter(
  tx: Tx,
  scope: Scope,
  letter: Omit<typeof giftLetters.$inferInsert, "organizationId">,
): Promise<GiftLetterRow> {
  const [row] = await tx.orm
    .insert(giftLetters)
    .values({ ...letter, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

type GiftLetterChange = Partial<
  Pick<GiftLetterRow, "tokenHash" | "expiresAt" | "sentAt" | "emailedAt" | "endedAt" | "evidenceId">
>;

export async function updateGiftLetter(tx: Tx, scope: Scope, id: string, change: GiftLetterChange): Promise<void> {
  await tx.orm
    .update(giftLetters)
    .set(change)
    .where(and(tenantFilter(giftLetters, scope), eq(giftLetters.id, id)));
}

/** Stores the token hash of a link that is about to be emailed; `undefined`: it was signed or revoked since. */
export async function keepDonorToken(
  tx: Tx,
  scope: Scope,
  id: string,
  tokenHash: Buffer,
): Promise<GiftLetterRow | undefined> {
  const [row] = await tx.orm
    .update(giftLetters)
    .set({ tokenHash })
    .where(
      and(
        tenantFilter(giftLetters, scope),
        eq(giftLetters.id, id),
        isNull(giftLetters.endedAt),
        isNull(giftLetters.evidenceId),
        sql`${giftLetters.expiresAt} > now()`,
      ),
    )
    .returning();
  return row;
}

/** The mail server accepted the email with this token. A link that was asked for since is not marked. */
export async function markGiftLinkEmailed(tx: Tx, scope: Scope, id: string, tokenHash: Buffer): Promise<void> {
  await tx.orm
    .update(giftLetters)
    .set({ emailedAt: sql`now()` })
    .where(and(tenantFilter(giftLetters, scope), eq(giftLetters.id, id), eq(giftLetters.tokenHash, tokenHash)));
}
