// Failed sign-ins belong to addresses, not organizations, so these queries run in the system scope.
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import { loginFailures } from "../schema.ts";

export interface FailureKey {
  readonly addressHash: Buffer;
  readonly browserHash: Buffer;
}

type FailureRow = typeof loginFailures.$inferSelect;
type Count = Partial<Pick<FailureRow, "failures" | "firstFailedAt" | "lockCount" | "lockedUntil">>;

const failuresUnderLock = orm
  .select({ lockedUntil: loginFailures.lockedUntil })
  .from(loginFailures)
  .where(and(eq(loginFailures.addressHash, param("addressHash")), eq(loginFailures.browserHash, param("browserHash"))))
  .for("update")
  .prepare("login_failures_under_lock");

/** Locks and returns the counted failures, or undefined when there are none. */
export async function lockFailures(tx: Tx, system: SystemScope, key: FailureKey) {
  const [row] = await tx.run(system, failuresUnderLock, { ...key });
  return row;
}

/** The same, and creates the row when nothing is counted yet. */
export async function beginFailures(tx: Tx, _systemScope: SystemScope, key: FailureKey): Promise<FailureRow> {
  await tx.orm.insert(loginFailures).values(key).onConflictDoNothing();
  const [row] = await tx.orm.select().from(loginFailures).where(matching(key)).for("update");
  return row!; // The insert above makes sure that the row exists.
}

export async function insertFailures(tx: Tx, _systemScope: SystemScope, key: FailureKey, count: Count): Promise<void> {
  await tx.orm.insert(loginFailures).values({ ...key, ...count });
}

export async function updateFailures(tx: Tx, _systemScope: SystemScope, key: FailureKey, count: Count): Promise<void> {
  await tx.orm
    .update(loginFailures)
    .set({ ...count, updatedAt: sql`now()` })
    .where(matching(key));
}

export async function deleteFailures(tx: Tx, _systemScope: SystemScope, key: FailureKey): Promise<void> {
  await tx.orm.delete(loginFailures).where(matching(key));
}

/** From every browser. */
export async function deleteFailuresOf(tx: Tx, _systemScope: SystemScope, addressHash: Buffer): Promise<void> {
  await tx.orm.delete(loginFailures).where(eq(loginFailures.addressHash, addressHash));
}

export async function lockFailuresOf(tx: Tx, _systemScope: SystemScope, addressHash: Buffer): Promise<void> {
  await tx.orm
    .select({ browserHash: loginFailures.browserHash })
    .from(loginFailures)
    .where(eq(loginFailures.addressHash, addressHash))
    .orderBy(loginFailures.browserHash)
    .for("update");
}

/** Sets the counters of all locked rows of the address to these values. Returns `false` when nothing was locked. */
export async function openLocks(
  tx: Tx,
  _systemScope: SystemScope,
  addressHash: Buffer,
  count: Count,
): Promise<boolean> {
  const opened = await tx.orm
    .update(loginFailures)
    .set({ ...count, updatedAt: sql`now()` })
    .where(and(eq(loginFailures.addressHash, addressHash), gt(loginFailures.lockedUntil, sql`now()`)))
    .returning({ browserHash: loginFailures.browserHash });
  return opened.length > 0;
}

/** The end of the longest lock of the address, from any browser. */
export async function readLock(db: ReadDb, system: SystemScope, addressHash: Buffer): Promise<string | null> {
  const [row] = await db.read(system, (query) =>
    query
      .select({ lockedUntil: loginFailures.lockedUntil })
      .from(loginFailures)
      .where(and(eq(loginFailures.addressHash, addressHash), gt(loginFailures.lockedUntil, sql`now()`)))
      .orderBy(desc(loginFailures.lockedUntil))
      .limit(1),
  );
  return row?.lockedUntil ?? null;
}

/** Deletes counters that are older than this, unless they still lock. */
export async function deleteOldFailures(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  const isOld = lt(loginFailures.updatedAt, sql`now() - make_interval(days => ${days})`);
  const isOpen = or(isNull(loginFailures.lockedUntil), lt(loginFailures.lockedUntil, sql`now()`));
  await tx.orm.delete(loginFailures).where(and(isOld, isOpen));
}

function matching({ addressHash, browserHash }: FailureKey) {
  return and(eq(loginFailures.addressHash, addressHash), eq(loginFailures.browserHash, browserHash));
}
