import type { Context } from "#platform/server/context.ts";
import { AppError, type ErrorCode } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { emailSecurityNotice } from "../emails.ts";
import { recordUserEvent } from "../accounts/accounts.ts";
import { provesSecondFactor } from "../second-factor/second-factor.ts";
import { lockPassword, readUser, type UserRow } from "../queries.ts";
import { clearFailures, countFailure, guessAt, isStranger, lockLoginFailures, type LoginAttempt } from "./lockout.ts";

/** What a user enters to sign in. */
export interface Attempt {
  readonly password: string;
  readonly code?: string | undefined;
}

/** Compares the user's current password with the typed one and counts failures. Throws NO_PASSWORD, NO_USER. */
export async function checkOwnPassword(ctx: Context, person: SignedIn, password: string) {
  const user = await readUser(ctx.db, ctx.system, person.userId);
  if (!user) throw new AppError("NO_USER");
  if (user.passwordHash === null) throw new AppError("NO_PASSWORD");
  const guess = await guessAt(ctx, person, user.email, user.id);
  return { user, guess, matches: await ctx.passwords.matches(user.passwordHash, password) };
}

export interface Refusal {
  readonly refusal: ErrorCode;
  /** Seconds until a lock ends. */
  readonly retryAfter?: number;
}

type Outcome = Refusal | { readonly token: string };

export function lockedFor(seconds: number): Refusal {
  return { refusal: "ACCOUNT_LOCKED", retryAfter: seconds };
}

/** Commits the counted failure before it throws the refusal. */
export async function settle(
  { db, system }: Context,
  decide: (tx: Tx) => Promise<Outcome>,
): Promise<{ token: string }> {
  const outcome = await db.transaction(system, decide);
  if ("refusal" in outcome) {
    const { refusal, retryAfter } = outcome;
    throw new AppError(refusal, { ...(retryAfter !== undefined && { retryAfter }) });
  }
  return outcome;
}

interface LoginCheck {
  readonly user: UserRow | undefined;
  readonly matches: boolean;
  readonly guess: LoginAttempt;
  /** Without one, only the password is checked. */
  readonly attempt?: Attempt;
  readonly visitor: Visitor;
}

/**
 * `null`: the user has proved who they are. A lock also refuses the right password, because otherwise the reply would
 * reveal which guess was right.
 */
export async function judge(
  ctx: Context,
  tx: Tx,
  { user, matches, guess, attempt, visitor }: LoginCheck,
): Promise<Refusal | null> {
  const failures = await lockLoginFailures(tx, ctx.system, guess);
  if (failures.lockedForSeconds > 0) return lockedFor(failures.lockedForSeconds);
  // Without an account there is nothing to protect, unless the reply must hide that.
  if (!user && !ctx.settings.hideAccounts) return { refusal: "EMAIL_NOT_FOUND" };
  if (!user || !matches || !(await isStillTheirs(ctx, tx, user)))
    return fail(ctx, tx, { user, guess, visitor }, "INVALID_PASSWORD");
  if (attempt && user.hasSecondFactor) {
    const proof = await provesSecondFactor(ctx, tx, user.id, attempt.code);
    if (proof === "missing") return { refusal: "SECOND_FACTOR_REQUIRED" };
    if (proof === "wrong") return fail(ctx, tx, { user, guess, visitor }, "SECOND_FACTOR_WRONG");
  }
  // When a code is due and was not asked for yet, the count of wrong codes remains.
  const isWhole = attempt !== undefined || !user.hasSecondFactor;
  if (failures.areCounted && isWhole) await clearFailures(tx, ctx.system, guess);
  return null;
}

/** Counts a failure. The owner is notified of the failure that locks the address, once per lock. */
export async function fail(
  ctx: Context,
  tx: Tx,
  { user, guess, visitor }: Pick<LoginCheck, "user" | "guess" | "visitor">,
  refusal: ErrorCode,
): Promise<Refusal> {
  if (isStranger(guess)) ctx.spray.countFailure();
  const lockSeconds = await countFailure(tx, ctx.system, guess);
  if (lockSeconds === 0) return { refusal };
  if (user) {
    await recordUserEvent(tx, user, "user.locked", visitor);
    await ctx.jobs.send(tx, emailSecurityNotice, { userId: user.id, notice: "account-locked" });
  }
  return lockedFor(lockSeconds);
}

/** Whether the checked password still opens the account. A concurrent change of it or a required change ends that. */
async function isStillTheirs(ctx: Context, tx: Tx, user: UserRow): Promise<boolean> {
  const now = await lockPassword(tx, ctx.system, user.id);
  return now?.passwordHash === user.passwordHash && now?.mustChangePassword === user.mustChangePassword;
}
