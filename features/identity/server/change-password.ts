// Owns how a password becomes another one, by the present one or by a mailed link; every device then ends.
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database.ts";
import type { IdentityDeps } from "./deps.ts";
import { checkOwnPassword, judge, settle } from "./judge.ts";
import { unlockAddress } from "./lockout.ts";
import { endMailLinks, openMailLink } from "./mail-links.ts";
import { mailResetLink, mailSecurityNotice } from "./mails.ts";
import { requireGoodPassword } from "./passwords.ts";
import { recordAct } from "./record.ts";
import { endAllSessions, startSession } from "./sessions.ts";
import { lockUser, readUserByEmail, updateUser, type UserRow } from "./store.ts";

/** Throws INVALID_PASSWORD, ACCOUNT_LOCKED, NO_PASSWORD. This browser goes on with the token that comes back. */
export async function changePassword(
  deps: IdentityDeps,
  person: SignedIn,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ token: string }> {
  const proven = await checkOwnPassword(deps, person, currentPassword);
  const { user: before } = proven;
  if (proven.matches) requireOwnWordsUnused(deps, before, password);
  const passwordHash = proven.matches ? await deps.passwords.hash(password) : null;
  return settle(deps, async (tx) => {
    const refusal = await judge(deps, tx, { ...proven, visitor: person });
    if (refusal || !passwordHash) return { refusal: refusal ?? "INVALID_PASSWORD" };
    await setPassword(deps, tx, before, passwordHash, person);
    return { token: await startSession(deps, tx, before, person) };
  });
}

/** The answer, and the time it takes, are the same whether the address has an account or not: the mail leaves later. */
export async function requestReset(deps: IdentityDeps, { email }: { email: string }): Promise<{ email: string }> {
  const user = await readUserByEmail(deps.db, deps.across, email);
  await deps.db.transaction(deps.across, (tx) => deps.jobs.send(tx, mailResetLink, { userId: user?.id ?? null }));
  return { email };
}

/** The link shows that the address is theirs, too. Throws LINK_DEAD; a password that is not taken leaves the link alive. */
export async function completeReset(
  deps: IdentityDeps,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  const passwordHash = await deps.passwords.hash(password);
  return deps.db.transaction(deps.across, async (tx) => {
    const { userId, wasUsed } = await openMailLink(tx, "reset-password", token);
    const user = wasUsed ? undefined : await lockUser(tx, deps.across, userId);
    if (!user) throw new AppError("LINK_DEAD");
    requireOwnWordsUnused(deps, user, password);
    await updateUser(tx, deps.across, userId, { emailConfirmed: true });
    await setPassword(deps, tx, user, passwordHash, visitor);
    await unlockAddress(tx, deps.across, user.email);
    return { email: user.email };
  });
}

function requireOwnWordsUnused({ passwordMinLength }: IdentityDeps, user: UserRow, password: string): void {
  requireGoodPassword(password, passwordMinLength, [user.firstName, user.lastName, user.email]);
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
  await endMailLinks(tx, user.id);
  await recordAct(tx, user, "user.password-changed", visitor);
  await deps.jobs.send(tx, mailSecurityNotice, { userId: user.id, notice: "password-changed" });
}
