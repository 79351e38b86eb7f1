// Owns the life of a log-in on one device: begun by a proof of who one is, refreshed while in use, ended at once.
import { randomUUID } from "node:crypto";
import { DEVICE_LIFE_DAYS, REAUTHENTICATE_AFTER_MINUTES, type Device } from "#features/identity/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import { toAuthUser } from "../auth-user.ts";
import type { IdentityDeps } from "../deps.ts";
import { recordOwnAct } from "../accounts/record.ts";
import * as store from "../store.ts";
import type { UserRow } from "../store.ts";

/** What this file needs of the deps, so that other ways of getting in can hand theirs. */
type SessionDeps = Pick<IdentityDeps, "db" | "across" | "tokens">;

const DAY_MS = 86_400_000;

/** When a device ends that logged in then (ISO 8601). */
export function endOfLife(createdAt: string): Date {
  return new Date(Date.parse(createdAt) + DEVICE_LIFE_DAYS * DAY_MS);
}

/** A new device for this browser, known from now on, and its first token. */
export async function startSession(
  { across, tokens }: SessionDeps,
  tx: Tx,
  user: UserRow,
  { userAgent, address, browser }: Visitor,
  authenticatedAt = new Date().toISOString(),
): Promise<string> {
  const id = randomUUID();
  const browserHash = sha256(browser.remember());
  await store.insertDevice(tx, across, {
    id,
    userId: user.id,
    userAgent: userAgent.slice(0, 300),
    address,
    browserHash,
    authenticatedAt,
  });
  return tokens.issue(toAuthUser(user), id);
}

/** A new token with today's data for the same device; the older one stays good until its own end. */
export async function refresh(deps: SessionDeps, person: SignedIn): Promise<{ token: string }> {
  return deps.db.transaction(deps.across, (tx) => renewToken(deps, tx, person));
}

export async function renewToken(
  deps: Pick<SessionDeps, "across" | "tokens">,
  tx: Tx,
  person: SignedIn,
): Promise<{ token: string }> {
  const { user, device } = await takeSession(deps, tx, person);
  if (!device) return { token: await deps.tokens.issue(toAuthUser(user), await adopt(deps, tx, person)) };
  await store.updateDevice(tx, deps.across, device.id, { lastUsedAt: new Date().toISOString() });
  return { token: await deps.tokens.issue(toAuthUser(user), device.id, endOfLife(device.createdAt)) };
}

/**
 * The person under a lock, if their session still counts: one that was ended while a request was under way ends it too.
 * Throws NO_USER, INVALID_JWT.
 */
export async function requireLiveSession(
  deps: Pick<SessionDeps, "across">,
  tx: Tx,
  person: SessionOwner,
): Promise<UserRow> {
  return (await takeSession(deps, tx, person)).user;
}

type SessionOwner = Pick<SignedIn, "userId" | "deviceId" | "authenticatedAt">;

/** The same with the device; `null` for a token of none. */
async function takeSession({ across }: Pick<SessionDeps, "across">, tx: Tx, person: SessionOwner) {
  const user = await store.lockUser(tx, across, person.userId);
  if (!user) throw new AppError("NO_USER");
  const device = person.deviceId === null ? null : await store.readDevice(tx, across, person.deviceId);
  const isOver = device ? device.endedAt !== null : isRevoked(person.authenticatedAt, user.tokensRevokedAt);
  if (device === undefined || isOver) throw new AppError("INVALID_JWT");
  return { user, device };
}

/** Whether a token of no device, made then, is one from before the revocation. It counts whole seconds, so ties are. */
export function isRevoked(issuedAt: string, revokedAt: string | null): boolean {
  return revokedAt !== null && Date.parse(issuedAt) < Math.ceil(Date.parse(revokedAt) / 1000) * 1000;
}

/** Ends the device; a token of none ends with all others of its kind. Refused from the next request on. */
export async function logOut(deps: SessionDeps, person: SignedIn): Promise<void> {
  const { userId, deviceId } = person;
  await deps.db.transaction(deps.across, async (tx) => {
    await recordOwnAct(tx, person, "user.logged-out");
    if (deviceId) await store.endDevice(tx, deps.across, userId, deviceId);
    else await store.updateUser(tx, deps.across, userId, { tokensRevokedAt: new Date().toISOString() });
  });
}

export async function listDevices(deps: SessionDeps, { userId, deviceId }: SignedIn): Promise<Device[]> {
  const rows = await store.readDevices(deps.db, deps.across, userId);
  return rows.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
    id,
    userAgent,
    address,
    loggedInAt: createdAt,
    lastUsedAt,
    expiresAt: endOfLife(createdAt).toISOString(),
    isThis: id === deviceId,
  }));
}

/** Throws NOT_FOUND for one that is not the person's own, or has ended. */
export async function endOwnDevice(deps: SessionDeps, person: SignedIn, { id }: { id: string }): Promise<void> {
  await deps.db.transaction(deps.across, async (tx) => {
    if (!(await store.endDevice(tx, deps.across, person.userId, id))) throw new AppError("NOT_FOUND");
    await recordOwnAct(tx, person, "user.device-ended", { deviceId: id });
  });
}

export async function logOutEverywhere(deps: SessionDeps, person: SignedIn): Promise<void> {
  await deps.db.transaction(deps.across, async (tx) => {
    await endAllSessions(deps, tx, person.userId);
    await recordOwnAct(tx, person, "user.logged-out-everywhere");
  });
}

/** Every token of this person is refused from the commit on, whoever made it. */
export async function endAllSessions({ across }: Pick<SessionDeps, "across">, tx: Tx, userId: string): Promise<void> {
  await store.endDevices(tx, across, userId, null);
  await store.updateUser(tx, across, userId, { tokensRevokedAt: new Date().toISOString() });
}

/** Every one but that which is asking. */
export async function endOtherSessions(
  { across }: Pick<SessionDeps, "across">,
  tx: Tx,
  { userId, deviceId }: Pick<SignedIn, "userId" | "deviceId">,
): Promise<void> {
  await store.endDevices(tx, across, userId, deviceId);
  // Tokens of no device end all together, so whoever asks by one keeps them.
  if (deviceId !== null) await store.updateUser(tx, across, userId, { tokensRevokedAt: new Date().toISOString() });
}

/** Asked before somebody changes how they get in: an unguarded screen must not be enough. */
export function requireRecentAuthentication({ authenticatedAt }: Pick<SignedIn, "authenticatedAt">): void {
  if (Date.now() - Date.parse(authenticatedAt) > REAUTHENTICATE_AFTER_MINUTES * 60_000)
    throw new AppError("REAUTHENTICATION_REQUIRED");
}

async function adopt({ across }: Pick<SessionDeps, "across">, tx: Tx, person: SignedIn): Promise<string> {
  const id = randomUUID();
  const { userId, address, authenticatedAt } = person;
  // It lives as long as one that began with the token, or refreshing would make a token live for ever.
  const began = { createdAt: authenticatedAt, authenticatedAt };
  await store.insertDevice(tx, across, { id, userId, userAgent: "token minted outside", address, ...began });
  return id;
}
