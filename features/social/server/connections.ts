// Owns which providers vouch for a person: connected by who is logged in, and ended, but never the last way in.
import { recordAct } from "#features/identity/server/accounts/record.ts";
import type { Made } from "#features/identity/server/deps.ts";
import { mailSecurityNotice } from "#features/identity/server/mails.ts";
import {
  renewToken,
  requireLiveSession,
  requireRecentAuthentication,
} from "#features/identity/server/sessions/sessions.ts";
import { updateUser, type UserRow } from "#features/identity/server/store.ts";
import type { Connection, ProviderName } from "#features/social/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Profile } from "#providers/oauth-provider.ts";
import { startAttempt } from "./attempts.ts";
import type { SocialDeps } from "./deps.ts";
import * as store from "./store.ts";

export function listConnections({ db, across }: SocialDeps, { userId }: SignedIn): Promise<Connection[]> {
  return store.readConnections(db, across, userId);
}

/** Throws REAUTHENTICATION_REQUIRED, ALREADY_CONNECTED, PROVIDER_UNAVAILABLE. */
export async function startConnection(
  deps: SocialDeps,
  person: SignedIn,
  { provider }: { provider: ProviderName },
): Promise<{ authorizeURL: string; state: string }> {
  requireRecentAuthentication(person);
  const held = await listConnections(deps, person);
  if (held.some((connection) => connection.provider === provider)) throw new AppError("ALREADY_CONNECTED");
  return startAttempt(deps, person, provider, person.userId);
}

/** Who began to connect has to be who comes back, proven a short while ago. Throws SOCIAL_STATE_MISMATCH. */
export async function requireWhoBegan(deps: SocialDeps, visitor: Visitor, userId: string): Promise<SignedIn> {
  if (visitor.bearer === null) throw new AppError("SOCIAL_STATE_MISMATCH");
  const person = await deps.authenticate(visitor.bearer);
  if (person.userId !== userId) throw new AppError("SOCIAL_STATE_MISMATCH");
  requireRecentAuthentication(person);
  return { ...visitor, ...person };
}

/** Gives a token that knows of it, for the same device. Throws ALREADY_CONNECTED, INVALID_JWT, NO_USER. */
export async function connect(
  deps: SocialDeps,
  tx: Tx,
  person: SignedIn,
  provider: ProviderName,
  profile: Profile,
): Promise<{ token: string }> {
  // A provider takes seconds: whoever was logged out meanwhile connects nothing any more.
  const user = await requireLiveSession(deps, tx, person);
  const isTaken = (await store.readConnectedUserId(tx, deps.across, provider, profile.subject)) !== undefined;
  const held = await store.readConnections(tx, deps.across, user.id);
  if (isTaken || held.some((connection) => connection.provider === provider)) throw new AppError("ALREADY_CONNECTED");
  await insertConnection(deps, tx, user.id, provider, profile);
  await updateUser(tx, deps.across, user.id, { hasSocialAuth: true });
  await tell(deps, tx, user, person, "connection-added", provider);
  return renewToken(deps, tx, person);
}

export function insertConnection(
  { across }: SocialDeps,
  tx: Tx,
  userId: string,
  provider: ProviderName,
  { subject, firstName, lastName }: Profile,
): Promise<void> {
  return store.insertConnection(tx, across, { provider, subject, userId, name: `${firstName} ${lastName}`.trim() });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, LAST_WAY_IN. */
export async function endConnection(
  deps: SocialDeps,
  person: SignedIn,
  { provider }: { provider: ProviderName },
): Promise<void> {
  requireRecentAuthentication(person);
  await deps.db.transaction(deps.across, async (tx) => {
    // Under the person's lock, so that two ends at once do not leave them without a way in.
    const user = await requireLiveSession(deps, tx, person);
    const held = await store.readConnections(tx, deps.across, user.id);
    if (!held.some((connection) => connection.provider === provider)) throw new AppError("NOT_FOUND");
    if (held.length === 1 && user.passwordHash === null) throw new AppError("LAST_WAY_IN");
    await store.deleteConnection(tx, deps.across, user.id, provider);
    await updateUser(tx, deps.across, user.id, { hasSocialAuth: held.length > 1 });
    await tell(deps, tx, user, person, "connection-removed", provider);
  });
}

/**
 * No provider vouches for the person any more: whoever takes an account back takes it back alone.
 * @param made only those made so; gives whether there were any
 */
export async function disconnectAll(
  { across }: Pick<SocialDeps, "across">,
  tx: Tx,
  userId: string,
  made?: Made,
): Promise<boolean> {
  const isEnded = await store.deleteConnections(tx, across, userId, made);
  const left = await store.readConnections(tx, across, userId);
  await updateUser(tx, across, userId, { hasSocialAuth: left.length > 0 });
  return isEnded;
}

async function tell(
  { jobs }: SocialDeps,
  tx: Tx,
  user: UserRow,
  visitor: Visitor,
  notice: "connection-added" | "connection-removed",
  provider: ProviderName,
): Promise<void> {
  await recordAct(tx, user, `user.${notice}`, visitor, { provider });
  await jobs.send(tx, mailSecurityNotice, { userId: user.id, notice });
}
