// Passkeys and challenges belong to users, not organizations, so these queries run in the system scope.
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { PASSKEY_MINUTES } from "#features/auth/contract.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { passkeyChallenges, passkeys } from "../schema.ts";
import type { CreatedWhen } from "../social/queries.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The oldest first. */
export function readPasskeys(db: ReadDb, system: SystemScope, userId: string): Promise<PasskeyRow[]> {
  return db.read(system, (query) =>
    query.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
  );
}

export async function readPasskey(
  db: ReadDb,
  system: SystemScope,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.read(system, (query) =>
    query.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)),
  );
  return row;
}

/** Undefined when the credential is registered already. */
export async function insertPasskey(
  tx: Tx,
  _systemScope: SystemScope,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.orm.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row;
}

/** Returns the passkey, unless the user has no such one. */
export async function updatePasskey(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  id: string,
  change: Partial<Pick<PasskeyRow, "name" | "signCount" | "isSynced" | "lastUsedAt">>,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.orm
    .update(passkeys)
    .set(change)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row;
}

/** Returns whether the user had it. */
export async function deletePasskey(tx: Tx, _systemScope: SystemScope, userId: string, id: string): Promise<boolean> {
  const deleted = await tx.orm
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** Deletes all of the user's passkeys, or those created then. Returns whether there were any. */
export async function deletePasskeys(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  made?: CreatedWhen,
): Promise<boolean> {
  const { createdAt, id } = passkeys;
  const isMeant = made && ("before" in made ? lt(createdAt, made.before) : gt(createdAt, made.after));
  const deleted = await tx.orm
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), isMeant))
    .returning({ id });
  return deleted.length > 0;
}

export async function insertChallenge(
  tx: Tx,
  _systemScope: SystemScope,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await tx.orm.insert(passkeyChallenges).values(challenge);
}

/** Deletes an open challenge and returns it, so that each can be answered once. */
export async function takeChallenge(tx: Tx, _systemScope: SystemScope, challengeHash: Buffer) {
  const [row] = await tx.orm
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        gt(passkeyChallenges.createdAt, sql`now() - make_interval(mins => ${PASSKEY_MINUTES})`),
      ),
    )
    .returning();
  return row;
}

export async function deleteOldChallenges(tx: Tx, _systemScope: SystemScope): Promise<void> {
  await tx.orm.delete(passkeyChallenges).where(lt(passkeyChallenges.createdAt, sql`now() - interval '1 hour'`));
}
