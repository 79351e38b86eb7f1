// Owns confirming an address by the mailed link.
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import { createAuthenticate } from "../sessions/authenticate.ts";
import type { IdentityDeps } from "../deps.ts";
import { unlockAddress } from "../guesses/lockout.ts";
import { createPasswordToken, openMailLink } from "./mail-links.ts";
import { mailSecurityNotice } from "../mails.ts";
import type { Notice } from "../notices.ts";
import { recordAct } from "../accounts/record.ts";
import { deleteFactor } from "../second-factor/second-factor-store.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { confirmAddress, forgetBrowsers, hasNoWayIn, readUser, updateUser, type UserRow } from "../store.ts";

interface ByToken {
  readonly token: string;
}

/** Without a browser nothing tells who registered, and the caller took the token out of the mail: the password stays. */
export async function confirmEmailByToken(
  deps: IdentityDeps,
  visitor: Visitor,
  { token }: ByToken,
): Promise<{ email: string }> {
  const asker = await readAsker(deps, visitor);
  return deps.db.transaction(deps.across, async (tx) => {
    const { user, isMaker, wasUsed } = await confirm(deps, tx, { visitor, asker, token });
    if (isMaker || wasUsed) return { email: user.email };
    await endWhatWasAdded(deps, tx, user, { after: user.createdAt });
    const left = await readUser(tx, deps.across, user.id);
    if (left && hasNoWayIn(left)) await endAllSessions(deps, tx, user.id);
    return { email: user.email };
  });
}

/**
 * Whoever holds the mailbox may be another than who made the account. In any browser but the one that made it no
 * session, connection, second factor or password of before is left, and a new password is asked for.
 */
export async function openConfirmLink(
  deps: IdentityDeps,
  visitor: Visitor,
  { token }: ByToken,
): Promise<{ email: string; passwordToken: string | null }> {
  const { across } = deps;
  const asker = await readAsker(deps, visitor);
  return deps.db.transaction(across, async (tx) => {
    const { user, isMaker, wasUsed } = await confirm(deps, tx, { visitor, asker, token });
    if (isMaker) return { email: user.email, passwordToken: null };
    if (!wasUsed) {
      await endWhatWasAdded(deps, tx, user);
      await endAllSessions(deps, tx, user.id);
      await forgetBrowsers(tx, across, user.id);
      if (user.passwordHash !== null) await updateUser(tx, across, user.id, { mustChangePassword: true });
    }
    const left = await readUser(tx, across, user.id);
    const isPasswordDue = left !== undefined && (left.mustChangePassword || hasNoWayIn(left));
    return { email: user.email, passwordToken: isPasswordDue ? await createPasswordToken(tx, across, user.id) : null };
  });
}

interface Confirming extends ByToken {
  readonly visitor: Visitor;
  /** Who is logged in there. */
  readonly asker: string | null;
}

/** Opened again within its life the link says yes again: mail readers and people open links twice. */
async function confirm({ across }: IdentityDeps, tx: Tx, { visitor, asker, token }: Confirming) {
  const { userId, wasUsed } = await openMailLink(tx, across, "confirm-email", token);
  const user = await readUser(tx, across, userId);
  if (!user) throw new AppError("LINK_DEAD");
  if (!wasUsed) {
    // What was counted while the address was hidden was their own right password.
    await unlockAddress(tx, across, user.email);
    await confirmAddress(tx, across, user.id);
    await recordAct(tx, user, "user.email-confirmed", visitor);
  }
  return { user, wasUsed, isMaker: asker === user.id || isMakersBrowser(visitor, user) };
}

/** Whose live token came along, if one did. */
async function readAsker(deps: IdentityDeps, { bearer }: Visitor): Promise<string | null> {
  if (bearer === null) return null;
  try {
    return (await createAuthenticate(deps)(bearer)).userId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function isMakersBrowser({ browser }: Visitor, { makerBrowserHash }: UserRow): boolean {
  return browser.secret !== null && makerBrowserHash !== null && makerBrowserHash.equals(sha256(browser.secret));
}

/** What was added before the address was shown to be theirs goes, and the mailbox is told. */
async function endWhatWasAdded(
  { across, jobs, endConnections }: IdentityDeps,
  tx: Tx,
  user: UserRow,
  made?: { readonly after: string },
): Promise<void> {
  const tell = (notice: Notice) => jobs.send(tx, mailSecurityNotice, { userId: user.id, notice });
  if (await endConnections(tx, user.id, made)) await tell("connection-removed");
  await deleteFactor(tx, across, user.id); // one that was begun, too
  if (user.hasSecondFactor) await tell("second-factor-off");
}
