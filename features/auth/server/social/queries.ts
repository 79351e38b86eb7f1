// Attempts and connections belong to users, not organizations, so these queries run in the system scope.
import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Connection, ProviderName } from "#features/auth/contract.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { socialAttempts, socialConnections } from "../schema.ts";

/** A creation time (ISO 8601) that is before or after the given one. */
export type CreatedWhen = { readonly before: string } | { readonly after: string };

export type AttemptRow = typeof socialAttempts.$inferSelect;

/** Identifies an attempt on return: by our state or, at Twitter, by its request token. */
export type AttemptKey = { readonly stateHash: Buffer } | { readonly requestTokenHash: Buffer };

export async function insertAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  attempt: typeof socialAttempts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(socialAttempts).values(attempt);
}

export async function deleteOldAttempts(tx: Tx, _systemScope: SystemScope): Promise<void> {
  await tx.orm.delete(socialAttempts).where(lt(socialAttempts.createdAt, sql`now() - interval '1 hour'`));
}

export async function readAttempt(db: ReadDb, system: SystemScope, key: AttemptKey): Promise<AttemptRow | undefined> {
  const isMeant =
    "stateHash" in key
      ? eq(socialAttempts.stateHash, key.stateHash)
      : eq(socialAttempts.requestTokenHash, key.requestTokenHash);
  const [row] = await db.read(system, (query) => query.select().from(socialAttempts).where(isMeant));
  return row;
}

/** Under a lock, so that each concurrent request sees what the previous one changed. */
export async function lockAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
): Promise<AttemptRow | undefined> {
  const [row] = await tx.orm.select().from(socialAttempts).where(eq(socialAttempts.stateHash, stateHash)).for("update");
  return row;
}

/** Whether this code is the first for the attempt. Only the first may be exchanged. */
export async function claimCode(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
  codeHash: Buffer,
): Promise<boolean> {
  const claimed = await tx.orm
    .update(socialAttempts)
    .set({ codeHash })
    .where(and(eq(socialAttempts.stateHash, stateHash), isNull(socialAttempts.codeHash), isNull(socialAttempts.usedAt)))
    .returning({ stateHash: socialAttempts.stateHash });
  return claimed.length > 0;
}

export async function updateAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
  change: Partial<Pick<AttemptRow, "secret" | "profile" | "failures" | "usedAt">>,
): Promise<void> {
  await tx.orm.update(socialAttempts).set(change).where(eq(socialAttempts.stateHash, stateHash));
}

/** The user who is connected to this provider account. */
export async function readConnectedUserId(
  db: ReadDb,
  system: SystemScope,
  provider: ProviderName,
  subject: string,
): Promise<string | undefined> {
  const [row] = await db.read(system, (query) =>
    query
      .select({ userId: socialConnections.userId })
      .from(socialConnections)
      .where(and(eq(socialConnections.provider, provider), eq(socialConnections.subject, subject))),
  );
  return row?.userId;
}

export function readConnections(db: ReadDb, system: SystemScope, userId: string): Promise<Connection[]> {
  return db.read(system, (query) =>
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

/** Throws a unique violation of CONNECTION_RACES when the connection exists. */
export async function insertConnection(
  tx: Tx,
  _systemScope: SystemScope,
  connection: typeof socialConnections.$inferInsert,
): Promise<void> {
  await tx.orm.insert(socialConnections).values(connection);
}

/** The constraints that a second connection violates: of a provider account, or of one user to a provider. */
export const CONNECTION_RACES = ["social_connections_pkey", "social_connections_one_each"];

export async function deleteConnection(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  provider: ProviderName,
): Promise<void> {
  await tx.orm
    .delete(socialConnections)
    .where(and(eq(socialConnections.userId, userId), eq(socialConnections.provider, provider)));
}

/** Attempts that the user started while signed in. */
export async function deleteAttempts(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(socialAttempts).where(eq(socialAttempts.userId, userId));
}

/** Deletes all of the user's connections, or those created then. Returns whether there were any. */
export async function deleteConnections(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  made?: CreatedWhen,
): Promise<boolean> {
  const { createdAt, provider } = socialConnections;
  const isMeant = made && ("before" in made ? lt(createdAt, made.before) : gt(createdAt, made.after));
  const ended = await tx.orm
    .delete(socialConnections)
    .where(and(eq(socialConnections.userId, userId), isMeant))
    .returning({ provider });
  return ended.length > 0;
}
