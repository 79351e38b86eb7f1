// Second factors belong to users, not organizations, so these queries run in the system scope.
import { eq } from "drizzle-orm";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { secondFactors } from "../schema.ts";

export type FactorRow = typeof secondFactors.$inferSelect;

export async function lockFactor(tx: Tx, _systemScope: SystemScope, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.orm.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
  return row;
}

/** The part without secrets. */
export async function readFactor(db: ReadDb, system: SystemScope, userId: string) {
  const [row] = await db.read(system, (query) =>
    query
      .select({ enabledAt: secondFactors.enabledAt, recoveryHashes: secondFactors.recoveryHashes })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId)),
  );
  return row;
}

/** Replaces an unfinished setup. */
export async function putFactor(tx: Tx, _systemScope: SystemScope, userId: string, secret: Buffer): Promise<void> {
  const fresh = { secret, enabledAt: null, lastStep: 0, recoveryHashes: [] };
  await tx.orm
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh });
}

export async function updateFactor(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  change: Partial<Pick<FactorRow, "enabledAt" | "lastStep" | "recoveryHashes">>,
): Promise<void> {
  await tx.orm.update(secondFactors).set(change).where(eq(secondFactors.userId, userId));
}

export async function deleteFactor(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
}
