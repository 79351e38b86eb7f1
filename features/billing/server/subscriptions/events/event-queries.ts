import { and, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { type Database, orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { cardEvents, plans, subscriptions } from "../../schema.ts";
import type { SubscriptionRow } from "../queries.ts";
import type { KnownSubscription } from "./sync-subscription.ts";

/**
 * After this many attempts the sweep stops; the next event of the object settles it too. With doubling pauses this
 * takes 17 hours.
 */
const ATTEMPTS = 9;

export type CardObject = Pick<CardEvent, "kind" | "objectId">;

const INCOMING = `
  incoming as (
    select id, type, kind, "objectId" as object_id
    from json_to_recordset($1::json) as e (id text, type text, kind text, "objectId" text)
    -- The insert would wait for a repeated event that is being marked.
    where not exists (select from card_events known where known.id = e.id))`;

/** The job of an event that waits for longer may have been lost with its process. */
const FRESH_SECONDS = 5;

const STORE_BESIDE_WAITING = `
  with ${INCOMING}, waiting as (
    select from card_events
    where settled_at is null and attempts = 0 and received_at > now() - interval '${FRESH_SECONDS} seconds'
    limit 1 for share skip locked
  ), stored as (
    insert into card_events (id, type, kind, object_id)
    select id, type, kind, object_id from incoming where exists (select from waiting) order by id
    on conflict do nothing)
  select exists (select from waiting) as "isStored"`;

/**
 * Stores those events that are new, if another event is waiting; returns whether it did. The job that settles the waiting
 * one settles these too: the share lock blocks it from marking that event as settled until these are committed, and it
 * looks for waiting events again after each mark. An event that is being marked is skipped: waiting for it could deadlock.
 */
export async function storeBesideWaiting(
  db: Database,
  system: SystemScope,
  events: readonly CardEvent[],
): Promise<boolean> {
  const { rows } = await db.execute(system, STORE_BESIDE_WAITING, [JSON.stringify(events)]);
  return (rows[0] as { isStored: boolean }).isStored; // one row, always
}

const STORE = `
  with ${INCOMING}
  insert into card_events (id, type, kind, object_id)
  select id, type, kind, object_id from incoming order by id
  on conflict do nothing returning kind, object_id as "objectId"`;

/** Stores those events that are new, and returns the object of one of them. It needs a job, which settles the others too. */
export async function storeEvents(
  tx: Tx,
  _systemScope: SystemScope,
  events: readonly CardEvent[],
): Promise<CardObject | undefined> {
  const { rows } = await tx.execute(STORE, [JSON.stringify(events)]);
  return rows[0] as CardObject | undefined;
}

const waitingFields = {
  kind: cardEvents.kind,
  objectId: cardEvents.objectId,
  eventIds: sql<string[]>`array_agg(${cardEvents.id})`.as("event_ids"),
  ...getTableColumns(subscriptions),
  planName: plans.name,
  planPriceId: plans.stripePriceId,
  hasWebhook: sql<boolean>`exists (select from webhook_endpoints w
    where w.organization_id = ${subscriptions.organizationId} and w.state = 'enabled'
      and 'subscription.changed' = any(w.events))`.as("has_webhook"),
};
const isWaiting = isNull(cardEvents.settledAt);
const isItsSubscription = eq(subscriptions.stripeSubscriptionId, cardEvents.objectId);
const isItsPlan = eq(plans.id, subscriptions.planId);
// The other fields depend on these keys.
const groups = [
  cardEvents.kind,
  cardEvents.objectId,
  subscriptions.organizationId,
  subscriptions.id,
  plans.id,
] as const;

const waitingObject = prepared("card_events_waiting", () =>
  orm
    .select(waitingFields)
    .from(cardEvents)
    .leftJoin(subscriptions, isItsSubscription)
    .leftJoin(plans, isItsPlan)
    .where(and(eq(cardEvents.objectId, param("objectId")), isWaiting))
    .groupBy(...groups),
);

type WaitingRow = Awaited<ReturnType<typeof waitingObject.execute>>[number];

/** An object with waiting events. */
export interface WaitingObject extends CardObject {
  readonly eventIds: readonly string[];
  /** The subscription that it is, if our row has its id already. */
  readonly subscription: KnownSubscription | undefined;
}

function toWaitingObject({
  kind,
  objectId,
  eventIds,
  planName,
  planPriceId,
  hasWebhook,
  ...row
}: WaitingRow): WaitingObject {
  const isKnown = row.id !== null;
  const plan = { name: planName!, stripePriceId: planPriceId }; // a subscription has a plan
  return {
    kind,
    objectId,
    eventIds,
    subscription: isKnown ? { providerId: objectId, row: row as SubscriptionRow, plan, hasWebhook } : undefined,
  };
}

export async function readWaiting(
  db: ReadDb,
  system: SystemScope,
  objectId: string,
): Promise<WaitingObject | undefined> {
  const [row] = await db.run(system, waitingObject, { objectId });
  return row && toWaitingObject(row);
}

/** A change sends several events, which arrive within this time: the provider is asked once for all of them. */
const GATHER_MS = 100;
/** An event that seems later than this is from before the clock was set back, and would wait until it is that time again. */
const AHEAD_MS = 1_000;

const isGathered = sql<boolean>`min(${cardEvents.receivedAt}) not between
  now() - ${`${GATHER_MS} milliseconds`}::interval and now() + ${`${AHEAD_MS} milliseconds`}::interval`;

const waitingObjects = prepared("card_events_waiting_objects", () =>
  orm
    .select({ ...waitingFields, isGathered: isGathered.as("is_gathered") })
    .from(cardEvents)
    .leftJoin(subscriptions, isItsSubscription)
    .leftJoin(plans, isItsPlan)
    .where(and(isWaiting, eq(cardEvents.attempts, 0), sql`${cardEvents.objectId} <> all(${param("except")}::text[])`))
    .groupBy(...groups)
    .orderBy(sql`min(${cardEvents.receivedAt})`)
    .limit(param("limit")),
);

/**
 * Those that wait the longest. `isSoon`: there are others, whose events may not all have arrived yet. Events of an attempt
 * that failed are left to their object's own job.
 */
export async function readWaitingObjects(
  db: ReadDb,
  system: SystemScope,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<{ objects: WaitingObject[]; isSoon: boolean }> {
  const rows = await db.run(system, waitingObjects, { except, limit });
  const gathered = rows.filter(({ isGathered }) => isGathered);
  return {
    objects: gathered.map(({ isGathered, ...row }) => toWaitingObject(row)),
    isSoon: gathered.length < rows.length,
  };
}

const MARK_SETTLED = "update card_events set settled_at = now() where id = any($1::text[])";

export async function markSettled(db: Database, system: SystemScope, ids: readonly string[]): Promise<void> {
  await db.execute(system, MARK_SETTLED, [ids]);
}

/** From now on these events wait for a job of their own object. */
export async function markFailed(tx: Tx, _systemScope: SystemScope, ids: readonly string[]): Promise<void> {
  await tx.execute(
    "update card_events set attempts = greatest(attempts, 1), attempted_at = now() where id = any($1::text[])",
    [ids],
  );
}

export interface OverdueObject extends CardObject {
  /** It is not tried again automatically after this. */
  readonly isLast: boolean;
}

/**
 * Objects whose events still wait although their job must be over, the longest first. The attempt is recorded, so that
 * the next pause is longer.
 */
export async function lockOverdue(tx: Tx, _systemScope: SystemScope, minutes: number): Promise<OverdueObject[]> {
  const { rows } = await tx.orm.execute<{ kind: CardEvent["kind"]; objectId: string; attempts: number }>(sql`
    with due as (
      select object_id from card_events
      where settled_at is null and attempts < ${ATTEMPTS} and coalesce(attempted_at, received_at)
        < now() - make_interval(mins => ${minutes}) * power(2, attempts)
      group by object_id order by min(coalesce(attempted_at, received_at)) limit 500)
    update card_events e set attempts = attempts + 1, attempted_at = now() from due
    where e.object_id = due.object_id and e.settled_at is null and e.attempts < ${ATTEMPTS}
    returning e.kind, e.object_id as "objectId", e.attempts`);
  const tries = new Map<string, OverdueObject>();
  for (const { kind, objectId, attempts } of rows) {
    const isLast = attempts >= ATTEMPTS && (tries.get(objectId)?.isLast ?? true);
    tries.set(objectId, { kind, objectId, isLast });
  }
  return [...tries.values()];
}

/** The provider repeats an event for three days at most. */
export async function deleteOldEvents(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  const isOld = lt(cardEvents.receivedAt, sql`now() - make_interval(days => ${days})`);
  await tx.orm.delete(cardEvents).where(and(isOld, sql`${cardEvents.settledAt} is not null`));
}
