import type * as z from "zod/mini";
import type { Context } from "#platform/server/context.ts";
import type { register } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import { violatedConstraint } from "#platform/server/database/database.ts";
import { emailAccountExists, queueLinkEmail } from "../emails.ts";
import { requireGoodPassword } from "../passwords/passwords.ts";
import { readUserByEmail } from "../queries.ts";
import { insertAccount } from "./accounts.ts";

const HOUR_SECONDS = 3_600;

/**
 * Never changes an existing account. A taken address is EMAIL_TAKEN or, with hideAccounts, an email to its owner. A
 * user with an invitation has proved that its address is theirs. Also throws LINK_DEAD, INVITATION_FOR_ANOTHER.
 */
export async function registerUser(
  ctx: Context,
  visitor: Visitor,
  { password, invitationToken, company, ...person }: z.output<(typeof register)["body"]>,
): Promise<{ email: string }> {
  const { firstName, lastName, email } = person;
  visitor.browser.remember(); // Set in both cases, so that no cookie reveals whether the address is taken.
  requireGoodPassword(password, ctx.settings.passwordMinLength, [firstName, lastName, email]);
  if (invitationToken !== undefined) await ctx.registration.requireInvited(ctx, invitationToken, email);
  // Hashed before the look-up, so that a taken address takes as long as a free one.
  const passwordHash = await ctx.passwords.hash(password);
  if (!(await readUserByEmail(ctx.db, ctx.system, email))) {
    try {
      const emailConfirmed = invitationToken !== undefined;
      const account = { ...person, passwordHash, emailConfirmed, hasSocialAuth: false, profilePicURL: null };
      await ctx.db.transaction(ctx.system, (tx) =>
        insertAccount(ctx, tx, visitor, account, { invitationToken, company }),
      );
      return { email };
    } catch (error) {
      if (violatedConstraint(error) !== "users_email_key") throw error; // another request took the address first
    }
  }
  // The invitation token proves that the address is the user's, so they may learn that it has an account.
  if (!ctx.settings.hideAccounts || invitationToken !== undefined) throw new AppError("EMAIL_TAKEN");
  await tellOwner(ctx, email);
  return { email };
}

/** Emails the confirm link again, to the caller's own address. Throws TOO_MANY_REQUESTS. */
export async function resendConfirmation(
  ctx: Context,
  { ownsEmail, userId }: SignedIn,
): Promise<{ isConfirmed: boolean }> {
  if (ownsEmail) return { isConfirmed: true };
  const isQueued = await ctx.db.transaction(ctx.system, (tx) => queueLinkEmail(ctx, tx, "confirm-email", userId));
  if (!isQueued) throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
  return { isConfirmed: false };
}

/** Emails the owner that someone tried to register with their address, at most once a day. */
export async function tellOwner(ctx: Context, email: string): Promise<void> {
  const owner = await readUserByEmail(ctx.db, ctx.system, email);
  if (owner) await ctx.db.transaction(ctx.system, (tx) => ctx.jobs.send(tx, emailAccountExists, { userId: owner.id }));
}
