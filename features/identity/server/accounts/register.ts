// Owns registering by email and password, and the mail that confirms the address.
import type * as z from "zod/mini";
import type { register } from "#features/identity/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import { violatedConstraint } from "#kit/server/database/database.ts";
import { insertAccount } from "./accounts.ts";
import type { IdentityDeps } from "../deps.ts";
import { mailAccountExists, queueLinkMail } from "../mails.ts";
import { requireGoodPassword } from "../passwords/passwords.ts";
import { readUserByEmail } from "../store.ts";

const HOUR_SECONDS = 3_600;

/**
 * Never touches an account that is there. A taken address is EMAIL_TAKEN, or a mail to its owner with hideAccounts.
 * Whoever holds an invitation has shown that its address is theirs. Throws LINK_DEAD, INVITATION_FOR_ANOTHER, too.
 */
export async function registerUser(
  deps: IdentityDeps,
  visitor: Visitor,
  { password, invitationToken, ...person }: z.output<(typeof register)["body"]>,
): Promise<{ email: string }> {
  const { firstName, lastName, email } = person;
  visitor.browser.remember(); // whether the address is taken or not, so that no cookie tells
  requireGoodPassword(password, deps.passwordMinLength, [firstName, lastName, email]);
  if (invitationToken !== undefined) await deps.invitations.requireFor(invitationToken, email);
  // Hashed before the look-up, so that a taken address takes as long as a free one.
  const passwordHash = await deps.passwords.hash(password);
  if (!(await readUserByEmail(deps.db, deps.across, email))) {
    try {
      const emailConfirmed = invitationToken !== undefined;
      const account = { ...person, passwordHash, emailConfirmed, hasSocialAuth: false, profilePicURL: null };
      await deps.db.transaction(deps.across, (tx) => insertAccount(deps, tx, visitor, account, invitationToken));
      return { email };
    } catch (error) {
      if (violatedConstraint(error) !== "users_email_key") throw error; // lost a race for the address
    }
  }
  // The token of an invitation shows that the address is theirs, so they may know what it has.
  if (!deps.hideAccounts || invitationToken !== undefined) throw new AppError("EMAIL_TAKEN");
  await tellOwner(deps, email);
  return { email };
}

/** Mails the confirm link again, to the caller's own address. Throws TOO_MANY_REQUESTS. */
export async function resendConfirmation(deps: IdentityDeps, { ownsEmail, userId }: SignedIn): Promise<void> {
  if (ownsEmail) return;
  const isQueued = await deps.db.transaction(deps.across, (tx) => queueLinkMail(deps, tx, "confirm-email", userId));
  if (!isQueued) throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
}

/** Mails the owner, once a day at most, that somebody tried to begin with their address. */
export async function tellOwner(deps: IdentityDeps, email: string): Promise<void> {
  const owner = await readUserByEmail(deps.db, deps.across, email);
  if (owner)
    await deps.db.transaction(deps.across, (tx) => deps.jobs.send(tx, mailAccountExists, { userId: owner.id }));
}
