import type { Context } from "#platform/server/context.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import { type Attempt, checkOwnPassword, judge, settle } from "../login-attempts/judge.ts";
import { guessAt, isStranger } from "../login-attempts/lockout.ts";
import { queueLinkEmail } from "../emails.ts";
import { recordOwnEvent, recordUserEvent } from "../accounts/accounts.ts";
import { mayOnlyUseSso, readUserByEmail, updateDevice, updateUser } from "../queries.ts";
import { renewToken, startSession } from "./sessions.ts";

export async function logInByPassword(
  ctx: Context,
  visitor: Visitor,
  { email, ...attempt }: Attempt & { email: string },
): Promise<{ token: string }> {
  const found = await readUserByEmail(ctx.db, ctx.system, email);
  const guess = await guessAt(ctx, visitor, email, found?.id);
  if (isStranger(guess)) ctx.spray.requireOpen();
  const matches = await ctx.passwords.matches(found?.passwordHash ?? null, attempt.password);
  const rehashed =
    matches && ctx.passwords.isOutdated(found?.passwordHash ?? "") ? await ctx.passwords.hash(attempt.password) : null;
  // Registering an address and signing in must not reveal whether it was free. Until the address is confirmed, its
  // password is treated as wrong and counted, like any password for a taken address.
  const isHidden = ctx.settings.hideAccounts && found !== undefined && !found.emailConfirmed && !found.hasSocialAuth;
  return settle(ctx, async (tx) => {
    if (matches && isHidden) await queueLinkEmail(ctx, tx, "confirm-email", found.id);
    const refused = await judge(ctx, tx, { user: found, matches: matches && !isHidden, guess, attempt, visitor });
    if (refused || !found) return refused ?? { refusal: "INVALID_PASSWORD" };
    if (mayOnlyUseSso(found)) return { refusal: "SSO_REQUIRED" };
    if (found.mustChangePassword) {
      await queueLinkEmail(ctx, tx, "reset-password", found.id);
      return { refusal: "PASSWORD_CHANGE_REQUIRED" };
    }
    if (rehashed) await updateUser(tx, ctx.system, found.id, { passwordHash: rehashed });
    await recordUserEvent(tx, found, "user.logged-in", visitor);
    return { token: await startSession(ctx, tx, found, visitor) };
  });
}

/** Throws NO_PASSWORD for a user who signs in only with a provider. They sign in again instead. */
export async function reauthenticate(ctx: Context, person: SignedIn, attempt: Attempt): Promise<{ token: string }> {
  const proven = await checkOwnPassword(ctx, person, attempt.password);
  return settle(ctx, async (tx) => {
    const refused = await judge(ctx, tx, { ...proven, attempt, visitor: person });
    if (refused) return refused;
    const authenticatedAt = new Date().toISOString();
    if (person.deviceId) await updateDevice(tx, ctx.system, person.deviceId, { authenticatedAt });
    await recordOwnEvent(tx, person, "user.reauthenticated");
    return renewToken(ctx, tx, person, authenticatedAt);
  });
}
