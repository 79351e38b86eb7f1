// Owns the SQL on second factors. They belong to people, so all of it runs across.
import { eq } from "drizzle-orm";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { secondFactors } from "../tables.ts";

export type FactorRow = typeof secondFactors.$inferSelect;

export async function lockFactor(tx: Tx, _across: AcrossScope, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.orm.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
  return row;
}

/** What may be shown of it. */
export async function readFactor(db: Reads, across: AcrossScope, userId: string) {
  const [row] = await db.read(across, (query) =>
    query
      .select({ enabledAt: secondFactors.enabledAt, recoveryHashes: secondFactors.recoveryHashes })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId)),
  );
  return row;
}

/** In place of one that was begun before. */
export async function putFactor(tx: Tx, _across: AcrossScope, userId: string, secret: Buffer): Promise<void> {
  const fresh = { secret, enabledAt: null, lastStep: 0, recoveryHashes: [] };
  await tx.orm
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh });
}

export async function updateFactor(
  tx: Tx,
  _across: AcrossScope,
  userId: string,
  change: Partial<Pick<FactorRow, "enabledAt" | "lastStep" | "recoveryHashes">>,
): Promise<void> {
  await tx.orm.update(secondFactors).set(change).where(eq(secondFactors.userId, userId));
}

export async function deleteFactor(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
}
