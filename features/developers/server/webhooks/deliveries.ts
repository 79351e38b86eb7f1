import type { listWebhookDeliveries as listCall, WebhookDelivery } from "#features/developers/contract.ts";
import type { Parsed, ReplyOf } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { deliverWebhook } from "../jobs.ts";
import * as queries from "./delivery-queries.ts";
import { lockEndpoint, readEndpoint } from "./endpoint-queries.ts";
import { publishTestEvent } from "./publish.ts";

/** Throws NOT_FOUND. */
export async function listDeliveries(
  { db }: Context,
  { scope }: Actor,
  { id, status, limit }: Parsed<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  if (!(await readEndpoint(db, scope, id))) throw new AppError("NOT_FOUND");
  const found = await queries.readDeliveries(db, scope, id, { status, limit: limit + 1 });
  return { deliveries: found.slice(0, limit), hasOlder: found.length > limit };
}

/** Throws NOT_FOUND, ENDPOINT_DISABLED. */
export async function sendTestEvent(ctx: Context, actor: Actor, endpointId: string): Promise<void> {
  await ctx.db.transaction(actor.scope, async (tx) => {
    await requireEnabled(tx, actor, endpointId);
    await publishTestEvent(ctx, tx, actor.scope, endpointId);
    await recordAuditEvent(tx, actor, { action: "webhook.tested", objectType: "webhook", objectId: endpointId });
  });
}

/** Makes an attempt at once, and retries it like a new one. Throws NOT_FOUND, ENDPOINT_DISABLED. */
export async function resendDelivery({ db, jobs }: Context, actor: Actor, id: string): Promise<WebhookDelivery> {
  const { scope, organizationId } = actor;
  return db.transaction(scope, async (tx) => {
    const found = await queries.readDelivery(tx, scope, id);
    if (!found) throw new AppError("NOT_FOUND");
    await requireEnabled(tx, actor, found.delivery.endpointId);
    const delivery = await queries.queueAgain(tx, scope, id);
    await jobs.send(tx, deliverWebhook, { organizationId, deliveryId: id, attempt: delivery.attemptCount });
    return delivery;
  });
}

async function requireEnabled(tx: Tx, { scope }: Actor, endpointId: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, scope, endpointId);
  if (!endpoint) throw new AppError("NOT_FOUND");
  if (endpoint.state !== "enabled") throw new AppError("ENDPOINT_DISABLED");
}
