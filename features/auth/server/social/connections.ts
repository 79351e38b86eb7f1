import type { SystemScope } from "#platform/server/database/scope.ts";
import type { Context } from "#platform/server/context.ts";
import { recordUserEvent } from "#features/auth/server/accounts/accounts.ts";
import * as queries from "#features/auth/server/social/queries.ts";
import type { CreatedWhen } from "#features/auth/server/social/queries.ts";
import { emailSecurityNotice } from "#features/auth/server/emails.ts";
import {
  renewToken,
  requireLiveSession,
  requireRecentAuthentication,
} from "#features/auth/server/sessions/sessions.ts";
import { updateUser, type UserRow } from "#features/auth/server/queries.ts";
import type { Connection, ProviderName } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Profile } from "#providers/oauth/provider.ts";
import { deletePasskeys } from "../passkeys/queries.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { startAttempt } from "./attempts.ts";

export function listConnections({ db, system }: Context, { userId }: SignedIn): Promise<Connection[]> {
  return queries.readConnections(db, system, userId);
}

/** Throws REAUTHENTICATION_REQUIRED, ALREADY_CONNECTED, PROVIDER_UNAVAILABLE. */
export async function startConnection(
  ctx: Context,
  person: SignedIn,
  { provider }: { provider: ProviderName },
): Promise<{ authorizeURL: string; state: string }> {
  requireRecentAuthentication(person);
  const held = await listConnections(ctx, person);
  if (held.some((connection) => connection.provider === provider)) throw new AppError("ALREADY_CONNECTED");
  return startAttempt(ctx, person, provider, person.userId);
}

/** The user who returns must be the user who started, with a recent reauthentication. Throws SOCIAL_STATE_MISMATCH. */
export async function requireWhoBegan(ctx: Context, visitor: Visitor, userId: string): Promise<SignedIn> {
  if (visitor.bearer === null) throw new AppError("SOCIAL_STATE_MISMATCH");
  const person = await authenticate(ctx, visitor.bearer);
  if (person.userId !== userId) throw new AppError("SOCIAL_STATE_MISMATCH");
  requireRecentAuthentication(person);
  return { ...visitor, ...person };
}

/** Returns a token for the same device that reflects the connection. Throws ALREADY_CONNECTED, INVALID_JWT, NO_USER. */
export async function connect(
  ctx: Context,
  tx: Tx,
  person: SignedIn,
  provider: ProviderName,
  profile: Profile,
): Promise<{ token: string }> {
  // A provider takes seconds. A user whose session ended since then must connect nothing.
  const user = await requireLiveSession(ctx, tx, person);
  const isTaken = (await queries.readConnectedUserId(tx, ctx.system, provider, profile.subject)) !== undefined;
  const held = await queries.readConnections(tx, ctx.system, user.id);
  if (isTaken || held.some((connection) => connection.provider === provider)) throw new AppError("ALREADY_CONNECTED");
  await insertConnection(ctx, tx, user.id, provider, profile);
  await updateUser(tx, ctx.system, user.id, { hasSocialAuth: true });
  await tell(ctx, tx, user, person, "connection-added", provider);
  return renewToken(ctx, tx, person);
}

export function insertConnection(
  { system }: Context,
  tx: Tx,
  userId: string,
  provider: ProviderName,
  { subject, firstName, lastName }: Profile,
): Promise<void> {
  return queries.insertConnection(tx, system, {
    provider,
    subject,
    userId,
    name: `${firstName} ${lastName}`.trim(),
  });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, LAST_WAY_IN. */
export async function endConnection(
  ctx: Context,
  person: SignedIn,
  { provider }: { provider: ProviderName },
): Promise<void> {
  requireRecentAuthentication(person);
  await ctx.db.transaction(ctx.system, async (tx) => {
    // The lock on the user keeps two concurrent requests from removing the last sign-in method.
    const user = await requireLiveSession(ctx, tx, person);
    const held = await queries.readConnections(tx, ctx.system, user.id);
    if (!held.some((connection) => connection.provider === provider)) throw new AppError("NOT_FOUND");
    if (held.length === 1 && user.passwordHash === null) throw new AppError("LAST_WAY_IN");
    await queries.deleteConnection(tx, ctx.system, user.id, provider);
    await updateUser(tx, ctx.system, user.id, { hasSocialAuth: held.length > 1 });
    await tell(ctx, tx, user, person, "connection-removed", provider);
  });
}

/**
 * Removes every connection and passkey, so that only the owner who recovers the account can sign in.
 * @param made removes only those created then. Returns whether there were any
 */
export async function disconnectAll(tx: Tx, system: SystemScope, userId: string, made?: CreatedWhen): Promise<boolean> {
  const isDisconnected = await queries.deleteConnections(tx, system, userId, made);
  const hadPasskeys = await deletePasskeys(tx, system, userId, made);
  const left = await queries.readConnections(tx, system, userId);
  await updateUser(tx, system, userId, { hasSocialAuth: left.length > 0 });
  return isDisconnected || hadPasskeys;
}

async function tell(
  { jobs }: Context,
  tx: Tx,
  user: UserRow,
  visitor: Visitor,
  notice: "connection-added" | "connection-removed",
  provider: ProviderName,
): Promise<void> {
  await recordUserEvent(tx, user, `user.${notice}`, visitor, { provider });
  await jobs.send(tx, emailSecurityNotice, { userId: user.id, notice });
}
