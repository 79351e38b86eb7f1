// Failed sign-ins belong to addresses, not organizations, so these queries run in the system scope.
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { isKnownBrowser } from "../queries.ts";
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { param } from "#platform/server/database/tables.ts";
import { loginFailures } from "../schema.ts";
import { AppError } from "#platform/contract/errors.ts";

interface FailureKey {
  readonly addressHash: Buffer;
  readonly browserHash: Buffer;
}

type FailureRow = typeof loginFailures.$inferSelect;
type Count = Partial<Pick<FailureRow, "failures" | "firstFailedAt" | "lockCount" | "lockedUntil">>;

const failuresUnderLock = prepared("login_failures_under_lock", () =>
  orm
    .select({ lockedUntil: loginFailures.lockedUntil })
    .from(loginFailures)
    .where(
      and(eq(loginFailures.addressHash, param("addressHash")), eq(loginFailures.browserHash, param("browserHash"))),
    )
    .for("update"),
);

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

/** Failures within the window that lock. Each lock lasts twice as long as the previous one, up to a day. */
const FAILURES_TO_LOCK = 5;
const WINDOW_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
/** Days until an unused count is deleted. */
const KEPT_DAYS = 1;

const MINUTE = 60_000;
/** The hash for every browser that is not known. */
export const UNKNOWN_BROWSER = Buffer.alloc(0);
/** The user id for an unknown address, so that it causes the same database queries. */
const NO_ONE = "00000000-0000-0000-0000-000000000000";

/** The failures counted together: of an address from one browser that it knows, or from all others. */
export type LoginAttempt = FailureKey;

/** A browser that this user has signed in from has its own count, so that a stranger cannot lock the user out. */
export async function guessAt(
  ctx: Context,
  { browser }: Pick<Visitor, "browser">,
  email: string,
  userId: string | undefined,
  reads: ReadDb = ctx.db,
): Promise<LoginAttempt> {
  const browserHash = browser.secret === null ? null : sha256(browser.secret);
  const isKnown = browserHash !== null && (await isKnownBrowser(reads, ctx.system, userId ?? NO_ONE, browserHash));
  return { addressHash: sha256(normalizeEmail(email)), browserHash: isKnown ? browserHash : UNKNOWN_BROWSER };
}

/** Whether the account was never signed in to from this browser. */
export function isStranger({ browserHash }: LoginAttempt): boolean {
  return browserHash.length === 0;
}

export interface Failures {
  /** Seconds until the lock ends. 0 when there is none. */
  readonly lockedForSeconds: number;
  /** Whether a success would clear something. */
  readonly areCounted: boolean;
}

/** The failures counted against this attempt, under a lock. */
export async function lockLoginFailures(tx: Tx, system: SystemScope, guess: LoginAttempt): Promise<Failures> {
  const row = await lockFailures(tx, system, guess);
  const lockedForMs = row?.lockedUntil == null ? 0 : Date.parse(row.lockedUntil) - Date.now();
  return { lockedForSeconds: Math.max(0, Math.ceil(lockedForMs / 1000)), areCounted: row !== undefined };
}

/** Counts one more failure. Returns the seconds of the lock that it starts, or 0. */
export async function countFailure(tx: Tx, system: SystemScope, guess: LoginAttempt): Promise<number> {
  const { firstFailedAt, failures, lockCount } = await beginFailures(tx, system, guess);
  const now = Date.now();
  const isSameRun = firstFailedAt !== null && now - Date.parse(firstFailedAt) < WINDOW_MINUTES * MINUTE;
  const counted = isSameRun ? failures + 1 : 1;
  if (counted < FAILURES_TO_LOCK) {
    const began = isSameRun ? firstFailedAt : new Date(now).toISOString();
    await updateFailures(tx, system, guess, { failures: counted, firstFailedAt: began });
    return 0;
  }
  const minutes = Math.min(WINDOW_MINUTES * 2 ** lockCount, LONGEST_LOCK_MINUTES);
  const lockedUntil = new Date(now + minutes * MINUTE).toISOString();
  const locked = { failures: 0, firstFailedAt: null, lockCount: lockCount + 1, lockedUntil };
  await updateFailures(tx, system, guess, locked);
  return minutes * 60;
}

/** Clears the count after a success. */
export function clearFailures(tx: Tx, system: SystemScope, guess: LoginAttempt): Promise<void> {
  return deleteFailures(tx, system, guess);
}

/** Locks the address until then (ISO 8601), except for browsers that it knows. */
export function lockAddress(tx: Tx, system: SystemScope, email: string, lockedUntil: string): Promise<void> {
  const key = { addressHash: sha256(normalizeEmail(email)), browserHash: UNKNOWN_BROWSER };
  return insertFailures(tx, system, key, { lockCount: 1, lockedUntil });
}

/** Ends every lock of an address, for a new password or an erased account. */
export function unlockAddress(tx: Tx, system: SystemScope, email: string): Promise<void> {
  return deleteFailuresOf(tx, system, sha256(normalizeEmail(email)));
}

/** Locks the counted failures of an address. Taken before the lock on its user, in the order of a sign-in. */
export async function holdFailures(tx: Tx, system: SystemScope, email: string): Promise<void> {
  await lockFailuresOf(tx, system, sha256(normalizeEmail(email)));
}

/** Unlocks an address for one attempt from any browser. Another failure locks it again, for longer. */
export function allowOneTry(tx: Tx, system: SystemScope, email: string): Promise<boolean> {
  const count = { failures: FAILURES_TO_LOCK - 1, firstFailedAt: new Date().toISOString(), lockedUntil: null };
  return openLocks(tx, system, sha256(normalizeEmail(email)), count);
}

/** When the last lock of the address ends (ISO 8601), from any browser. `null` when it is not locked. */
export function lockedUntil(db: ReadDb, system: SystemScope, email: string): Promise<string | null> {
  return readLock(db, system, sha256(normalizeEmail(email)));
}

/** Deletes counts that no one has added to for a day. */
export async function cleanUpFailures({ db, system }: Context): Promise<void> {
  await db.transaction(system, (tx) => deleteOldFailures(tx, system, KEPT_DAYS));
}

declare module "#platform/server/context.ts" {
  interface Context {
    readonly spray: SprayGuard;
  }
}

const WINDOW_MS = 60_000;

/** Applies only to unknown browsers, so that regular users can still sign in while it is closed. */
export interface SprayGuard {
  /** Throws TOO_MANY_REQUESTS until the end of a minute with too many failures. */
  requireOpen(): void;
  countFailure(): void;
}

export interface SprayOptions {
  /** Failures per minute in each process. */
  readonly perMinute?: number;
  /** Called once for each closing. */
  onClosed(): void;
}

export function createPasswordSprayGuard({ perMinute = 1_000, onClosed }: SprayOptions): SprayGuard {
  let failures = 0;
  let endsAt = 0;
  const isOver = () => Date.now() >= endsAt;
  return {
    requireOpen() {
      if (failures < perMinute || isOver()) return;
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) });
    },
    countFailure() {
      if (isOver()) {
        failures = 0;
        endsAt = Date.now() + WINDOW_MS;
      }
      failures++;
      if (failures === perMinute) onClosed();
    },
  };
}
