import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { WebhookAttempt, WebhookDelivery, WebhookDeliveryStatus } from "#features/developers/contract.ts";
import { webhookDeliveries, webhookEndpoints } from "#features/developers/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";

/** Attempts that are stored of one delivery. */
const ATTEMPTS_STORED = 20;

const INSERT_DELIVERIES = `
  insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, type, body)
  select w.organization_id, gen_random_uuid(), w.id, e.id, e.type, e.body
  from json_to_recordset($1::json) as e ("organizationId" uuid, id uuid, type text, body text)
    join webhook_endpoints w
      on w.organization_id = e."organizationId" and w.state = 'enabled' and e.type = any(w.events)
  returning organization_id as "organizationId", id as "deliveryId"`;

interface EventRow {
  readonly organizationId: string;
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** A delivery for each endpoint that subscribes to an event. */
export async function insertDeliveries(
  tx: Tx,
  events: readonly EventRow[],
): Promise<{ organizationId: string; deliveryId: string }[]> {
  const { rows } = await tx.execute(INSERT_DELIVERIES, [JSON.stringify(events)]);
  return rows as { organizationId: string; deliveryId: string }[];
}

export async function insertTestDelivery(
  tx: Tx,
  { organizationId }: Scope,
  delivery: Pick<typeof webhookDeliveries.$inferInsert, "id" | "endpointId" | "eventId" | "type" | "body">,
): Promise<void> {
  const now = sql`now()`;
  await tx.orm
    .insert(webhookDeliveries)
    .values({ ...delivery, organizationId, attempts: [], queuedAt: now, nextAttemptAt: now });
}

const ofEndpoint = and(
  eq(webhookEndpoints.organizationId, webhookDeliveries.organizationId),
  eq(webhookEndpoints.id, webhookDeliveries.endpointId),
);

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A delivery and where it goes. */
export async function readDelivery(db: ReadDb, scope: Scope, id: string) {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, ofEndpoint)
      .where(isIt(scope, id)),
  );
  return row;
}

const fields = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookDeliveries.type,
  status: webhookDeliveries.status,
  payload: webhookDeliveries.body,
  attemptCount: webhookDeliveries.attemptCount,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  createdAt: webhookDeliveries.createdAt,
};

/** The newest first. */
export async function readDeliveries(
  db: ReadDb,
  scope: Scope,
  endpointId: string,
  { status, limit }: { status?: WebhookDeliveryStatus | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  const rows = await db.read(scope, (query) =>
    query
      .select(fields)
      .from(webhookDeliveries)
      .where(
        and(
          tenantFilter(webhookDeliveries, scope),
          eq(webhookDeliveries.endpointId, endpointId),
          status && eq(webhookDeliveries.status, status),
        ),
      )
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit),
  );
  return rows.map(({ attempts, ...row }) => ({ ...row, attempts: [...attempts] }));
}

const isIt = (scope: Scope, id: string) => and(tenantFilter(webhookDeliveries, scope), eq(webhookDeliveries.id, id));

interface Outcome {
  readonly status: WebhookDeliveryStatus;
  /** `null`: none is planned. */
  readonly retryInSeconds: number | null;
}

/** Records an attempt. `false`: another worker has recorded it, or the endpoint was deleted. */
export async function recordAttempt(
  tx: Tx,
  scope: Scope,
  { id, attemptCount, attempts, retries }: DeliveryRow,
  attempt: WebhookAttempt,
  { status, retryInSeconds }: Outcome,
): Promise<boolean> {
  // A delivery that was canceled during the attempt stays so, unless it arrived.
  const isPending = sql`${webhookDeliveries.status} = 'pending'`;
  const isOver = status !== "pending";
  const rows = await tx.orm
    .update(webhookDeliveries)
    .set({
      status:
        status === "delivered"
          ? status
          : sql`case when ${isPending} then ${status} else ${webhookDeliveries.status} end`,
      attemptCount: attemptCount + 1,
      retries: retries + 1,
      attempts: [attempt, ...attempts].slice(0, ATTEMPTS_STORED),
      nextAttemptAt: isOver
        ? null
        : sql`case when ${isPending} then now() + make_interval(secs => ${retryInSeconds}) end`,
      ...(isOver && { endedAt: sql`now()` }),
    })
    .where(and(isIt(scope, id), eq(webhookDeliveries.attemptCount, attemptCount)))
    .returning({ id: webhookDeliveries.id });
  return rows.length > 0;
}

/** Starts its retries over. */
export async function queueAgain(tx: Tx, scope: Scope, id: string): Promise<WebhookDelivery> {
  const now = sql`now()`;
  const [row] = await tx.orm
    .update(webhookDeliveries)
    .set({ status: "pending", retries: 0, nextAttemptAt: now, queuedAt: now, endedAt: null })
    .where(isIt(scope, id))
    .returning(fields);
  return { ...row!, attempts: [...row!.attempts] }; // its endpoint is locked
}

/** What waits for a disabled endpoint: all of it, or one. */
export async function cancelDeliveries(tx: Tx, scope: Scope, endpointId: string, id?: string): Promise<void> {
  await tx.orm
    .update(webhookDeliveries)
    .set({ status: "canceled", nextAttemptAt: null, endedAt: sql`now()` })
    .where(
      and(
        tenantFilter(webhookDeliveries, scope),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.status, "pending"),
        id === undefined ? undefined : eq(webhookDeliveries.id, id),
      ),
    );
}

/** Whether anything arrived at the endpoint since. */
export async function hasDeliveredSince(tx: Tx, scope: Scope, endpointId: string, since: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        tenantFilter(webhookDeliveries, scope),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.status, "delivered"),
        sql`${webhookDeliveries.endedAt} >= ${since}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function deleteDeliveriesBefore(tx: Tx, _systemScope: SystemScope, at: string): Promise<void> {
  await tx.orm.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, at));
}
