import { normalizeEmail } from "#platform/text/email.ts";
import type { Context } from "#platform/server/context.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { isKnownBrowser } from "../store.ts";
import * as store from "./failure-store.ts";
import type { FailureKey } from "./failure-store.ts";

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
  const row = await store.lockFailures(tx, system, guess);
  const lockedForMs = row?.lockedUntil == null ? 0 : Date.parse(row.lockedUntil) - Date.now();
  return { lockedForSeconds: Math.max(0, Math.ceil(lockedForMs / 1000)), areCounted: row !== undefined };
}

/** Counts one more failure. Returns the seconds of the lock that it starts, or 0. */
export async function countFailure(tx: Tx, system: SystemScope, guess: LoginAttempt): Promise<number> {
  const { firstFailedAt, failures, lockCount } = await store.beginFailures(tx, system, guess);
  const now = Date.now();
  const isSameRun = firstFailedAt !== null && now - Date.parse(firstFailedAt) < WINDOW_MINUTES * MINUTE;
  const counted = isSameRun ? failures + 1 : 1;
  if (counted < FAILURES_TO_LOCK) {
    const began = isSameRun ? firstFailedAt : new Date(now).toISOString();
    await store.updateFailures(tx, system, guess, { failures: counted, firstFailedAt: began });
    return 0;
  }
  const minutes = Math.min(WINDOW_MINUTES * 2 ** lockCount, LONGEST_LOCK_MINUTES);
  const lockedUntil = new Date(now + minutes * MINUTE).toISOString();
  const locked = { failures: 0, firstFailedAt: null, lockCount: lockCount + 1, lockedUntil };
  await store.updateFailures(tx, system, guess, locked);
  return minutes * 60;
}

/** Clears the count after a success. */
export function clearFailures(tx: Tx, system: SystemScope, guess: LoginAttempt): Promise<void> {
  return store.deleteFailures(tx, system, guess);
}

/** Locks the address until then (ISO 8601), except for browsers that it knows. */
export function lockAddress(tx: Tx, system: SystemScope, email: string, lockedUntil: string): Promise<void> {
  const key = { addressHash: sha256(normalizeEmail(email)), browserHash: UNKNOWN_BROWSER };
  return store.insertFailures(tx, system, key, { lockCount: 1, lockedUntil });
}

/** Ends every lock of an address, for a new password or an erased account. */
export function unlockAddress(tx: Tx, system: SystemScope, email: string): Promise<void> {
  return store.deleteFailuresOf(tx, system, sha256(normalizeEmail(email)));
}

/** Locks the counted failures of an address. Taken before the lock on its user, in the order of a sign-in. */
export async function holdFailures(tx: Tx, system: SystemScope, email: string): Promise<void> {
  await store.lockFailuresOf(tx, system, sha256(normalizeEmail(email)));
}

/** Unlocks an address for one attempt from any browser. Another failure locks it again, for longer. */
export function allowOneTry(tx: Tx, system: SystemScope, email: string): Promise<boolean> {
  const count = { failures: FAILURES_TO_LOCK - 1, firstFailedAt: new Date().toISOString(), lockedUntil: null };
  return store.openLocks(tx, system, sha256(normalizeEmail(email)), count);
}

/** When the last lock of the address ends (ISO 8601), from any browser. `null` when it is not locked. */
export function lockedUntil(db: ReadDb, system: SystemScope, email: string): Promise<string | null> {
  return store.readLock(db, system, sha256(normalizeEmail(email)));
}

/** Deletes counts that no one has added to for a day. */
export async function cleanUpFailures({ db, system }: Context): Promise<void> {
  await db.transaction(system, (tx) => store.deleteOldFailures(tx, system, KEPT_DAYS));
}
