import { and, asc, eq, sql } from "drizzle-orm";
import type { WebhookEndpoint, WebhookState } from "#features/developers/contract.ts";
import { webhookEndpoints } from "#features/developers/server/schema.ts";
import { organizations } from "#features/directory/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const deliveriesOfIt = sql`from webhook_deliveries d
  where d.organization_id = ${webhookEndpoints.organizationId} and d.endpoint_id = ${webhookEndpoints.id}`;

const fields = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  description: webhookEndpoints.description,
  events: webhookEndpoints.events,
  state: webhookEndpoints.state,
  disabledAt: webhookEndpoints.disabledAt,
  previousEndsAt: sql<
    string | null
  >`case when ${webhookEndpoints.previousEndsAt} > now() then ${webhookEndpoints.previousEndsAt} end`
    .mapWith(webhookEndpoints.previousEndsAt)
    .as("previous_until"),
  lastDeliveredAt: sql<string | null>`(select max(d.ended_at) ${deliveriesOfIt} and d.status = 'delivered')`
    .mapWith(webhookEndpoints.previousEndsAt)
    .as("last_delivered_at"),
  failedCount: sql<number>`(select count(*)::int ${deliveriesOfIt} and d.status = 'failed')`.as("failed_count"),
  createdAt: webhookEndpoints.createdAt,
  createdByName: sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from users u where u.id = ${webhookEndpoints.createdBy})`.as(
    "created_by_name",
  ),
  version: webhookEndpoints.version,
};

/** The oldest first. */
const listed = prepared("webhook_endpoints", () =>
  orm
    .select(fields)
    .from(webhookEndpoints)
    .where(tenantFilter(webhookEndpoints))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id)),
);

const byId = prepared("webhook_endpoint_by_id", () =>
  orm
    .select(fields)
    .from(webhookEndpoints)
    .where(and(tenantFilter(webhookEndpoints), eq(webhookEndpoints.id, param("id")))),
);

export function readEndpoints(db: ReadDb, scope: Scope): Promise<WebhookEndpoint[]> {
  return db.run(scope, listed);
}

export async function readEndpoint(db: ReadDb, scope: Scope, id: string): Promise<WebhookEndpoint | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

const isIt = (scope: Scope, id: string) => and(tenantFilter(webhookEndpoints, scope), eq(webhookEndpoints.id, id));

/** With its secrets, encrypted. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx.orm.select().from(webhookEndpoints).where(isIt(scope, id)).for("no key update");
  return row;
}

export async function insertEndpoint(
  tx: Tx,
  { organizationId }: Scope,
  endpoint: Omit<typeof webhookEndpoints.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(webhookEndpoints).values({ ...endpoint, organizationId });
}

/** The caller holds its lock. */
export async function updateEndpoint(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<EndpointRow, "url" | "description" | "events" | "secret" | "previousSecret" | "previousEndsAt">>,
): Promise<void> {
  await tx.orm
    .update(webhookEndpoints)
    .set({ ...change, version: sql`${webhookEndpoints.version} + 1` })
    .where(isIt(scope, id));
}

/** The caller holds its lock. */
export async function updateState(tx: Tx, scope: Scope, id: string, state: WebhookState): Promise<void> {
  const disabledAt = state === "enabled" ? null : sql`now()`;
  await tx.orm.update(webhookEndpoints).set({ state, disabledAt }).where(isIt(scope, id));
}

/** With what was sent to it. */
export async function deleteEndpointRow(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(webhookEndpoints).where(isIt(scope, id));
}

/** Locks the organization's row, so that endpoints added at once are all counted. */
export async function countUnderLock(tx: Tx, scope: Scope): Promise<number> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId))
    .for("update");
  return (await readEndpoints(tx, scope)).length;
}
