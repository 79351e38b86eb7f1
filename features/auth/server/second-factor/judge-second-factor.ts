import type { Context } from "#platform/server/context.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { fail, lockedFor, type Refusal } from "../login-attempts/judge.ts";
import { clearFailures, guessAt, lockLoginFailures } from "../login-attempts/lockout.ts";
import type { UserRow } from "../queries.ts";
import { provesSecondFactor } from "./second-factor.ts";

/** `isGuess`: it counts against the attempt, too. */
export type GuessRefusal = Refusal & { readonly isGuess?: true };

/**
 * Of a user whom a provider has named. Wrong codes count together with wrong passwords, and their lock refuses the right
 * code too.
 */
export async function judgeSecondFactor(
  ctx: Context,
  tx: Tx,
  visitor: Visitor,
  user: UserRow,
  code: string | undefined,
): Promise<GuessRefusal | null> {
  const guess = await guessAt(ctx, visitor, user.email, user.id, tx);
  const failures = await lockLoginFailures(tx, ctx.system, guess);
  if (failures.lockedForSeconds > 0) return lockedFor(failures.lockedForSeconds);
  const proof = await provesSecondFactor(ctx, tx, user.id, code);
  if (proof === "missing") return { refusal: "SECOND_FACTOR_DUE" };
  if (proof === "wrong") return { ...(await fail(ctx, tx, { user, guess, visitor }, "CODE_WRONG")), isGuess: true };
  if (failures.areCounted) await clearFailures(tx, ctx.system, guess);
  return null;
}
