// Visitors at checkout have no account yet, so these queries run in the system scope.
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { checkouts } from "../schema.ts";

type CheckoutRow = typeof checkouts.$inferSelect;

const isOfToday = gt(checkouts.createdAt, sql`now() - interval '1 day'`);

export async function readCheckout(db: ReadDb, system: SystemScope, keyHash: Buffer): Promise<CheckoutRow | undefined> {
  const [row] = await db.read(system, (query) =>
    query
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.keyHash, keyHash), isOfToday)),
  );
  return row;
}

/** A key that was used for another request keeps belonging to that request. */
export async function insertCheckout(
  tx: Tx,
  _systemScope: SystemScope,
  checkout: typeof checkouts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(checkouts).values(checkout).onConflictDoNothing();
}

/** Serializes checkouts from one network, so that simultaneous ones are counted one after the other. */
export async function lockNetwork(tx: Tx, _systemScope: SystemScope, network: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('checkout ' || ${network}, 0))`);
}

/** Checkouts of the last hour. */
export async function countCheckouts(tx: Tx, _systemScope: SystemScope, network: string): Promise<number> {
  const isRecent = gt(checkouts.createdAt, sql`now() - interval '1 hour'`);
  const [begun] = await tx.orm
    .select({ count: count() })
    .from(checkouts)
    .where(and(eq(checkouts.network, network), isRecent));
  return begun!.count; // count() gives one row
}

export async function deleteOldCheckouts(tx: Tx, _systemScope: SystemScope): Promise<void> {
  await tx.orm.delete(checkouts).where(lt(checkouts.createdAt, sql`now() - interval '1 day'`));
}
