// Owns the SQL on attempts and connections. They belong to people, so all of it runs across.
import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Made } from "#features/identity/server/deps.ts";
import type { Connection, ProviderName } from "#features/social/contract.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { socialAttempts, socialConnections } from "./tables.ts";

export type AttemptRow = typeof socialAttempts.$inferSelect;

/** How an attempt is named on the way back: by our state or, at Twitter, by its request token. */
export type AttemptKey = { readonly stateHash: Buffer } | { readonly requestTokenHash: Buffer };

export async function insertAttempt(
  tx: Tx,
  _across: AcrossScope,
  attempt: typeof socialAttempts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(socialAttempts).values(attempt);
}

export async function deleteOldAttempts(tx: Tx, _across: AcrossScope): Promise<void> {
  await tx.orm.delete(socialAttempts).where(lt(socialAttempts.createdAt, sql`now() - interval '1 hour'`));
}

export async function readAttempt(db: Reads, across: AcrossScope, key: AttemptKey): Promise<AttemptRow | undefined> {
  const isMeant =
    "stateHash" in key
      ? eq(socialAttempts.stateHash, key.stateHash)
      : eq(socialAttempts.requestTokenHash, key.requestTokenHash);
  const [row] = await db.read(across, (query) => query.select().from(socialAttempts).where(isMeant));
  return row;
}

/** Under a lock: of requests at once, one after the other sees what the one before made of it. */
export async function lockAttempt(tx: Tx, _across: AcrossScope, stateHash: Buffer): Promise<AttemptRow | undefined> {
  const [row] = await tx.orm.select().from(socialAttempts).where(eq(socialAttempts.stateHash, stateHash)).for("update");
  return row;
}

/** Whether this code is the first for the attempt: then, and only then, it may be exchanged. */
export async function claimCode(tx: Tx, _across: AcrossScope, stateHash: Buffer, codeHash: Buffer): Promise<boolean> {
  const claimed = await tx.orm
    .update(socialAttempts)
    .set({ codeHash })
    .where(and(eq(socialAttempts.stateHash, stateHash), isNull(socialAttempts.codeHash), isNull(socialAttempts.usedAt)))
    .returning({ stateHash: socialAttempts.stateHash });
  return claimed.length > 0;
}

export async function updateAttempt(
  tx: Tx,
  _across: AcrossScope,
  stateHash: Buffer,
  change: Partial<Pick<AttemptRow, "secret" | "profile" | "failures" | "usedAt">>,
): Promise<void> {
  await tx.orm.update(socialAttempts).set(change).where(eq(socialAttempts.stateHash, stateHash));
}

/** Whose account this provider's person is connected to. */
export async function readConnectedUserId(
  db: Reads,
  across: AcrossScope,
  provider: ProviderName,
  subject: string,
): Promise<string | undefined> {
  const [row] = await db.read(across, (query) =>
    query
      .select({ userId: socialConnections.userId })
      .from(socialConnections)
      .where(and(eq(socialConnections.provider, provider), eq(socialConnections.subject, subject))),
  );
  return row?.userId;
}

export function readConnections(db: Reads, across: AcrossScope, userId: string): Promise<Connection[]> {
  return db.read(across, (query) =>
    query
      .select({
        provider: socialConnections.provider,
        name: socialConnections.name,
        connectedAt: socialConnections.createdAt,
      })
      .from(socialConnections)
      .where(eq(socialConnections.userId, userId))
      .orderBy(asc(socialConnections.provider)),
  );
}

/** Throws the unique violation of CONNECTION_RACES when one like it is there. */
export async function insertConnection(
  tx: Tx,
  _across: AcrossScope,
  connection: typeof socialConnections.$inferInsert,
): Promise<void> {
  await tx.orm.insert(socialConnections).values(connection);
}

/** The names of what is violated by a second connection of a provider's person, or of one of ours to a provider. */
export const CONNECTION_RACES = ["social_connections_pkey", "social_connections_one_each"];

export async function deleteConnection(
  tx: Tx,
  _across: AcrossScope,
  userId: string,
  provider: ProviderName,
): Promise<void> {
  await tx.orm
    .delete(socialConnections)
    .where(and(eq(socialConnections.userId, userId), eq(socialConnections.provider, provider)));
}

/** Those that a person began while signed in. */
export async function deleteAttempts(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  await tx.orm.delete(socialAttempts).where(eq(socialAttempts.userId, userId));
}

/** All of a person's, or those made so; whether there were any. */
export async function deleteConnections(tx: Tx, _across: AcrossScope, userId: string, made?: Made): Promise<boolean> {
  const { createdAt, provider } = socialConnections;
  const isMeant = made && ("before" in made ? lt(createdAt, made.before) : gt(createdAt, made.after));
  const ended = await tx.orm
    .delete(socialConnections)
    .where(and(eq(socialConnections.userId, userId), isMeant))
    .returning({ provider });
  return ended.length > 0;
}
