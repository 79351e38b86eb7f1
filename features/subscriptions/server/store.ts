// Owns the SQL on subscriptions; every statement carries the organization of its scope.
import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { organizations } from "#features/organizations/server/tables.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";
import { subscriptions } from "./tables.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isOpen = ne(subscriptions.status, "canceled");

const open = orm
  .select()
  .from(subscriptions)
  .where(and(inScope(subscriptions), isOpen))
  .prepare("subscription_open");

const latest = orm
  .select()
  .from(subscriptions)
  .where(inScope(subscriptions))
  .orderBy(desc(isOpen), desc(subscriptions.createdAt), desc(subscriptions.id))
  .limit(1)
  .prepare("subscription_latest");

const byId = orm
  .select()
  .from(subscriptions)
  .where(and(inScope(subscriptions), eq(subscriptions.id, arg("id"))))
  .prepare("subscription_by_id");

const running = orm
  .select({ id: subscriptions.id })
  .from(subscriptions)
  .where(and(inScope(subscriptions), inArray(subscriptions.status, ["active", "past_due", "unpaid"])))
  .limit(1)
  .prepare("subscription_running");

const ownerByProviderId = orm
  .select({ organizationId: subscriptions.organizationId, id: subscriptions.id })
  .from(subscriptions)
  .where(eq(subscriptions.stripeSubscriptionId, arg("providerId")))
  .prepare("subscription_by_provider_id");

const openOfCustomer = orm
  .select({
    organizationId: subscriptions.organizationId,
    id: subscriptions.id,
    providerId: sql<string>`${subscriptions.stripeSubscriptionId}`.as("provider_id"), // not null below
  })
  .from(subscriptions)
  .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
  .where(
    and(eq(organizations.stripeCustomerId, arg("customerId")), isOpen, isNotNull(subscriptions.stripeSubscriptionId)),
  )
  .prepare("subscription_open_of_customer");

export async function readOpen(db: Reads, scope: Scope): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, open);
  return row;
}

/** The open one, else the one that was begun last. */
export async function readLatest(db: Reads, scope: Scope): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, latest);
  return row;
}

export async function readSubscriptionRow(db: Reads, scope: Scope, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

export async function hasRunningSubscription(db: Reads, scope: Scope): Promise<boolean> {
  const rows = await db.run(scope, running);
  return rows.length > 0;
}

/** Whose subscription the provider speaks of. */
export async function findOwner(
  db: Reads,
  across: AcrossScope,
  providerId: string,
): Promise<{ organizationId: string; id: string } | undefined> {
  const [row] = await db.run(across, ownerByProviderId, { providerId });
  return row;
}

/** The one that stands at the provider for this customer of it, and is not over. */
export async function findOpenOfCustomer(
  db: Reads,
  across: AcrossScope,
  customerId: string,
): Promise<{ organizationId: string; id: string; providerId: string } | undefined> {
  const [row] = await db.run(across, openOfCustomer, { customerId });
  return row;
}

/** What this person began under this key within a day, if it is still open. */
export async function readByKey(
  db: Reads,
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
          inScope(subscriptions, scope),
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
    .where(and(inScope(subscriptions, scope), gt(subscriptions.createdAt, sql`now() - interval '1 hour'`)));
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
    .where(and(inScope(subscriptions, scope), eq(subscriptions.id, id)))
    .for("update");
  return row;
}

export type SubscriptionChange = Partial<
  Omit<
    typeof subscriptions.$inferInsert,
    "organizationId" | "id" | "createdBy" | "createdAt" | "readings" | "readAt" | "asks" | "askedAt"
  >
>;

/** What people see of it changes; pages read it anew. */
export async function updateSubscription(
  tx: Tx,
  scope: Scope,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const [row] = await tx.orm
    .update(subscriptions)
    .set({ ...change, ...touched(subscriptions) })
    .where(and(inScope(subscriptions, scope), eq(subscriptions.id, id)))
    .returning();
  return row!; // locked by the caller, so it is there
}

/** Notes that the provider's state was taken over, whether it changed anything or not. */
export async function noteReading(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(subscriptions)
    .set({ readings: sql`${subscriptions.readings} + 1`, readAt: sql`now()`, asks: 0 })
    .where(and(inScope(subscriptions, scope), eq(subscriptions.id, id)));
}

/** Another card is begun; how many were within an hour, this one too. */
export async function countCard(tx: Tx, scope: Scope, id: string): Promise<number> {
  const { cardsBegun, cardsBegunAt } = subscriptions;
  const isSameHour = sql`${cardsBegunAt} > now() - interval '1 hour'`;
  const [row] = await tx.orm
    .update(subscriptions)
    .set({
      cardsBegun: sql`case when ${isSameHour} then ${cardsBegun} + 1 else 1 end`,
      cardsBegunAt: sql`case when ${isSameHour} then ${cardsBegunAt} else now() end`,
    })
    .where(and(inScope(subscriptions, scope), eq(subscriptions.id, id)))
    .returning({ cardsBegun });
  return row!.cardsBegun; // the caller has just read it, and no row is ever deleted
}

/** Of an account that is erased, wherever they paid. */
export async function forgetCardHolder(tx: Tx, _across: AcrossScope, createdBy: string): Promise<void> {
  await tx.orm
    .update(subscriptions)
    .set({ cardName: "Erased Person", cardEmail: `erased-${createdBy}@erased.invalid`, ...touched(subscriptions) })
    .where(eq(subscriptions.createdBy, createdBy));
}

/** A name is for the newest request that bears it. */
export async function freeKey(tx: Tx, scope: Scope, createdBy: string, idempotencyKey: string): Promise<void> {
  const bearsIt = and(eq(subscriptions.createdBy, createdBy), eq(subscriptions.idempotencyKey, idempotencyKey));
  await tx.orm
    .update(subscriptions)
    .set({ idempotencyKey: null })
    .where(and(inScope(subscriptions, scope), bearsIt));
}
