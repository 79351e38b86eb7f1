import { randomUUID } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { requireRecentAuthentication } from "#features/auth/server/sessions/sessions.ts";
import {
  WEBHOOK_ENDPOINTS_PER_ORGANIZATION,
  type createWebhookEndpoint as createCall,
  type rotateWebhookSecret as rotateCall,
  type updateWebhookEndpoint as updateCall,
  type WebhookEndpoint,
  type WebhookEndpointDetails,
} from "#features/developers/contract.ts";
import type { Parsed, ReplyOf } from "#platform/contract/call.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { isPublicHost } from "#platform/server/http/public-address.ts";
import { newWebhookSecret } from "#platform/server/webhooks/standard-webhooks.ts";
import { secretLocation } from "../schema.ts";
import { cancelDeliveries } from "./delivery-queries.ts";
import * as queries from "./endpoint-queries.ts";

type NewSecret = ReplyOf<typeof createCall>;

export function listEndpoints({ db }: Context, { scope }: Actor): Promise<WebhookEndpoint[]> {
  return queries.readEndpoints(db, scope);
}

/** Throws REAUTHENTICATION_REQUIRED, LIMIT_REACHED, and VALIDATION_ERROR for a private address. */
export async function createEndpoint(ctx: Context, actor: Actor, details: WebhookEndpointDetails): Promise<NewSecret> {
  requireRecentAuthentication(actor);
  requirePublic(ctx, details);
  const { scope, userId } = actor;
  const id = randomUUID();
  const secret = newWebhookSecret();
  const encrypted = ctx.cipher.encrypt(secret, secretLocation("webhook_endpoints.secret", id, scope));
  return ctx.db.transaction(scope, async (tx) => {
    requireWithinLimit(await queries.countUnderLock(tx, scope), WEBHOOK_ENDPOINTS_PER_ORGANIZATION);
    await queries.insertEndpoint(tx, scope, { ...details, id, secret: encrypted, createdBy: userId });
    return { endpoint: await record(tx, actor, "webhook.created", id), secret };
  });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, STALE, and VALIDATION_ERROR for a private address. */
export async function updateEndpoint(
  ctx: Context,
  actor: Actor,
  { id, version, ...details }: Parsed<typeof updateCall>,
): Promise<WebhookEndpoint> {
  requireRecentAuthentication(actor);
  requirePublic(ctx, details);
  return ctx.db.transaction(actor.scope, async (tx) => {
    await lockVersion(tx, actor, id, version);
    await queries.updateEndpoint(tx, actor.scope, id, details);
    return record(tx, actor, "webhook.edited", id);
  });
}

/** Throws REAUTHENTICATION_REQUIRED, NOT_FOUND, STALE. */
export async function rotateSecret(
  { db, cipher }: Context,
  actor: Actor,
  { id, overlapHours, version }: Parsed<typeof rotateCall>,
): Promise<NewSecret> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  const secret = newWebhookSecret();
  return db.transaction(scope, async (tx) => {
    const before = await lockVersion(tx, actor, id, version);
    const former = cipher.decrypt(before.secret, secretLocation("webhook_endpoints.secret", id, scope));
    const isKept = overlapHours > 0;
    await queries.updateEndpoint(tx, scope, id, {
      secret: cipher.encrypt(secret, secretLocation("webhook_endpoints.secret", id, scope)),
      previousSecret: isKept
        ? cipher.encrypt(former, secretLocation("webhook_endpoints.previous_secret", id, scope))
        : null,
      previousEndsAt: isKept ? addHours(new Date(), overlapHours).toISOString() : null,
    });
    return { endpoint: await record(tx, actor, "webhook.rotated", id), secret };
  });
}

/** Idempotent. What waited when it was disabled stays canceled. Throws NOT_FOUND. */
export async function enableEndpoint({ db }: Context, actor: Actor, id: string): Promise<WebhookEndpoint> {
  return db.transaction(actor.scope, async (tx) => {
    const { state } = await lock(tx, actor, id);
    if (state === "enabled") return find(tx, actor, id);
    await queries.updateState(tx, actor.scope, id, "enabled");
    return record(tx, actor, "webhook.enabled", id);
  });
}

/** Idempotent. Cancels what waits, so that nothing is sent any more. Throws NOT_FOUND. */
export async function disableEndpoint({ db }: Context, actor: Actor, id: string): Promise<WebhookEndpoint> {
  return db.transaction(actor.scope, async (tx) => {
    const { state } = await lock(tx, actor, id);
    if (state === "disabled") return find(tx, actor, id);
    await queries.updateState(tx, actor.scope, id, "disabled");
    await cancelDeliveries(tx, actor.scope, id);
    return record(tx, actor, "webhook.disabled", id);
  });
}

/** Throws NOT_FOUND. */
export async function deleteEndpoint({ db }: Context, actor: Actor, id: string): Promise<void> {
  await db.transaction(actor.scope, async (tx) => {
    const { url } = await lock(tx, actor, id);
    await queries.deleteEndpointRow(tx, actor.scope, id);
    await append(tx, actor, "webhook.deleted", { id, url });
  });
}

async function lock(tx: Tx, { scope }: Actor, id: string): Promise<queries.EndpointRow> {
  const row = await queries.lockEndpoint(tx, scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

async function lockVersion(tx: Tx, actor: Actor, id: string, version: number): Promise<queries.EndpointRow> {
  const row = await lock(tx, actor, id);
  if (row.version !== version) throw new AppError("STALE");
  return row;
}

async function find(tx: Tx, { scope }: Actor, id: string): Promise<WebhookEndpoint> {
  return (await queries.readEndpoint(tx, scope, id))!; // its lock is held
}

/** The connection is checked again: a name may lead anywhere by then. */
function requirePublic({ webhooks }: Context, { url }: WebhookEndpointDetails): void {
  if (webhooks.allowsPrivate) return;
  const { protocol, hostname } = new URL(url);
  const code = protocol !== "https:" ? "NOT_HTTPS" : isPublicHost(hostname) ? null : "PRIVATE_ADDRESS";
  if (code !== null) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "url", code }] });
}

async function record(tx: Tx, actor: Actor, action: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await find(tx, actor, id);
  await append(tx, actor, action, endpoint);
  return endpoint;
}

/** Only the host: a path may hold a key. */
function append(tx: Tx, actor: Actor, action: string, { id, url }: { id: string; url: string }): Promise<void> {
  const detail = { name: new URL(url).host };
  return recordAuditEvent(tx, actor, { action, objectType: "webhook", objectId: id, detail });
}
