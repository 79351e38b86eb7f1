import { randomUUID } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "#platform/server/context.ts";
import { type Device, DEVICE_LIFE_DAYS, REAUTHENTICATE_AFTER_MINUTES } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { toAuthUser } from "../auth-user.ts";
import { recordOwnEvent } from "../accounts/accounts.ts";
import * as queries from "../queries.ts";
import type { UserRow } from "../queries.ts";

/** When a device that signed in then (ISO 8601) ends. */
export function endOfLife(createdAt: string): Date {
  return new Date(Date.parse(createdAt) + DEVICE_LIFE_DAYS * millisecondsInDay);
}

/** How the user proved who they are. */
interface Proven {
  /** ISO 8601 UTC. */
  readonly authenticatedAt?: string;
  readonly withPasskey?: boolean;
  /** Whose identity provider signed the user in. */
  readonly ssoOrganizationId?: string | null;
}

/** Creates a device for this browser, which is known from now on, and its first token. */
export async function startSession(
  { system, tokens }: Context,
  tx: Tx,
  user: UserRow,
  { userAgent, address, browser }: Visitor,
  { authenticatedAt = new Date().toISOString(), withPasskey = false, ssoOrganizationId = null }: Proven = {},
): Promise<string> {
  const id = randomUUID();
  const browserHash = sha256(browser.remember());
  await queries.insertDevice(tx, system, {
    id,
    userId: user.id,
    userAgent: userAgent.slice(0, 300),
    address,
    browserHash,
    authenticatedAt,
    ssoOrganizationId,
    withPasskey,
  });
  return tokens.issue(toAuthUser(user), { deviceId: id, authenticatedAt });
}

/** A new token with current data for the same device. The older token works until it expires. */
export async function refresh(ctx: Context, person: SignedIn): Promise<{ token: string }> {
  return ctx.db.transaction(ctx.system, (tx) => renewToken(ctx, tx, person));
}

/** @param authenticatedAt only a reauthentication may set a later time than the current token's */
export async function renewToken(
  ctx: Context,
  tx: Tx,
  person: SignedIn,
  authenticatedAt = person.authenticatedAt,
): Promise<{ token: string }> {
  const { user, device } = await replaceSession(ctx, tx, person);
  if (!device) {
    const deviceId = await adopt(ctx, tx, person, authenticatedAt);
    return { token: await ctx.tokens.issue(toAuthUser(user), { deviceId, authenticatedAt }) };
  }
  await queries.updateDevice(tx, ctx.system, device.id, { lastUsedAt: new Date().toISOString() });
  const session = { deviceId: device.id, authenticatedAt, notAfter: endOfLife(device.createdAt) };
  return { token: await ctx.tokens.issue(toAuthUser(user), session) };
}

/**
 * Locks the user and checks that their session still counts, because it may have ended since the request began. Throws
 * NO_USER, INVALID_JWT.
 */
export async function requireLiveSession(ctx: Context, tx: Tx, person: SessionOwner): Promise<UserRow> {
  return (await replaceSession(ctx, tx, person)).user;
}

type SessionOwner = Pick<SignedIn, "userId" | "deviceId" | "authenticatedAt">;

/** The same with the device. `null` for a token without one. */
async function replaceSession({ system }: Context, tx: Tx, person: SessionOwner) {
  const user = await queries.lockUser(tx, system, person.userId);
  if (!user) throw new AppError("NO_USER");
  const device = person.deviceId === null ? null : await queries.readDevice(tx, system, person.deviceId);
  const isOver = device ? device.endedAt !== null : isRevoked(person.authenticatedAt, user.tokensRevokedAt);
  if (device === undefined || isOver) throw new AppError("INVALID_JWT");
  return { user, device };
}

/**
 * Whether a revocation ended a token without a device. Tokens count whole seconds, so the same second is revoked too.
 */
export function isRevoked(issuedAt: string, revokedAt: string | null): boolean {
  return revokedAt !== null && Date.parse(issuedAt) < Math.ceil(Date.parse(revokedAt) / 1000) * 1000;
}

/** Ends the device. A token without a device ends with all other such tokens. Refused from the next request on. */
export async function logOut(ctx: Context, person: SignedIn): Promise<void> {
  const { userId, deviceId } = person;
  await ctx.db.transaction(ctx.system, async (tx) => {
    await recordOwnEvent(tx, person, "user.logged-out");
    if (deviceId) await queries.endDevice(tx, ctx.system, userId, deviceId);
    else await queries.updateUser(tx, ctx.system, userId, { tokensRevokedAt: new Date().toISOString() });
  });
}

export async function listDevices(ctx: Context, { userId, deviceId }: SignedIn): Promise<Device[]> {
  const rows = await queries.readDevices(ctx.db, ctx.system, userId);
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

/** Throws NOT_FOUND for a device of another user or one that has ended. */
export async function endOwnDevice(ctx: Context, person: SignedIn, { id }: { id: string }): Promise<void> {
  await ctx.db.transaction(ctx.system, async (tx) => {
    if (!(await queries.endDevice(tx, ctx.system, person.userId, id))) throw new AppError("NOT_FOUND");
    await recordOwnEvent(tx, person, "user.device-ended", { deviceId: id });
  });
}

export async function logOutEverywhere(ctx: Context, person: SignedIn): Promise<void> {
  await ctx.db.transaction(ctx.system, async (tx) => {
    await endAllSessions(ctx, tx, person.userId);
    await recordOwnEvent(tx, person, "user.logged-out-everywhere");
  });
}

/** From the commit on, every token of this user is refused. */
export async function endAllSessions({ system }: Context, tx: Tx, userId: string): Promise<void> {
  await queries.endDevices(tx, system, userId, null);
  await queries.updateUser(tx, system, userId, { tokensRevokedAt: new Date().toISOString() });
}

/** All except the session of this request. */
export async function endOtherSessions(
  { system }: Context,
  tx: Tx,
  { userId, deviceId }: Pick<SignedIn, "userId" | "deviceId">,
): Promise<void> {
  await queries.endDevices(tx, system, userId, deviceId);
  // Tokens without a device can only end together, so a user who sends one keeps them all.
  if (deviceId !== null) await queries.updateUser(tx, system, userId, { tokensRevokedAt: new Date().toISOString() });
}

/** Required before a change to how a user signs in, because an unlocked screen must not be enough. */
export function requireRecentAuthentication({
  authenticatedAt,
  hasNewerAuthentication,
}: Pick<SignedIn, "authenticatedAt" | "hasNewerAuthentication">): void {
  const isOld = Date.now() - Date.parse(authenticatedAt) > REAUTHENTICATE_AFTER_MINUTES * 60_000;
  if (isOld || hasNewerAuthentication) throw new AppError("REAUTHENTICATION_REQUIRED");
}

async function adopt(
  { system }: Context,
  tx: Tx,
  { userId, address }: SignedIn,
  authenticatedAt: string,
): Promise<string> {
  const id = randomUUID();
  // The new device lives as long as one that began with the token. Otherwise refreshing would make a token live
  // forever.
  const began = { createdAt: authenticatedAt, authenticatedAt };
  await queries.insertDevice(tx, system, { id, userId, userAgent: "token minted outside", address, ...began });
  return id;
}
