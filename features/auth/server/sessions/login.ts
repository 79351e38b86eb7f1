import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { IdentityDeps } from "../deps.ts";
import { checkOwnPassword, judge, settle, type Attempt } from "../login-attempts/judge.ts";
import { guessAt, isStranger } from "../login-attempts/lockout.ts";
import { queueLinkEmail } from "../emails.ts";
import { recordUserEvent, recordOwnEvent } from "../accounts/record.ts";
import { renewToken, startSession } from "./sessions.ts";
import { readUserByEmail, updateDevice, updateUser } from "../store.ts";

export async function logInByPassword(
  deps: IdentityDeps,
  visitor: Visitor,
  { email, ...attempt }: Attempt & { email: string },
): Promise<{ token: string }> {
  const found = await readUserByEmail(deps.db, deps.system, email);
  const guess = await guessAt(deps, visitor, email, found?.id);
  if (isStranger(guess)) deps.spray.requireOpen();
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, attempt.password);
  const rehashed =
    matches && deps.passwords.isOutdated(found?.passwordHash ?? "")
      ? await deps.passwords.hash(attempt.password)
      : null;
  // Registering an address and signing in must not reveal whether it was free. Until the address is confirmed, its
  // password is treated as wrong and counted, like any password for a taken address.
  const isHidden = deps.hideAccounts && found !== undefined && !found.emailConfirmed && !found.hasSocialAuth;
  return settle(deps, async (tx) => {
    if (matches && isHidden) await queueLinkEmail(deps, tx, "confirm-email", found.id);
    const refused = await judge(deps, tx, { user: found, matches: matches && !isHidden, guess, attempt, visitor });
    if (refused || !found) return refused ?? { refusal: "INVALID_PASSWORD" };
    if (found.mustChangePassword) {
      await queueLinkEmail(deps, tx, "reset-password", found.id);
      return { refusal: "PASSWORD_CHANGE_REQUIRED" };
    }
    if (rehashed) await updateUser(tx, deps.system, found.id, { passwordHash: rehashed });
    await recordUserEvent(tx, found, "user.logged-in", visitor);
    return { token: await startSession(deps, tx, found, visitor) };
  });
}

/** Throws NO_PASSWORD for a user who signs in only with a provider. They sign in again instead. */
export async function reauthenticate(
  deps: IdentityDeps,
  person: SignedIn,
  attempt: Attempt,
): Promise<{ token: string }> {
  const proven = await checkOwnPassword(deps, person, attempt.password);
  return settle(deps, async (tx) => {
    const refused = await judge(deps, tx, { ...proven, attempt, visitor: person });
    if (refused) return refused;
    const authenticatedAt = new Date().toISOString();
    if (person.deviceId) await updateDevice(tx, deps.system, person.deviceId, { authenticatedAt });
    await recordOwnEvent(tx, person, "user.reauthenticated");
    return renewToken(deps, tx, person, authenticatedAt);
  });
}
