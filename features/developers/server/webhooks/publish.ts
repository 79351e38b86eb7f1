import { randomUUID } from "node:crypto";
import type { WebhookEvent } from "#features/developers/contract.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { deliverWebhook } from "../jobs.ts";
import { insertDeliveries, insertTestDelivery } from "./delivery-queries.ts";

/** Queues events for the organization's endpoints, in the transaction in which they happened. */
export function publishWebhooks(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
  events: readonly WebhookEvent[],
): Promise<void> {
  return publishWebhooksOfMany(
    ctx,
    tx,
    events.map((event) => ({ organizationId, event })),
  );
}

/** The same for several organizations. One statement, however many events, where no endpoint is to be sent them. */
export async function publishWebhooksOfMany(
  { jobs }: Pick<Context, "jobs">,
  tx: Tx,
  events: readonly { readonly organizationId: string; readonly event: WebhookEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ organizationId, event }) => ({ organizationId, ...rowOf(event) }));
  const queued = await insertDeliveries(tx, rows);
  await jobs.sendAll(
    tx,
    deliverWebhook,
    queued.map((delivery) => ({ ...delivery, attempt: 0 })),
  );
}

/** Queues an event for one endpoint, whatever it subscribes to. */
export async function publishTestEvent(
  { jobs }: Pick<Context, "jobs">,
  tx: Tx,
  scope: Scope,
  endpointId: string,
): Promise<void> {
  const { id: eventId, ...row } = rowOf({ type: "webhook.test", data: { endpointId } });
  const deliveryId = randomUUID();
  await insertTestDelivery(tx, scope, { ...row, id: deliveryId, endpointId, eventId });
  await jobs.send(tx, deliverWebhook, { organizationId: scope.organizationId, deliveryId, attempt: 0 });
}

function rowOf({ type, data }: WebhookEvent) {
  return { id: randomUUID(), type, body: JSON.stringify({ type, timestamp: new Date().toISOString(), data }) };
}
