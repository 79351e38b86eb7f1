import type { Context } from "#platform/server/context.ts";
import { insertAccount, recordUserEvent } from "#features/auth/server/accounts/accounts.ts";
import { lockedFor, settle } from "#features/auth/server/login-attempts/judge.ts";
import {
  countFailure,
  lockLoginFailures,
  type LoginAttempt,
  UNKNOWN_BROWSER,
} from "#features/auth/server/login-attempts/lockout.ts";
import { type GuessRefusal, judgeSecondFactor } from "#features/auth/server/second-factor/judge-second-factor.ts";
import { startSession } from "#features/auth/server/sessions/sessions.ts";
import { lockUser, mayOnlyUseSso, readUserByEmail } from "#features/auth/server/queries.ts";
import type { ProviderName } from "#features/auth/contract.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import type { Profile } from "#providers/oauth/provider.ts";
import { findAttempt, isOpen, readProfile, type Return } from "./attempts.ts";
import { connect, insertConnection, requireWhoBegan } from "./connections.ts";
import { CONNECTION_RACES, lockAttempt, readConnectedUserId, updateAttempt } from "./queries.ts";

/** What the user adds on request. The browser then sends the call again. */
interface Added {
  readonly email?: string | undefined;
  readonly secondFactorCode?: string | undefined;
}

type Outcome = GuessRefusal | { readonly token: string };

/** Another request took the address or connection first. A second run finds what it created. */
const RACES = new Set<string | undefined>(["users_email_key", ...CONNECTION_RACES]);

export async function completeAttempt(
  ctx: Context,
  visitor: Visitor,
  { email, secondFactorCode, ...back }: Return & Added,
): Promise<{ token: string }> {
  const attempt = await findAttempt(ctx, visitor, back);
  const connecting = attempt.userId === null ? null : await requireWhoBegan(ctx, visitor, attempt.userId);
  const profile = await readProfile(ctx, attempt, back);

  const decide = async (tx: Tx): Promise<Outcome> => {
    const open = await lockAttempt(tx, ctx.system, attempt.stateHash);
    if (!open || !isOpen(open)) return { refusal: "SOCIAL_STATE_MISMATCH" };
    const outcome = connecting
      ? await connect(ctx, tx, connecting, back.provider, profile)
      : await enter(ctx, tx, visitor, { provider: back.provider, profile, email, secondFactorCode });
    // Used up in the transaction that issues the token, so that only one of many concurrent requests succeeds. Its
    // stored data is deleted.
    if ("token" in outcome) {
      const usedAt = new Date().toISOString();
      await updateAttempt(tx, ctx.system, open.stateHash, { usedAt, secret: null, profile: null });
    } else if (outcome.isGuess) {
      await updateAttempt(tx, ctx.system, open.stateHash, { failures: open.failures + 1 });
    }
    return outcome;
  };
  try {
    return await settle(ctx, decide);
  } catch (error) {
    if (!RACES.has(violatedConstraint(error))) throw error;
    return settle(ctx, decide);
  }
}

interface Entering extends Added {
  readonly provider: ProviderName;
  readonly profile: Profile;
}

async function enter(ctx: Context, tx: Tx, visitor: Visitor, entering: Entering): Promise<Outcome> {
  const { provider, profile, secondFactorCode } = entering;
  const userId = await readConnectedUserId(tx, ctx.system, provider, profile.subject);
  if (userId === undefined) return signUp(ctx, tx, visitor, entering);
  // A required password change does not matter here, because the user does not sign in with the password.
  const user = await lockUser(tx, ctx.system, userId);
  if (!user) return { refusal: "NO_USER" };
  // A confirmation in another browser may have removed the connection before the lock.
  if ((await readConnectedUserId(tx, ctx.system, provider, profile.subject)) !== userId)
    return { refusal: "SOCIAL_STATE_MISMATCH" };
  const refused = user.hasSecondFactor ? await judgeSecondFactor(ctx, tx, visitor, user, secondFactorCode) : null;
  if (refused) return refused;
  if (mayOnlyUseSso(user)) return { refusal: "SSO_REQUIRED" };
  await recordUserEvent(tx, user, "user.logged-in", visitor, { provider });
  return { token: await startSession(ctx, tx, user, visitor) };
}

/** Never changes an existing account. An address alone opens none, whichever provider vouches for it. */
async function signUp(ctx: Context, tx: Tx, visitor: Visitor, entering: Entering): Promise<Outcome> {
  const { provider, profile, email: added } = entering;
  const { firstName, lastName, pictureURL, isEmailVerified } = profile;
  const email = isEmailVerified ? profile.email : (added ?? null);
  if (email === null) return { refusal: "EMAIL_REQUIRED" };
  const guess = isEmailVerified ? null : guessOf(provider, profile);
  const lockSeconds = guess ? (await lockLoginFailures(tx, ctx.system, guess)).lockedForSeconds : 0;
  if (lockSeconds > 0) return lockedFor(lockSeconds);
  if (await readUserByEmail(tx, ctx.system, email)) {
    // The same user may have signed up in another browser since then, so the account is theirs.
    const userId = await readConnectedUserId(tx, ctx.system, provider, profile.subject);
    if (userId !== undefined) return enter(ctx, tx, visitor, entering);
    return guess ? judgeTypedAddress(ctx, tx, guess) : { refusal: "EMAIL_TAKEN" };
  }
  const user = await insertAccount(ctx, tx, visitor, {
    firstName,
    lastName,
    email,
    passwordHash: null,
    emailConfirmed: isEmailVerified,
    hasSocialAuth: true,
    profilePicURL: pictureURL,
  });
  await insertConnection(ctx, tx, user.id, provider, profile);
  return { token: await startSession(ctx, tx, user, visitor) };
}

/** An attacker could try addresses one after another, so attempts of one provider account count together. */
function guessOf(provider: ProviderName, { subject }: Profile): LoginAttempt {
  return { addressHash: sha256(`${provider}:${subject}`), browserHash: UNKNOWN_BROWSER };
}

/**
 * Checked again after counting, so that each concurrent request sees the earlier ones. A sign-up does not clear the
 * count.
 */
async function judgeTypedAddress({ system }: Context, tx: Tx, guess: LoginAttempt): Promise<Outcome> {
  await countFailure(tx, system, guess);
  const { lockedForSeconds } = await lockLoginFailures(tx, system, guess);
  return { ...(lockedForSeconds > 0 ? lockedFor(lockedForSeconds) : { refusal: "EMAIL_TAKEN" }), isGuess: true };
}
