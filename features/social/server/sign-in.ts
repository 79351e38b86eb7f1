// Owns the end of an attempt: who comes back with a provider's word is logged in, signed up or connected.
import { insertAccount } from "#features/identity/server/accounts/accounts.ts";
import { fail, settle } from "#features/identity/server/guesses/judge.ts";
import {
  clearFailures,
  countFailure,
  guessAt,
  STRANGER,
  takeFailures,
  type Guess,
} from "#features/identity/server/guesses/lockout.ts";
import { recordAct } from "#features/identity/server/accounts/record.ts";
import { provesSecondFactor } from "#features/identity/server/second-factor/second-factor.ts";
import { startSession } from "#features/identity/server/sessions/sessions.ts";
import { lockUser, readUserByEmail, type UserRow } from "#features/identity/server/store.ts";
import type { ProviderName } from "#features/social/contract.ts";
import type { ErrorCode } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { violatedConstraint, type Tx } from "#kit/server/database/database.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { Profile } from "#providers/oauth-provider.ts";
import { findAttempt, isOpen, readProfile, type Return } from "./attempts.ts";
import { connect, insertConnection, requireWhoBegan } from "./connections.ts";
import type { SocialDeps } from "./deps.ts";
import { CONNECTION_RACES, lockAttempt, readConnectedUserId, updateAttempt } from "./store.ts";

/** What the person adds when they are asked for it; the request is then sent again. */
interface Added {
  readonly email?: string | undefined;
  readonly secondFactorCode?: string | undefined;
}

type Outcome = { readonly refusal: ErrorCode; readonly isGuess?: true } | { readonly token: string };

/** Lost a race for the address or the connection: run again, it finds what the other one made. */
const RACES = new Set<string | undefined>(["users_email_key", ...CONNECTION_RACES]);

export async function completeAttempt(
  deps: SocialDeps,
  visitor: Visitor,
  { email, secondFactorCode, ...back }: Return & Added,
): Promise<{ token: string }> {
  const attempt = await findAttempt(deps, visitor, back);
  const connecting = attempt.userId === null ? null : await requireWhoBegan(deps, visitor, attempt.userId);
  const profile = await readProfile(deps, attempt, back);

  const decide = async (tx: Tx): Promise<Outcome> => {
    const open = await lockAttempt(tx, deps.across, attempt.stateHash);
    if (!open || !isOpen(open)) return { refusal: "SOCIAL_STATE_MISMATCH" };
    const outcome = connecting
      ? await connect(deps, tx, connecting, back.provider, profile)
      : await enter(deps, tx, visitor, { provider: back.provider, profile, email, secondFactorCode });
    // Used up in the transaction that gives the token, so of many requests at once one wins; what it held is forgotten.
    if ("token" in outcome) {
      const usedAt = new Date().toISOString();
      await updateAttempt(tx, deps.across, open.stateHash, { usedAt, secret: null, profile: null });
    } else if (outcome.isGuess) {
      await updateAttempt(tx, deps.across, open.stateHash, { failures: open.failures + 1 });
    }
    return outcome;
  };
  try {
    return await settle(deps, decide);
  } catch (error) {
    if (!RACES.has(violatedConstraint(error))) throw error;
    return settle(deps, decide);
  }
}

interface Entering extends Added {
  readonly provider: ProviderName;
  readonly profile: Profile;
}

async function enter(deps: SocialDeps, tx: Tx, visitor: Visitor, entering: Entering): Promise<Outcome> {
  const { provider, profile, secondFactorCode } = entering;
  const userId = await readConnectedUserId(tx, deps.across, provider, profile.subject);
  if (userId === undefined) return signUp(deps, tx, visitor, entering);
  // A password that has to be changed bars no one here: it is not what they get in by.
  const user = await lockUser(tx, deps.across, userId);
  if (!user) return { refusal: "NO_USER" };
  // A confirmation in another browser may have ended the connection before the lock.
  if ((await readConnectedUserId(tx, deps.across, provider, profile.subject)) !== userId)
    return { refusal: "SOCIAL_STATE_MISMATCH" };
  const refused = user.hasSecondFactor ? await judgeSecondFactor(deps, tx, visitor, user, secondFactorCode) : null;
  if (refused) return refused;
  await recordAct(tx, user, "user.logged-in", visitor, { provider });
  return { token: await startSession(deps, tx, user, visitor) };
}

/** Wrong codes count together with wrong passwords, and a lock of theirs answers the right code too. */
async function judgeSecondFactor(
  deps: SocialDeps,
  tx: Tx,
  visitor: Visitor,
  user: UserRow,
  code: string | undefined,
): Promise<Outcome | null> {
  const guess = await guessAt(deps, visitor, user.email, user.id, tx);
  const failures = await takeFailures(tx, deps.across, guess);
  if (failures.isLocked) return { refusal: "ACCOUNT_LOCKED" };
  const proof = await provesSecondFactor(deps, tx, user.id, code);
  if (proof === "missing") return { refusal: "SECOND_FACTOR_DUE" };
  if (proof === "wrong")
    return { refusal: await fail(deps, tx, { user, guess, visitor }, "CODE_WRONG"), isGuess: true };
  if (failures.areCounted) await clearFailures(tx, deps.across, guess);
  return null;
}

/** Never touches an account that is there: an address alone, whoever vouches for it, opens none. */
async function signUp(deps: SocialDeps, tx: Tx, visitor: Visitor, entering: Entering): Promise<Outcome> {
  const { provider, profile, email: added } = entering;
  const { firstName, lastName, pictureURL, isEmailVerified } = profile;
  const email = isEmailVerified ? profile.email : (added ?? null);
  if (email === null) return { refusal: "EMAIL_REQUIRED" };
  const guess = isEmailVerified ? null : guessOf(provider, profile);
  if (guess && (await takeFailures(tx, deps.across, guess)).isLocked) return { refusal: "ACCOUNT_LOCKED" };
  if (await readUserByEmail(tx, deps.across, email)) {
    // The same person may have signed up since from another browser: then the account is theirs.
    const userId = await readConnectedUserId(tx, deps.across, provider, profile.subject);
    if (userId !== undefined) return enter(deps, tx, visitor, entering);
    return guess ? judgeTypedAddress(deps, tx, guess) : { refusal: "EMAIL_TAKEN" };
  }
  const user = await insertAccount(deps, tx, visitor, {
    firstName,
    lastName,
    email,
    passwordHash: null,
    emailConfirmed: isEmailVerified,
    hasSocialAuth: true,
    profilePicURL: pictureURL,
  });
  await insertConnection(deps, tx, user.id, provider, profile);
  return { token: await startSession(deps, tx, user, visitor) };
}

/** Typed addresses could be tried out one after the other, so those of one person at a provider count together. */
function guessOf(provider: ProviderName, { subject }: Profile): Guess {
  return { addressHash: sha256(`${provider}:${subject}`), browserHash: STRANGER };
}

/** Looked at again once it is counted: of many at once, each sees those before it. No sign-up clears the count. */
async function judgeTypedAddress({ across }: SocialDeps, tx: Tx, guess: Guess): Promise<Outcome> {
  await countFailure(tx, across, guess);
  const { isLocked } = await takeFailures(tx, across, guess);
  return { refusal: isLocked ? "ACCOUNT_LOCKED" : "EMAIL_TAKEN", isGuess: true };
}
