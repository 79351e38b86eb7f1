import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { disconnectAll } from "../social/connections.ts";
import { checkOwnPassword, judge, settle } from "../login-attempts/judge.ts";
import { unlockAddress } from "../login-attempts/lockout.ts";
import { endMailLinks, openMailLink, requireOpenLink } from "../email-tokens/email-tokens.ts";
import { emailResetLink, emailSecurityNotice, queueLinkEmail } from "../emails.ts";
import { recordUserEvent } from "../accounts/accounts.ts";
import { deleteFactor } from "../second-factor/second-factor.ts";
import { endAllSessions, requireRecentAuthentication, startSession } from "../sessions/sessions.ts";
import {
  confirmAddress,
  forgetBrowsers,
  lockUser,
  readDevice,
  readUser,
  readUserByEmail,
  updateUser,
  type UserRow,
} from "../queries.ts";
import { requireGoodPassword } from "./passwords.ts";

/** Throws INVALID_PASSWORD, ACCOUNT_LOCKED, NO_PASSWORD. This browser continues with the returned token. */
export async function changePassword(
  ctx: Context,
  person: SignedIn,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ token: string }> {
  const proven = await checkOwnPassword(ctx, person, currentPassword);
  const { user: before } = proven;
  // With a second factor, the password alone must not be enough for this change.
  if (before.hasSecondFactor) requireRecentAuthentication(person);
  if (proven.matches) requireOwnWordsUnused(ctx, before, password);
  const passwordHash = proven.matches ? await ctx.passwords.hash(password) : null;
  return settle(ctx, async (tx) => {
    const refused = await judge(ctx, tx, { ...proven, visitor: person });
    if (refused || !passwordHash) return refused ?? { refusal: "INVALID_PASSWORD" };
    const device = person.deviceId === null ? undefined : await readDevice(tx, ctx.system, person.deviceId);
    await setPassword(ctx, tx, before, passwordHash, person);
    const { ssoOrganizationId = null, withPasskey = false } = device ?? {};
    const same = { authenticatedAt: person.authenticatedAt, ssoOrganizationId, withPasskey };
    return { token: await startSession(ctx, tx, before, person, same) };
  });
}

/** Reply and duration are the same with or without an account, because the email is sent later. */
export async function requestReset(ctx: Context, { email }: { email: string }): Promise<{ email: string }> {
  const user = await readUserByEmail(ctx.db, ctx.system, email);
  await ctx.db.transaction(ctx.system, async (tx) => {
    if (!user) await ctx.jobs.send(tx, emailResetLink, { userId: null });
    else await queueLinkEmail(ctx, tx, "reset-password", user.id);
  });
  return { email };
}

/** The link also proves the address. Throws LINK_DEAD. A refused password does not use up the link. */
export async function completeReset(
  ctx: Context,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  // Checked first, so that a dead link causes no expensive hashing.
  await requireOpenLink(ctx, "reset-password", token);
  const passwordHash = await ctx.passwords.hash(password);
  return ctx.db.transaction(ctx.system, async (tx) => {
    const { userId, wasUsed } = await openMailLink(tx, ctx.system, "reset-password", token);
    const owner = wasUsed ? undefined : await readUser(tx, ctx.system, userId);
    if (!owner) throw new AppError("LINK_DEAD");
    await unlockAddress(tx, ctx.system, owner.email); // before the user is locked, in the order of a sign-in
    const user = await lockUser(tx, ctx.system, userId);
    if (!user) throw new AppError("LINK_DEAD");
    requireOwnWordsUnused(ctx, user, password);
    if (!user.emailConfirmed) await endOtherAccess(ctx, tx, userId);
    // The user who created them had not proved that the address is theirs.
    else if (user.emailConfirmedAt !== null)
      await disconnectAll(tx, ctx.system, userId, { before: user.emailConfirmedAt });
    await setPassword(ctx, tx, user, passwordHash, visitor);
    return { email: user.email };
  });
}

/** The creator of the account had not proved the address, so every access they prepared is removed. */
async function endOtherAccess({ system }: Context, tx: Tx, userId: string): Promise<void> {
  await disconnectAll(tx, system, userId);
  await deleteFactor(tx, system, userId);
  await confirmAddress(tx, system, userId);
}

function requireOwnWordsUnused({ settings: { passwordMinLength } }: Context, user: UserRow, password: string): void {
  const lenders = user.memberships.map(({ organizationName }) => organizationName);
  requireGoodPassword(password, passwordMinLength, [user.firstName, user.lastName, user.email, ...lenders]);
}

async function setPassword(ctx: Context, tx: Tx, user: UserRow, passwordHash: string, visitor: Visitor): Promise<void> {
  await updateUser(tx, ctx.system, user.id, { passwordHash, mustChangePassword: false });
  await endAllSessions(ctx, tx, user.id);
  await forgetBrowsers(tx, ctx.system, user.id);
  await endMailLinks(tx, ctx.system, user.id);
  await recordUserEvent(tx, user, "user.password-changed", visitor);
  await ctx.jobs.send(tx, emailSecurityNotice, { userId: user.id, notice: "password-changed" });
}
