// Owns when an address closes itself against guessing: failures counted by address and browser, whether it is known or not.
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Visitor } from "#kit/server/actor.ts";
import { orm, type Reads, type Tx } from "#kit/server/database.ts";
import type { AcrossScope } from "#kit/server/scope.ts";
import { sha256 } from "#kit/server/sha256.ts";
import { arg } from "#kit/server/tables.ts";
import type { IdentityDeps } from "./deps.ts";
import { emailKeyOf, isKnownBrowser } from "./store.ts";
import { loginFailures } from "./tables.ts";

/** Failures within the window that lock; each lock lasts twice the one before, a day at most. */
const FAILURES_TO_LOCK = 5;
const WINDOW_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
/** What is kept of an address that nobody tries any more. */
const KEPT_DAYS = 1;

const MINUTE = 60_000;
const STRANGER = Buffer.alloc(0);
/** Stands for the person whom an unknown address does not have, so that the same is asked of the database. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

const failuresUnderLock = orm
  .select({ lockedUntil: loginFailures.lockedUntil })
  .from(loginFailures)
  .where(and(eq(loginFailures.addressHash, arg("addressHash")), eq(loginFailures.browserHash, arg("browserHash"))))
  .for("update")
  .prepare("login_failures_under_lock");

/** Whose failures are counted together: an address's from one browser that it knows, or from all others. */
export interface Guess {
  readonly addressHash: Buffer;
  readonly browserHash: Buffer;
}

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

export interface Failures {
  readonly isLocked: boolean;
  /** Whether anything is counted that a success would clear. */
  readonly areCounted: boolean;
}

/** What stands against this guess, under a lock. */
export async function takeFailures(tx: Tx, across: AcrossScope, guess: Guess): Promise<Failures> {
  const [row] = await tx.run(across, failuresUnderLock, { ...guess });
  const isLocked = row?.lockedUntil != null && Date.parse(row.lockedUntil) > Date.now();
  return { isLocked, areCounted: row !== undefined };
}

/** Counts one more; `true` when it is the one that locks. */
export async function countFailure(tx: Tx, _across: AcrossScope, guess: Guess): Promise<boolean> {
  await tx.orm.insert(loginFailures).values(guess).onConflictDoNothing();
  const [row] = await tx.orm.select().from(loginFailures).where(matching(guess)).for("update");
  const now = Date.now();
  const { firstFailedAt, failures, lockCount } = row!; // inserted above where it was not there
  const isSameRun = firstFailedAt !== null && now - Date.parse(firstFailedAt) < WINDOW_MINUTES * MINUTE;
  const counted = isSameRun ? failures + 1 : 1;
  const locks = counted >= FAILURES_TO_LOCK;
  const minutes = Math.min(WINDOW_MINUTES * 2 ** lockCount, LONGEST_LOCK_MINUTES);
  await tx.orm
    .update(loginFailures)
    .set({
      updatedAt: sql`now()`,
      ...(locks
        ? {
            failures: 0,
            firstFailedAt: null,
            lockCount: lockCount + 1,
            lockedUntil: new Date(now + minutes * MINUTE).toISOString(),
          }
        : { failures: counted, firstFailedAt: isSameRun ? firstFailedAt : new Date(now).toISOString() }),
    })
    .where(matching(guess));
  return locks;
}

/** A success ends the count that it passed. */
export async function clearFailures(tx: Tx, _across: AcrossScope, guess: Guess): Promise<void> {
  await tx.orm.delete(loginFailures).where(matching(guess));
}

/** Closed to everybody but browsers that it knows, until then (ISO 8601). */
export async function lockAddress(tx: Tx, _across: AcrossScope, email: string, lockedUntil: string): Promise<void> {
  const guess = { addressHash: sha256(emailKeyOf(email)), browserHash: STRANGER };
  await tx.orm.insert(loginFailures).values({ ...guess, lockCount: 1, lockedUntil });
}

/** A new password ends every lock of an address, and so does the end of an account. */
export async function unlockAddress(tx: Tx, _across: AcrossScope, email: string): Promise<void> {
  await tx.orm.delete(loginFailures).where(eq(loginFailures.addressHash, sha256(emailKeyOf(email))));
}

/** Forgets what nobody has tried for a day. */
export async function sweepFailures({ db, across }: Pick<IdentityDeps, "db" | "across">): Promise<void> {
  const isOld = lt(loginFailures.updatedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
  const isOpen = or(isNull(loginFailures.lockedUntil), lt(loginFailures.lockedUntil, sql`now()`));
  await db.transaction(across, async (tx) => {
    await tx.orm.delete(loginFailures).where(and(isOld, isOpen));
  });
}

function matching({ addressHash, browserHash }: Guess) {
  return and(eq(loginFailures.addressHash, addressHash), eq(loginFailures.browserHash, browserHash));
}
