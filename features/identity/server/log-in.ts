// Owns how a person proves who they are by password, and what each failure is told.
import { AppError, type ErrorCode } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database.ts";
import type { IdentityDeps } from "./deps.ts";
import { clearFailures, countFailure, guessAt, takeFailures, type Guess } from "./lockout.ts";
import { mailResetLink, mailSecurityNotice } from "./mails.ts";
import { recordAct } from "./record.ts";
import { provesSecondFactor } from "./second-factor.ts";
import { renewToken, startSession } from "./sessions.ts";
import { lockPassword, readUser, readUserByEmail, updateDevice, updateUser, type UserRow } from "./store.ts";

interface Attempt {
  readonly password: string;
  readonly code?: string | undefined;
}

export async function logInByPassword(
  deps: IdentityDeps,
  visitor: Visitor,
  { email, ...attempt }: Attempt & { email: string },
): Promise<{ token: string }> {
  const found = await readUserByEmail(deps.db, deps.across, email);
  const guess = await guessAt(deps, visitor, email, found?.id);
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, attempt.password);
  const rehashed =
    matches && deps.passwords.isOutdated(found?.passwordHash ?? "")
      ? await deps.passwords.hash(attempt.password)
      : null;
  return settle(deps, async (tx) => {
    const refusal = await judge(deps, tx, { user: found, matches, guess, attempt, visitor });
    if (refusal || !found) return { refusal: refusal ?? "INVALID_PASSWORD" };
    if (found.mustChangePassword) {
      await deps.jobs.send(tx, mailResetLink, { userId: found.id });
      return { refusal: "PASSWORD_CHANGE_REQUIRED" };
    }
    if (rehashed) await updateUser(tx, deps.across, found.id, { passwordHash: rehashed });
    await recordAct(tx, found, "user.logged-in", visitor);
    return { token: await startSession(deps, tx, found, visitor) };
  });
}

/** Throws NO_PASSWORD for who gets in by a provider alone: they log in again instead. */
export async function reauthenticate(
  deps: IdentityDeps,
  person: SignedIn,
  attempt: Attempt,
): Promise<{ token: string }> {
  const proven = await checkOwnPassword(deps, person, attempt.password);
  return settle(deps, async (tx) => {
    const refusal = await judge(deps, tx, { ...proven, attempt, visitor: person });
    if (refusal) return { refusal };
    const authenticatedAt = new Date().toISOString();
    if (person.deviceId) await updateDevice(tx, deps.across, person.deviceId, { authenticatedAt });
    return renewToken(deps, tx, { ...person, authenticatedAt });
  });
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
  if (failures.areCounted) await clearFailures(tx, deps.across, guess);
  return null;
}

/** Counts a failure; the one that locks is told to the owner, once a lock. */
export async function fail(
  deps: Pick<IdentityDeps, "across" | "jobs">,
  tx: Tx,
  { user, guess, visitor }: Pick<Judged, "user" | "guess" | "visitor">,
  refusal: ErrorCode,
): Promise<ErrorCode> {
  if (!(await countFailure(tx, deps.across, guess))) return refusal;
  if (user) {
    await recordAct(tx, user, "user.locked", visitor);
    await deps.jobs.send(tx, mailSecurityNotice, { userId: user.id, notice: "account-locked" });
  }
  return "ACCOUNT_LOCKED";
}

/** Whether the password that was checked is the present one: one changed meanwhile opens nothing any more. */
async function isStillTheirs(deps: IdentityDeps, tx: Tx, { id, passwordHash }: UserRow): Promise<boolean> {
  return (await lockPassword(tx, deps.across, id))?.passwordHash === passwordHash;
}
