import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { disconnectAll } from "../social/connections.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { unlockAddress } from "../login-attempts/lockout.ts";
import { emailSecurityNotice, type Notice } from "../emails.ts";
import { recordUserEvent } from "../accounts/accounts.ts";
import { deleteFactor } from "../second-factor/second-factor.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { confirmAddress, forgetBrowsers, hasNoWayIn, readUser, updateUser, type UserRow } from "../queries.ts";
import { createPasswordToken, openMailLink } from "./email-tokens.ts";

interface ByToken {
  readonly token: string;
}

/**
 * Without a browser the server cannot tell who registered, and the caller has the token from the email, so the password
 * stays.
 */
export async function confirmEmailByToken(
  ctx: Context,
  visitor: Visitor,
  { token }: ByToken,
): Promise<{ email: string }> {
  const signedInUserId = await findSignedInUser(ctx, visitor);
  return ctx.db.transaction(ctx.system, async (tx) => {
    const { user, isMaker, wasUsed } = await confirm(ctx, tx, { visitor, signedInUserId, token });
    if (isMaker || wasUsed) return { email: user.email };
    await endWhatWasAdded(ctx, tx, user, { after: user.createdAt });
    const left = await readUser(tx, ctx.system, user.id);
    if (left && hasNoWayIn(left)) await endAllSessions(ctx, tx, user.id);
    return { email: user.email };
  });
}

/**
 * The owner of the mailbox may be someone else than the user who registered. Only the browser that registered, or one
 * where the user is signed in, keeps everything. In any other, sessions, connections and the second factor are removed,
 * and a new password is required.
 */
export async function openConfirmLink(
  ctx: Context,
  visitor: Visitor,
  { token }: ByToken,
): Promise<{ email: string; passwordToken: string | null }> {
  const { system } = ctx;
  const signedInUserId = await findSignedInUser(ctx, visitor);
  return ctx.db.transaction(system, async (tx) => {
    const { user, isMaker, wasUsed } = await confirm(ctx, tx, { visitor, signedInUserId, token });
    if (isMaker) return { email: user.email, passwordToken: null };
    if (!wasUsed) {
      await endWhatWasAdded(ctx, tx, user);
      await endAllSessions(ctx, tx, user.id);
      await forgetBrowsers(tx, system, user.id);
      if (user.passwordHash !== null) await updateUser(tx, system, user.id, { mustChangePassword: true });
    }
    const left = await readUser(tx, system, user.id);
    const isPasswordDue = left !== undefined && (left.mustChangePassword || hasNoWayIn(left));
    return {
      email: user.email,
      passwordToken: isPasswordDue ? await createPasswordToken(tx, system, user.id) : null,
    };
  });
}

interface Confirming extends ByToken {
  readonly visitor: Visitor;
  /** The user who is signed in there. */
  readonly signedInUserId: string | null;
}

/** A link opened again in time still succeeds, because mail readers and users open links twice. */
async function confirm({ system }: Context, tx: Tx, { visitor, signedInUserId, token }: Confirming) {
  const { userId, wasUsed } = await openMailLink(tx, system, "confirm-email", token);
  const user = await readUser(tx, system, userId);
  if (!user) throw new AppError("LINK_DEAD");
  if (!wasUsed) {
    // While existing accounts were hidden, the user's own right password was counted as a failure.
    await unlockAddress(tx, system, user.email);
    await confirmAddress(tx, system, user.id);
    await recordUserEvent(tx, user, "user.email-confirmed", visitor);
  }
  return { user, wasUsed, isMaker: signedInUserId === user.id || isMakersBrowser(visitor, user) };
}

/** The user of the live token in the request, if there is one. */
async function findSignedInUser(ctx: Context, { bearer }: Visitor): Promise<string | null> {
  if (bearer === null) return null;
  try {
    return (await authenticate(ctx, bearer)).userId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function isMakersBrowser({ browser }: Visitor, { makerBrowserHash }: UserRow): boolean {
  return browser.secret !== null && makerBrowserHash !== null && makerBrowserHash.equals(sha256(browser.secret));
}

/** Removes what was added before the address was confirmed, and notifies the mailbox. */
async function endWhatWasAdded(
  { system, jobs }: Context,
  tx: Tx,
  user: UserRow,
  made?: { readonly after: string },
): Promise<void> {
  const tell = (notice: Notice) => jobs.send(tx, emailSecurityNotice, { userId: user.id, notice });
  if (await disconnectAll(tx, system, user.id, made)) await tell("connection-removed");
  await deleteFactor(tx, system, user.id); // also one whose setup is unfinished
  if (user.hasSecondFactor) await tell("second-factor-off");
}
