import { randomBytes, randomUUID } from "node:crypto";
import { requireRecentAuthentication } from "#features/auth/server/sessions/sessions.ts";
import {
  API_KEYS_PER_ORGANIZATION,
  type ApiKey,
  type Caller,
  type createApiKey as createCall,
  type rotateApiKey as rotateCall,
  type updateApiKey as updateCall,
} from "#features/developers/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import type { Parsed, ReplyOf } from "#platform/contract/call.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { API_KEY_PREFIX } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import * as queries from "./queries.ts";

type NewSecret = ReplyOf<typeof createCall>;

/** Throws INVALID_API_KEY when the key was revoked since the request began. */
export async function readCaller({ db }: Context, { apiKey, organizationId, role, scope }: Actor): Promise<Caller> {
  const { name } = await readSettings(db, scope);
  const key = apiKey && (await queries.readApiKey(db, scope, apiKey.id));
  if (apiKey && !key) throw new AppError("INVALID_API_KEY");
  return { organizationId, organizationName: name, role, apiKey: key ?? null };
}

export function listApiKeys({ db }: Context, { scope }: Actor): Promise<ApiKey[]> {
  return queries.readApiKeys(db, scope);
}

/** Throws REAUTHENTICATION_REQUIRED, LIMIT_REACHED. */
export async function createApiKey(
  { db }: Context,
  actor: Actor,
  details: Parsed<typeof createCall>,
): Promise<NewSecret> {
  requireRecentAuthentication(actor);
  const { scope, userId } = actor;
  const id = randomUUID();
  const { secret, columns } = newSecret();
  return db.transaction(scope, async (tx) => {
    requireWithinLimit(await queries.countUnderLock(tx, scope), API_KEYS_PER_ORGANIZATION);
    await queries.insertApiKey(tx, scope, { ...details, id, ...columns, createdBy: userId });
    await record(tx, actor, "api-key.created", id, { name: details.name, scopes: details.scopes });
    return { key: await readUnderLock(tx, actor, id), secret };
  });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, STALE. */
export async function updateApiKey(
  { db }: Context,
  actor: Actor,
  { id, version, ...details }: Parsed<typeof updateCall>,
): Promise<ApiKey> {
  requireRecentAuthentication(actor);
  return db.transaction(actor.scope, async (tx) => {
    await lockVersion(tx, actor, id, version);
    await queries.updateApiKey(tx, actor.scope, id, details);
    await record(tx, actor, "api-key.edited", id, { name: details.name, scopes: details.scopes });
    return readUnderLock(tx, actor, id);
  });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, STALE. */
export async function rotateApiKey(
  { db }: Context,
  actor: Actor,
  { id, overlapHours, version }: Parsed<typeof rotateCall>,
): Promise<NewSecret> {
  requireRecentAuthentication(actor);
  const { secret, columns } = newSecret();
  return db.transaction(actor.scope, async (tx) => {
    await lockVersion(tx, actor, id, version);
    await queries.replaceSecret(tx, actor.scope, id, columns, overlapHours);
    const key = await readUnderLock(tx, actor, id);
    await record(tx, actor, "api-key.rotated", id, { name: key.name, overlapHours });
    return { key, secret };
  });
}

/** Throws NOT_FOUND. */
export async function revokeApiKey({ db }: Context, actor: Actor, id: string): Promise<void> {
  await db.transaction(actor.scope, async (tx) => {
    const key = await queries.lockApiKey(tx, actor.scope, id);
    if (!key) throw new AppError("NOT_FOUND");
    await queries.updateApiKey(tx, actor.scope, id, { revokedAt: new Date().toISOString() });
    await record(tx, actor, "api-key.revoked", id, { name: key.name });
  });
}

function newSecret() {
  const secret = API_KEY_PREFIX + randomBytes(32).toString("base64url");
  return { secret, columns: { secretHash: sha256(secret), secretEnd: secret.slice(-4) } };
}

/** Throws NOT_FOUND, STALE. */
async function lockVersion(tx: Tx, { scope }: Actor, id: string, version: number): Promise<void> {
  const key = await queries.lockApiKey(tx, scope, id);
  if (!key) throw new AppError("NOT_FOUND");
  if (key.version !== version) throw new AppError("STALE");
}

async function readUnderLock(tx: Tx, { scope }: Actor, id: string): Promise<ApiKey> {
  return (await queries.readApiKey(tx, scope, id))!; // just written in this transaction
}

function record(tx: Tx, actor: Actor, action: string, id: string, detail: Record<string, unknown>): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "api-key", objectId: id, detail });
}
