// Owns getting in by password, and giving the proof anew while one is in.
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { IdentityDeps } from "../deps.ts";
import { checkOwnPassword, judge, settle, type Attempt } from "../guesses/judge.ts";
import { guessAt, isStranger } from "../guesses/lockout.ts";
import { queueLinkMail } from "../mails.ts";
import { recordAct, recordOwnAct } from "../accounts/record.ts";
import { renewToken, startSession } from "./sessions.ts";
import { readUserByEmail, updateDevice, updateUser } from "../store.ts";

export async function logInByPassword(
  deps: IdentityDeps,
  visitor: Visitor,
  { email, ...attempt }: Attempt & { email: string },
): Promise<{ token: string }> {
  const found = await readUserByEmail(deps.db, deps.across, email);
  const guess = await guessAt(deps, visitor, email, found?.id);
  if (isStranger(guess)) deps.spray.requireOpen();
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, attempt.password);
  const rehashed =
    matches && deps.passwords.isOutdated(found?.passwordHash ?? "")
      ? await deps.passwords.hash(attempt.password)
      : null;
  // Whoever registers an address and logs in must not learn whether it was free: until it is confirmed, its password is
  // as wrong as anybody's for a taken one, and counts as one.
  const isHidden = deps.hideAccounts && found !== undefined && !found.emailConfirmed && !found.hasSocialAuth;
  return settle(deps, async (tx) => {
    if (matches && isHidden) await queueLinkMail(deps, tx, "confirm-email", found.id);
    const refusal = await judge(deps, tx, { user: found, matches: matches && !isHidden, guess, attempt, visitor });
    if (refusal || !found) return { refusal: refusal ?? "INVALID_PASSWORD" };
    if (found.mustChangePassword) {
      await queueLinkMail(deps, tx, "reset-password", found.id);
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
    await recordOwnAct(tx, person, "user.reauthenticated");
    return renewToken(deps, tx, { ...person, authenticatedAt });
  });
}
