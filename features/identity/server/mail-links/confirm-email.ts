// Owns confirming an address by the mailed link.
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { createAuthenticate } from "../sessions/authenticate.ts";
import type { IdentityDeps } from "../deps.ts";
import { unlockAddress } from "../guesses/lockout.ts";
import { openMailLink } from "./mail-links.ts";
import { mailSecurityNotice } from "../mails.ts";
import type { Notice } from "../notices.ts";
import { recordAct } from "../accounts/record.ts";
import { deleteFactor } from "../second-factor/second-factor-store.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { confirmAddress, readUser, type UserRow } from "../store.ts";

/** Opened again within its life the link says yes again: mail readers and people open links twice. */
export async function confirmEmailByToken(
  deps: IdentityDeps,
  visitor: Visitor,
  { token }: { token: string },
): Promise<{ email: string }> {
  const asker = await readAsker(deps, visitor);
  return deps.db.transaction(deps.across, async (tx) => {
    const { userId, wasUsed } = await openMailLink(tx, deps.across, "confirm-email", token);
    const user = await readUser(tx, deps.across, userId);
    if (!user) throw new AppError("LINK_DEAD");
    if (!wasUsed) {
      // What was counted while the address was hidden was their own right password.
      await unlockAddress(tx, deps.across, user.email);
      await confirmAddress(tx, deps.across, user.id);
      if (asker !== user.id) await endWhatWasAdded(deps, tx, user);
      await recordAct(tx, user, "user.email-confirmed", visitor);
    }
    return { email: user.email };
  });
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

/**
 * Whoever holds the mailbox may be another than who made the account. What it was made with stays, so that a person may
 * open the link on another device; what was added to it before the address was shown goes, and the mailbox is told. An
 * account that was made by paying has only what was added: whoever is logged in to it goes, too.
 */
async function endWhatWasAdded(deps: IdentityDeps, tx: Tx, user: UserRow): Promise<void> {
  const { across, jobs, endConnections } = deps;
  const tell = (notice: Notice) => jobs.send(tx, mailSecurityNotice, { userId: user.id, notice });
  if (await endConnections(tx, user.id, { after: user.createdAt })) await tell("connection-removed");
  await deleteFactor(tx, across, user.id); // one that was begun, too
  if (user.hasSecondFactor) await tell("second-factor-off");
  const left = await readUser(tx, across, user.id);
  if (left?.passwordHash === null && !left.hasSocialAuth) await endAllSessions(deps, tx, user.id);
}
