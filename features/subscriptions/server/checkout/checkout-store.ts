// Owns the SQL on checkouts of visitors. Their people are new, so all of it runs across.
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { checkouts } from "../tables.ts";

type CheckoutRow = typeof checkouts.$inferSelect;

const isOfToday = gt(checkouts.createdAt, sql`now() - interval '1 day'`);

export async function readCheckout(db: Reads, across: AcrossScope, keyHash: Buffer): Promise<CheckoutRow | undefined> {
  const [row] = await db.read(across, (query) =>
    query
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.keyHash, keyHash), isOfToday)),
  );
  return row;
}

/** A key that was used for another request stays that one's. */
export async function insertCheckout(
  tx: Tx,
  _across: AcrossScope,
  checkout: typeof checkouts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(checkouts).values(checkout).onConflictDoNothing();
}

/** Those who begin from one network at once are counted one after the other. */
export async function lockNetwork(tx: Tx, _across: AcrossScope, network: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('checkout ' || ${network}, 0))`);
}

/** Those of the last hour. */
export async function countCheckouts(tx: Tx, _across: AcrossScope, network: string): Promise<number> {
  const isRecent = gt(checkouts.createdAt, sql`now() - interval '1 hour'`);
  const [begun] = await tx.orm
    .select({ count: count() })
    .from(checkouts)
    .where(and(eq(checkouts.network, network), isRecent));
  return begun!.count; // count() gives one row
}

export async function deleteOldCheckouts(tx: Tx, _across: AcrossScope): Promise<void> {
  await tx.orm.delete(checkouts).where(lt(checkouts.createdAt, sql`now() - interval '1 day'`));
}
