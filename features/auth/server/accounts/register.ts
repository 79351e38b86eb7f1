import type * as z from "zod/mini";
import type { register } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import { violatedConstraint } from "#platform/server/database/database.ts";
import { insertAccount } from "./accounts.ts";
import type { IdentityDeps } from "../deps.ts";
import { emailAccountExists, queueLinkEmail } from "../emails.ts";
import { requireGoodPassword } from "../passwords/passwords.ts";
import { readUserByEmail } from "../store.ts";

const HOUR_SECONDS = 3_600;

/**
 * Never changes an existing account. A taken address is EMAIL_TAKEN or, with hideAccounts, an email to its owner. A
 * user with an invitation has proved that its address is theirs. Also throws LINK_DEAD, INVITATION_FOR_ANOTHER.
 */
export async function registerUser(
  deps: IdentityDeps,
  visitor: Visitor,
  { password, invitationToken, ...person }: z.output<(typeof register)["body"]>,
): Promise<{ email: string }> {
  const { firstName, lastName, email } = person;
  visitor.browser.remember(); // Set in both cases, so that no cookie reveals whether the address is taken.
  requireGoodPassword(password, deps.passwordMinLength, [firstName, lastName, email]);
  if (invitationToken !== undefined) await deps.invitations.requireFor(invitationToken, email);
  // Hashed before the look-up, so that a taken address takes as long as a free one.
  const passwordHash = await deps.passwords.hash(password);
  if (!(await readUserByEmail(deps.db, deps.system, email))) {
    try {
      const emailConfirmed = invitationToken !== undefined;
      const account = { ...person, passwordHash, emailConfirmed, hasSocialAuth: false, profilePicURL: null };
      await deps.db.transaction(deps.system, (tx) => insertAccount(deps, tx, visitor, account, invitationToken));
      return { email };
    } catch (error) {
      if (violatedConstraint(error) !== "users_email_key") throw error; // another request took the address first
    }
  }
  // The invitation token proves that the address is the user's, so they may learn that it has an account.
  if (!deps.hideAccounts || invitationToken !== undefined) throw new AppError("EMAIL_TAKEN");
  await tellOwner(deps, email);
  return { email };
}

/** Emails the confirm link again, to the caller's own address. Throws TOO_MANY_REQUESTS. */
export async function resendConfirmation(deps: IdentityDeps, { ownsEmail, userId }: SignedIn): Promise<void> {
  if (ownsEmail) return;
  const isQueued = await deps.db.transaction(deps.system, (tx) =>
    queueLinkEmail(deps, tx, "confirm-email", userId),
  );
  if (!isQueued) throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
}

/** Emails the owner that someone tried to register with their address, at most once a day. */
export async function tellOwner(deps: IdentityDeps, email: string): Promise<void> {
  const owner = await readUserByEmail(deps.db, deps.system, email);
  if (owner)
    await deps.db.transaction(deps.system, (tx) => deps.jobs.send(tx, emailAccountExists, { userId: owner.id }));
}
