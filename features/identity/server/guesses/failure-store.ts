// Owns the SQL on failed log-ins. They belong to addresses, so all of it runs across.
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { arg } from "#kit/server/database/tables.ts";
import { loginFailures } from "../tables.ts";

export interface FailureKey {
  readonly addressHash: Buffer;
  readonly browserHash: Buffer;
}

type FailureRow = typeof loginFailures.$inferSelect;
type Count = Partial<Pick<FailureRow, "failures" | "firstFailedAt" | "lockCount" | "lockedUntil">>;

const failuresUnderLock = orm
  .select({ lockedUntil: loginFailures.lockedUntil })
  .from(loginFailures)
  .where(and(eq(loginFailures.addressHash, arg("addressHash")), eq(loginFailures.browserHash, arg("browserHash"))))
  .for("update")
  .prepare("login_failures_under_lock");

/** What is counted, under a lock; undefined when nothing is. */
export async function lockFailures(tx: Tx, across: AcrossScope, key: FailureKey) {
  const [row] = await tx.run(across, failuresUnderLock, { ...key });
  return row;
}

/** The same whole, begun where nothing was counted yet. */
export async function beginFailures(tx: Tx, _across: AcrossScope, key: FailureKey): Promise<FailureRow> {
  await tx.orm.insert(loginFailures).values(key).onConflictDoNothing();
  const [row] = await tx.orm.select().from(loginFailures).where(matching(key)).for("update");
  return row!; // inserted above where it was not there
}

export async function insertFailures(tx: Tx, _across: AcrossScope, key: FailureKey, count: Count): Promise<void> {
  await tx.orm.insert(loginFailures).values({ ...key, ...count });
}

export async function updateFailures(tx: Tx, _across: AcrossScope, key: FailureKey, count: Count): Promise<void> {
  await tx.orm
    .update(loginFailures)
    .set({ ...count, updatedAt: sql`now()` })
    .where(matching(key));
}

export async function deleteFailures(tx: Tx, _across: AcrossScope, key: FailureKey): Promise<void> {
  await tx.orm.delete(loginFailures).where(matching(key));
}

/** From whatever browser. */
export async function deleteFailuresOf(tx: Tx, _across: AcrossScope, addressHash: Buffer): Promise<void> {
  await tx.orm.delete(loginFailures).where(eq(loginFailures.addressHash, addressHash));
}

export async function lockFailuresOf(tx: Tx, _across: AcrossScope, addressHash: Buffer): Promise<void> {
  await tx.orm
    .select({ browserHash: loginFailures.browserHash })
    .from(loginFailures)
    .where(eq(loginFailures.addressHash, addressHash))
    .orderBy(loginFailures.browserHash)
    .for("update");
}

/** What locks now counts like this from here on; `false` when nothing did. */
export async function openLocks(tx: Tx, _across: AcrossScope, addressHash: Buffer, count: Count): Promise<boolean> {
  const opened = await tx.orm
    .update(loginFailures)
    .set({ ...count, updatedAt: sql`now()` })
    .where(and(eq(loginFailures.addressHash, addressHash), gt(loginFailures.lockedUntil, sql`now()`)))
    .returning({ browserHash: loginFailures.browserHash });
  return opened.length > 0;
}

/** The longest that stands against it now, from whatever browser. */
export async function readLock(db: Reads, across: AcrossScope, addressHash: Buffer): Promise<string | null> {
  const [row] = await db.read(across, (query) =>
    query
      .select({ lockedUntil: loginFailures.lockedUntil })
      .from(loginFailures)
      .where(and(eq(loginFailures.addressHash, addressHash), gt(loginFailures.lockedUntil, sql`now()`)))
      .orderBy(desc(loginFailures.lockedUntil))
      .limit(1),
  );
  return row?.lockedUntil ?? null;
}

/** What nobody has added to for so long, unless it still locks. */
export async function deleteOldFailures(tx: Tx, _across: AcrossScope, days: number): Promise<void> {
  const isOld = lt(loginFailures.updatedAt, sql`now() - make_interval(days => ${days})`);
  const isOpen = or(isNull(loginFailures.lockedUntil), lt(loginFailures.lockedUntil, sql`now()`));
  await tx.orm.delete(loginFailures).where(and(isOld, isOpen));
}

function matching({ addressHash, browserHash }: FailureKey) {
  return and(eq(loginFailures.addressHash, addressHash), eq(loginFailures.browserHash, browserHash));
}
