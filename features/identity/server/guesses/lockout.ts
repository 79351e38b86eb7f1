// Owns when an address closes itself against guessing: failures counted by address and browser, whether it is known or not.
import type { Visitor } from "#kit/server/actor.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { IdentityDeps } from "../deps.ts";
import * as store from "./failure-store.ts";
import type { FailureKey } from "./failure-store.ts";
import { emailKeyOf, isKnownBrowser } from "../store.ts";

/** Failures within the window that lock; each lock lasts twice the one before, a day at most. */
const FAILURES_TO_LOCK = 5;
const WINDOW_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
/** What is kept of an address that nobody tries any more. */
const KEPT_DAYS = 1;

const MINUTE = 60_000;
/** Stands for every browser that is not known. */
export const STRANGER = Buffer.alloc(0);
/** Stands for the person whom an unknown address does not have, so that the same is asked of the database. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Whose failures are counted together: an address's from one browser that it knows, or from all others. */
export type Guess = FailureKey;

/** A browser from which this person has logged in before has a count of its own, so that no stranger keeps them out. */
export async function guessAt(
  deps: Pick<IdentityDeps, "db" | "across">,
  { browser }: Pick<Visitor, "browser">,
  email: string,
  userId: string | undefined,
  reads: Reads = deps.db,
): Promise<Guess> {
  const browserHash = browser.secret === null ? null : sha256(browser.secret);
  const isKnown = browserHash !== null && (await isKnownBrowser(reads, deps.across, userId ?? NOBODY, browserHash));
  return { addressHash: sha256(emailKeyOf(email)), browserHash: isKnown ? browserHash : STRANGER };
}

/** Whether the browser is none that has logged in to the account. */
export function isStranger({ browserHash }: Guess): boolean {
  return browserHash.length === 0;
}

export interface Failures {
  readonly isLocked: boolean;
  /** Whether anything is counted that a success would clear. */
  readonly areCounted: boolean;
}

/** What stands against this guess, under a lock. */
export async function takeFailures(tx: Tx, across: AcrossScope, guess: Guess): Promise<Failures> {
  const row = await store.lockFailures(tx, across, guess);
  const isLocked = row?.lockedUntil != null && Date.parse(row.lockedUntil) > Date.now();
  return { isLocked, areCounted: row !== undefined };
}

/** Counts one more; `true` when it is the one that locks. */
export async function countFailure(tx: Tx, across: AcrossScope, guess: Guess): Promise<boolean> {
  const { firstFailedAt, failures, lockCount } = await store.beginFailures(tx, across, guess);
  const now = Date.now();
  const isSameRun = firstFailedAt !== null && now - Date.parse(firstFailedAt) < WINDOW_MINUTES * MINUTE;
  const counted = isSameRun ? failures + 1 : 1;
  if (counted < FAILURES_TO_LOCK) {
    const began = isSameRun ? firstFailedAt : new Date(now).toISOString();
    await store.updateFailures(tx, across, guess, { failures: counted, firstFailedAt: began });
    return false;
  }
  const minutes = Math.min(WINDOW_MINUTES * 2 ** lockCount, LONGEST_LOCK_MINUTES);
  const lockedUntil = new Date(now + minutes * MINUTE).toISOString();
  const locked = { failures: 0, firstFailedAt: null, lockCount: lockCount + 1, lockedUntil };
  await store.updateFailures(tx, across, guess, locked);
  return true;
}

/** A success ends the count that it passed. */
export function clearFailures(tx: Tx, across: AcrossScope, guess: Guess): Promise<void> {
  return store.deleteFailures(tx, across, guess);
}

/** Closed to everybody but browsers that it knows, until then (ISO 8601). */
export function lockAddress(tx: Tx, across: AcrossScope, email: string, lockedUntil: string): Promise<void> {
  const key = { addressHash: sha256(emailKeyOf(email)), browserHash: STRANGER };
  return store.insertFailures(tx, across, key, { lockCount: 1, lockedUntil });
}

/** A new password ends every lock of an address, and so does the end of an account. */
export function unlockAddress(tx: Tx, across: AcrossScope, email: string): Promise<void> {
  return store.deleteFailuresOf(tx, across, sha256(emailKeyOf(email)));
}

/** What is counted against an address under a lock: taken before its person, as a log-in takes them. */
export async function holdFailures(tx: Tx, across: AcrossScope, email: string): Promise<void> {
  await store.lockFailuresOf(tx, across, sha256(emailKeyOf(email)));
}

/** Opens a locked address for one try, from whatever browser; another wrong one locks it again, longer. */
export function allowOneTry(tx: Tx, across: AcrossScope, email: string): Promise<boolean> {
  const count = { failures: FAILURES_TO_LOCK - 1, firstFailedAt: new Date().toISOString(), lockedUntil: null };
  return store.openLocks(tx, across, sha256(emailKeyOf(email)), count);
}

/** Until when the address is closed to some browser (ISO 8601); `null`: it is open to all. */
export function lockedUntil(db: Reads, across: AcrossScope, email: string): Promise<string | null> {
  return store.readLock(db, across, sha256(emailKeyOf(email)));
}

/** Forgets what nobody has tried for a day. */
export async function sweepFailures({ db, across }: Pick<IdentityDeps, "db" | "across">): Promise<void> {
  await db.transaction(across, (tx) => store.deleteOldFailures(tx, across, KEPT_DAYS));
}
