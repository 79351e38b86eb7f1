import { subDays } from "date-fns/subDays";
import { WEBHOOK_DELIVERY_DAYS, WEBHOOK_RETRIES, type WebhookAttempt } from "#features/developers/contract.ts";
import { readPayingMembers } from "#features/organizations/server/conditions.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { SendResult } from "#platform/server/webhooks/send-webhook.ts";
import { signedHeaders } from "#platform/server/webhooks/standard-webhooks.ts";
import { deliverWebhook, emailEndpointDisabled } from "../jobs.ts";
import { secretLocation } from "../schema.ts";
import * as deliveries from "./delivery-queries.ts";
import { type EndpointRow, lockEndpoint, updateState } from "./endpoint-queries.ts";

/** Seconds before each retry: 23 hours in all. */
const RETRY_SECONDS = [10, 60, 300, 1_800, 7_200, 14_400, 21_600, 36_000];
/** A receiver that was down is not met by all that waited at once. */
const SPREAD = 0.1;
/** The longest that a receiver may ask to wait. */
const MAX_RETRY_AFTER_SECONDS = 3_600;
const GONE = 410;

interface Attempt {
  readonly deliveryId: string;
  /** Attempts before this one. */
  readonly attempt: number;
}

/**
 * Job: makes one attempt and plans the next. If the process is killed in between, the attempt is made again under the
 * same `webhook-id`.
 */
export async function deliver(ctx: Context, scope: Scope, { deliveryId, attempt }: Attempt): Promise<void> {
  const at = new Date();
  const found = await deliveries.readDelivery(ctx.db, scope, deliveryId);
  if (!found) return;
  const { delivery, endpoint } = found;
  if (delivery.status !== "pending" || delivery.attemptCount !== attempt) return;
  if (endpoint.state !== "enabled")
    return ctx.db.transaction(scope, (tx) => deliveries.cancelDeliveries(tx, scope, endpoint.id, deliveryId));
  const message = { id: delivery.eventId, timestamp: Math.floor(at.getTime() / 1_000), body: delivery.body };
  const headers = {
    "content-type": "application/json",
    "user-agent": "Keyturn-Webhooks",
    ...signedHeaders(secretsOf(ctx, scope, endpoint, at), message),
  };
  const result = await ctx.webhooks.send(endpoint.url, headers, delivery.body);
  await ctx.db.transaction(scope, (tx) => record(ctx, tx, scope, { delivery, endpoint, at, result }));
}

function secretsOf({ cipher }: Context, scope: Scope, endpoint: EndpointRow, at: Date): string[] {
  const { id, secret, previousSecret, previousEndsAt } = endpoint;
  const open = (column: Parameters<typeof secretLocation>[0], encrypted: Buffer) =>
    cipher.decrypt(encrypted, secretLocation(column, id, scope)).toString("utf8");
  const isRotating = previousSecret !== null && previousEndsAt !== null && Date.parse(previousEndsAt) > at.getTime();
  return [
    open("webhook_endpoints.secret", secret),
    ...(isRotating ? [open("webhook_endpoints.previous_secret", previousSecret)] : []),
  ];
}

interface Made {
  readonly delivery: deliveries.DeliveryRow;
  readonly endpoint: EndpointRow;
  readonly at: Date;
  readonly result: SendResult;
}

async function record(ctx: Context, tx: Tx, scope: Scope, { delivery, endpoint, at, result }: Made): Promise<void> {
  const { status: responseStatus, error, durationMs } = result;
  const attempt: WebhookAttempt = { at: at.toISOString(), responseStatus, error, durationMs };
  const isDelivered = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  const isLast = delivery.retries >= WEBHOOK_RETRIES || responseStatus === GONE;
  const status = isDelivered ? "delivered" : isLast ? "failed" : "pending";
  // Before the delivery, in the order of an endpoint that is disabled by hand.
  const current = status === "failed" ? await lockEndpoint(tx, scope, endpoint.id) : undefined;
  const retryInSeconds = status === "pending" ? pauseBefore(delivery.retries, result) : null;
  if (!(await deliveries.recordAttempt(tx, scope, delivery, attempt, { status, retryInSeconds }))) return;
  if (retryInSeconds !== null) {
    const next = { organizationId: scope.organizationId, deliveryId: delivery.id, attempt: delivery.attemptCount + 1 };
    await ctx.jobs.send(tx, deliverWebhook, next, { delaySeconds: retryInSeconds });
  }
  if (current?.state === "enabled") await disableIfDead(ctx, tx, scope, delivery, responseStatus);
}

function pauseBefore(retries: number, { retryAfter }: SendResult): number {
  const planned = RETRY_SECONDS[retries]! * (1 + Math.random() * SPREAD);
  return Math.ceil(Math.max(planned, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS)));
}

/** Disables the endpoint after a day without any success, or at once when it asks for it. Its lock is held. */
async function disableIfDead(
  { jobs }: Context,
  tx: Tx,
  scope: Scope,
  { endpointId, queuedAt }: deliveries.DeliveryRow,
  responseStatus: number | null,
): Promise<void> {
  const isGone = responseStatus === GONE;
  if (!isGone && (await deliveries.hasDeliveredSince(tx, scope, endpointId, queuedAt))) return;
  const state = isGone ? "gone" : "failing";
  await updateState(tx, scope, endpointId, state);
  await deliveries.cancelDeliveries(tx, scope, endpointId);
  const { organizationId } = scope;
  const admins = (await readPayingMembers(tx, scope)).filter(({ role }) => role !== "editor");
  await jobs.sendAll(
    tx,
    emailEndpointDisabled,
    admins.map(({ userId }) => ({ organizationId, endpointId, userId })),
  );
  await appendAudit(tx, organizationId, {
    ...{ actorId: null, action: "webhook.stopped", objectType: "webhook", objectId: endpointId, address: null },
    detail: { state },
  });
}

/** Deletes deliveries that are no longer listed. Safe to run in several processes at once. */
export async function cleanUpDeliveries({ db, system }: Context): Promise<void> {
  const before = subDays(new Date(), WEBHOOK_DELIVERY_DAYS).toISOString();
  await db.transaction(system, (tx) => deliveries.deleteDeliveriesBefore(tx, system, before));
}
