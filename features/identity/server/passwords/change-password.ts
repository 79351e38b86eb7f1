// Owns how a password becomes another one, by the present one or by a mailed link; every device then ends.
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { IdentityDeps } from "../deps.ts";
import { checkOwnPassword, judge, settle } from "../guesses/judge.ts";
import { unlockAddress } from "../guesses/lockout.ts";
import { endMailLinks, openMailLink, requireOpenLink } from "../mail-links/mail-links.ts";
import { mailResetLink, mailSecurityNotice, queueLinkMail } from "../mails.ts";
import { requireGoodPassword } from "./passwords.ts";
import { recordAct } from "../accounts/record.ts";
import { deleteFactor } from "../second-factor/second-factor-store.ts";
import { endAllSessions, requireRecentAuthentication, startSession } from "../sessions/sessions.ts";
import {
  confirmAddress,
  forgetBrowsers,
  lockUser,
  readUser,
  readUserByEmail,
  updateUser,
  type UserRow,
} from "../store.ts";

/** Throws INVALID_PASSWORD, ACCOUNT_LOCKED, NO_PASSWORD. This browser goes on with the token that comes back. */
export async function changePassword(
  deps: IdentityDeps,
  person: SignedIn,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ token: string }> {
  const proven = await checkOwnPassword(deps, person, currentPassword);
  const { user: before } = proven;
  // The password alone must not do what otherwise takes the code as well.
  if (before.hasSecondFactor) requireRecentAuthentication(person);
  if (proven.matches) requireOwnWordsUnused(deps, before, password);
  const passwordHash = proven.matches ? await deps.passwords.hash(password) : null;
  return settle(deps, async (tx) => {
    const refusal = await judge(deps, tx, { ...proven, visitor: person });
    if (refusal || !passwordHash) return { refusal: refusal ?? "INVALID_PASSWORD" };
    await setPassword(deps, tx, before, passwordHash, person);
    return { token: await startSession(deps, tx, before, person, person.authenticatedAt) };
  });
}

/** The answer, and the time it takes, are the same whether the address has an account or not: the mail leaves later. */
export async function requestReset(deps: IdentityDeps, { email }: { email: string }): Promise<{ email: string }> {
  const user = await readUserByEmail(deps.db, deps.across, email);
  await deps.db.transaction(deps.across, async (tx) => {
    if (!user) await deps.jobs.send(tx, mailResetLink, { userId: null });
    else await queueLinkMail(deps, tx, "reset-password", user.id);
  });
  return { email };
}

/** The link shows that the address is theirs, too. Throws LINK_DEAD; a password that is not taken leaves the link alive. */
export async function completeReset(
  deps: IdentityDeps,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  // Looked at first, so that nobody has passwords hashed for nothing.
  await requireOpenLink(deps, "reset-password", token);
  const passwordHash = await deps.passwords.hash(password);
  return deps.db.transaction(deps.across, async (tx) => {
    const { userId, wasUsed } = await openMailLink(tx, deps.across, "reset-password", token);
    const owner = wasUsed ? undefined : await readUser(tx, deps.across, userId);
    if (!owner) throw new AppError("LINK_DEAD");
    await unlockAddress(tx, deps.across, owner.email); // before the person is locked, as a log-in takes the two
    const user = await lockUser(tx, deps.across, userId);
    if (!user) throw new AppError("LINK_DEAD");
    requireOwnWordsUnused(deps, user, password);
    if (!user.emailConfirmed) await takeOver(deps, tx, userId);
    // Whoever connected them had not shown that the address is theirs.
    else if (user.emailConfirmedAt !== null) await deps.endConnections(tx, userId, { before: user.emailConfirmedAt });
    await setPassword(deps, tx, user, passwordHash, visitor);
    return { email: user.email };
  });
}

/** Whoever made the account had not shown that the address is theirs: no way in that they prepared stays. */
async function takeOver({ across, endConnections }: IdentityDeps, tx: Tx, userId: string): Promise<void> {
  await endConnections(tx, userId);
  await deleteFactor(tx, across, userId);
  await confirmAddress(tx, across, userId);
}

function requireOwnWordsUnused({ passwordMinLength }: IdentityDeps, user: UserRow, password: string): void {
  const lenders = user.memberships.map(({ organizationName }) => organizationName);
  requireGoodPassword(password, passwordMinLength, [user.firstName, user.lastName, user.email, ...lenders]);
}

async function setPassword(
  deps: IdentityDeps,
  tx: Tx,
  user: UserRow,
  passwordHash: string,
  visitor: Visitor,
): Promise<void> {
  await updateUser(tx, deps.across, user.id, { passwordHash, mustChangePassword: false });
  await endAllSessions(deps, tx, user.id);
  await forgetBrowsers(tx, deps.across, user.id);
  await endMailLinks(tx, deps.across, user.id);
  await recordAct(tx, user, "user.password-changed", visitor);
  await deps.jobs.send(tx, mailSecurityNotice, { userId: user.id, notice: "password-changed" });
}
