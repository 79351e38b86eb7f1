// Owns how a password and a code are judged: what each failure is told, and that it counts.
import { AppError, type ErrorCode } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { IdentityDeps } from "../deps.ts";
import { clearFailures, countFailure, guessAt, isStranger, takeFailures, type Guess } from "./lockout.ts";
import { mailSecurityNotice } from "../mails.ts";
import { recordAct } from "../accounts/record.ts";
import { provesSecondFactor } from "../second-factor/second-factor.ts";
import { lockPassword, readUser, type UserRow } from "../store.ts";

/** What somebody offers as proof. */
export interface Attempt {
  readonly password: string;
  readonly code?: string | undefined;
}

/** The person's present password against what they typed, with the count that guards it. Throws NO_PASSWORD, NO_USER. */
export async function checkOwnPassword(deps: IdentityDeps, person: SignedIn, password: string) {
  const user = await readUser(deps.db, deps.across, person.userId);
  if (!user) throw new AppError("NO_USER");
  if (user.passwordHash === null) throw new AppError("NO_PASSWORD");
  const guess = await guessAt(deps, person, user.email, user.id);
  return { user, guess, matches: await deps.passwords.matches(user.passwordHash, password) };
}

type Outcome = { readonly refusal: ErrorCode } | { readonly token: string };

/** Commits what was counted before the refusal is told. */
export async function settle(
  { db, across }: IdentityDeps,
  decide: (tx: Tx) => Promise<Outcome>,
): Promise<{ token: string }> {
  const outcome = await db.transaction(across, decide);
  if ("refusal" in outcome) throw new AppError(outcome.refusal);
  return outcome;
}

interface Judged {
  readonly user: UserRow | undefined;
  readonly matches: boolean;
  readonly guess: Guess;
  /** Without one, the password alone is judged. */
  readonly attempt?: Attempt;
  readonly visitor: Visitor;
}

/** `null`: they are who they say. A lock answers the right password too, or it would tell which guess was right. */
export async function judge(
  deps: IdentityDeps,
  tx: Tx,
  { user, matches, guess, attempt, visitor }: Judged,
): Promise<ErrorCode | null> {
  const failures = await takeFailures(tx, deps.across, guess);
  if (failures.isLocked) return "ACCOUNT_LOCKED";
  // Without an account there is nothing to guard, unless its absence must not show.
  if (!user && !deps.hideAccounts) return "EMAIL_NOT_FOUND";
  if (!user || !matches || !(await isStillTheirs(deps, tx, user)))
    return fail(deps, tx, { user, guess, visitor }, "INVALID_PASSWORD");
  if (attempt && user.hasSecondFactor) {
    const proof = await provesSecondFactor(deps, tx, user.id, attempt.code);
    if (proof === "missing") return "SECOND_FACTOR_REQUIRED";
    if (proof === "wrong") return fail(deps, tx, { user, guess, visitor }, "SECOND_FACTOR_WRONG");
  }
  // Where a code is due and none was asked for, what was counted of its guesses stays.
  const isWhole = attempt !== undefined || !user.hasSecondFactor;
  if (failures.areCounted && isWhole) await clearFailures(tx, deps.across, guess);
  return null;
}

/** Counts a failure; the one that locks is told to the owner, once a lock. */
export async function fail(
  deps: Pick<IdentityDeps, "across" | "jobs" | "spray">,
  tx: Tx,
  { user, guess, visitor }: Pick<Judged, "user" | "guess" | "visitor">,
  refusal: ErrorCode,
): Promise<ErrorCode> {
  if (isStranger(guess)) deps.spray.countFailure();
  if (!(await countFailure(tx, deps.across, guess))) return refusal;
  if (user) {
    await recordAct(tx, user, "user.locked", visitor);
    await deps.jobs.send(tx, mailSecurityNotice, { userId: user.id, notice: "account-locked" });
  }
  return "ACCOUNT_LOCKED";
}

/** Whether the password that was checked still opens the account: a concurrent change or required change ends it. */
async function isStillTheirs(deps: IdentityDeps, tx: Tx, user: UserRow): Promise<boolean> {
  const now = await lockPassword(tx, deps.across, user.id);
  return now?.passwordHash === user.passwordHash && now?.mustChangePassword === user.mustChangePassword;
}
