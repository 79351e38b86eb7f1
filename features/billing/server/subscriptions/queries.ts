import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { organizations } from "#features/directory/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { subscriptions } from "../schema.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isOpen = ne(subscriptions.status, "canceled");

const open = prepared("subscription_open", () =>
  orm
    .select()
    .from(subscriptions)
    .where(and(tenantFilter(subscriptions), isOpen)),
);

const latest = prepared("subscription_latest", () =>
  orm
    .select()
    .from(subscriptions)
    .where(tenantFilter(subscriptions))
    .orderBy(desc(isOpen), desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(1),
);

const byId = prepared("subscription_by_id", () =>
  orm
    .select()
    .from(subscriptions)
    .where(and(tenantFilter(subscriptions), eq(subscriptions.id, param("id")))),
);

const running = prepared("subscription_running", () =>
  orm
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(tenantFilter(subscriptions), inArray(subscriptions.status, ["active", "past_due", "unpaid"])))
    .limit(1),
);

const openOfCustomer = prepared("subscription_open_of_customer", () =>
  orm
    .select({
      organizationId: subscriptions.organizationId,
      id: subscriptions.id,
      providerId: sql<string>`${subscriptions.stripeSubscriptionId}`.as("provider_id"), // not null below
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(
      and(
        eq(organizations.stripeCustomerId, param("customerId")),
        isOpen,
        isNotNull(subscriptions.stripeSubscriptionId),
      ),
    ),
);

export async function readOpen(db: ReadDb, scope: Scope): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, open);
  return row;
}

/** The open subscription, otherwise the latest. */
export async function readLatest(db: ReadDb, scope: Scope): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, latest);
  return row;
}

export async function readSubscriptionRow(db: ReadDb, scope: Scope, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

export async function hasRunningSubscription(db: ReadDb, scope: Scope): Promise<boolean> {
  const rows = await db.run(scope, running);
  return rows.length > 0;
}

/** The subscription that exists at the provider for this customer and is not over. */
export async function findOpenOfCustomer(
  db: ReadDb,
  system: SystemScope,
  customerId: string,
): Promise<{ organizationId: string; id: string; providerId: string } | undefined> {
  const [row] = await db.run(system, openOfCustomer, { customerId });
  return row;
}

/** The open checkout that this user began with this key within a day. */
export async function readByKey(
  db: ReadDb,
  scope: Scope,
  createdBy: string,
  idempotencyKey: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(subscriptions)
      .where(
        and(
          tenantFilter(subscriptions, scope),
          eq(subscriptions.createdBy, createdBy),
          eq(subscriptions.idempotencyKey, idempotencyKey),
          isOpen,
          gt(subscriptions.createdAt, sql`now() - interval '1 day'`),
        ),
      ),
  );
  return row;
}

export async function countBegun(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(subscriptions)
    .where(and(tenantFilter(subscriptions, scope), gt(subscriptions.createdAt, sql`now() - interval '1 hour'`)));
  return row!.count; // a count has one row
}

type NewRow = Pick<
  typeof subscriptions.$inferInsert,
  "id" | "planId" | "cardName" | "cardEmail" | "createdBy" | "idempotencyKey"
>;

export async function insertSubscription(tx: Tx, scope: Scope, row: NewRow): Promise<void> {
  await tx.orm.insert(subscriptions).values({ organizationId: scope.organizationId, ...row });
}

export async function lockSubscription(tx: Tx, scope: Scope, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(subscriptions)
    .where(and(tenantFilter(subscriptions, scope), eq(subscriptions.id, id)))
    .for("update");
  return row;
}

export type SubscriptionChange = Partial<
  Omit<
    typeof subscriptions.$inferInsert,
    "organizationId" | "id" | "createdBy" | "createdAt" | "readings" | "readAt" | "asks" | "askedAt"
  >
>;

/** Changes a field that pages show, so they read it again. */
export function updateSubscription(
  tx: Tx,
  scope: Scope,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  return update(tx, scope, id, change);
}

async function update(tx: Tx, scope: Scope, id: string, change: object): Promise<SubscriptionRow> {
  const [row] = await tx.orm
    .update(subscriptions)
    .set({ ...change, ...bumpVersion(subscriptions) })
    .where(and(tenantFilter(subscriptions, scope), eq(subscriptions.id, id)))
    .returning();
  return row!; // locked by the caller, so it exists
}

const asRead = { readings: sql`${subscriptions.readings} + 1`, readAt: sql`now()`, asks: 0 };

/** Records that the provider's state was read and brought no change. */
export async function noteReading(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(subscriptions)
    .set(asRead)
    .where(and(tenantFilter(subscriptions, scope), eq(subscriptions.id, id)));
}

/** Records that the provider's state was read, and what it changed. */
export function updateAsRead(tx: Tx, scope: Scope, id: string, change: SubscriptionChange): Promise<SubscriptionRow> {
  return update(tx, scope, id, { ...change, ...asRead });
}

/** Counts a card change and returns how many there were within an hour, including this one. */
export async function countCard(tx: Tx, scope: Scope, id: string): Promise<number> {
  const { cardsBegun, cardsBegunAt } = subscriptions;
  const isSameHour = sql`${cardsBegunAt} > now() - interval '1 hour'`;
  const [row] = await tx.orm
    .update(subscriptions)
    .set({
      cardsBegun: sql`case when ${isSameHour} then ${cardsBegun} + 1 else 1 end`,
      cardsBegunAt: sql`case when ${isSameHour} then ${cardsBegunAt} else now() end`,
    })
    .where(and(tenantFilter(subscriptions, scope), eq(subscriptions.id, id)))
    .returning({ cardsBegun });
  return row!.cardsBegun; // the caller has just read it, and no row is ever deleted
}

/** Erases the card holder of a deleted account in every organization where they paid. */
export async function forgetCardHolder(tx: Tx, _systemScope: SystemScope, createdBy: string): Promise<void> {
  await tx.orm
    .update(subscriptions)
    .set({ cardName: "Erased Person", cardEmail: `erased-${createdBy}@erased.invalid`, ...bumpVersion(subscriptions) })
    .where(eq(subscriptions.createdBy, createdBy));
}

/** A key belongs to the newest request that uses it. */
export async function freeKey(tx: Tx, scope: Scope, createdBy: string, idempotencyKey: string): Promise<void> {
  const bearsIt = and(eq(subscriptions.createdBy, createdBy), eq(subscriptions.idempotencyKey, idempotencyKey));
  await tx.orm
    .update(subscriptions)
    .set({ idempotencyKey: null })
    .where(and(tenantFilter(subscriptions, scope), bearsIt));
}
