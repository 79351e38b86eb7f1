import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { type Database, orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { cardEvents, subscriptions } from "../../schema.ts";

/**
 * After this many attempts the sweep stops; the next event of the object settles it too. With doubling pauses this
 * takes 17 hours.
 */
const ATTEMPTS = 9;

export type CardObject = Pick<CardEvent, "kind" | "objectId">;

/**
 * Stores those events that are new, and returns the objects that need a job. An object needs none while events of it wait
 * whose first job has not run yet: the share lock blocks a job that marks them as settled, and a job that waited for the
 * lock sees the new events too. So the job of the waiting events settles all that join them. Events that are being marked
 * are skipped: waiting for them could deadlock, and one job more does no harm.
 */
export async function storeEvents(
  tx: Tx,
  _systemScope: SystemScope,
  events: readonly CardEvent[],
): Promise<CardObject[]> {
  const { rows } = await tx.orm.execute<CardObject & Record<string, unknown>>(sql`
    with incoming as (
      select id, type, kind, object_id
      from json_to_recordset(${JSON.stringify(events)}::json) as e (id text, type text, kind text, "objectId" text),
        lateral (select "objectId" as object_id) named
    ), waiting as (
      select w.object_id from (select distinct object_id from incoming) i, lateral (
        select object_id from card_events
        where object_id = i.object_id and settled_at is null and attempts = 0 limit 1 for share skip locked) w
    ), stored as (
      insert into card_events (id, type, kind, object_id)
      select id, type, kind, object_id from incoming order by id on conflict do nothing returning kind, object_id
    )
    select distinct kind, object_id as "objectId" from stored where object_id not in (select object_id from waiting)`);
  return rows;
}

const waitingFields = {
  kind: cardEvents.kind,
  objectId: cardEvents.objectId,
  eventIds: sql<string[]>`array_agg(${cardEvents.id})`.as("event_ids"),
  organizationId: subscriptions.organizationId,
  subscriptionId: sql<string | null>`${subscriptions.id}`.as("subscription_id"),
  readings: subscriptions.readings,
};
const isWaiting = isNull(cardEvents.settledAt);
const isItsSubscription = eq(subscriptions.stripeSubscriptionId, cardEvents.objectId);
const groups = [cardEvents.kind, cardEvents.objectId, subscriptions.organizationId, subscriptions.id] as const;

const waitingObject = orm
  .select(waitingFields)
  .from(cardEvents)
  .leftJoin(subscriptions, isItsSubscription)
  .where(and(eq(cardEvents.objectId, param("objectId")), isWaiting))
  .groupBy(...groups)
  .prepare("card_events_waiting");

/** An object with waiting events. The rest is of the subscription that it is, if our row has its id already. */
export type WaitingObject = Awaited<ReturnType<typeof waitingObject.execute>>[number];

export async function readWaiting(
  db: ReadDb,
  system: SystemScope,
  objectId: string,
): Promise<WaitingObject | undefined> {
  const [row] = await db.run(system, waitingObject, { objectId });
  return row;
}

const waitingObjects = orm
  .select(waitingFields)
  .from(cardEvents)
  .leftJoin(subscriptions, isItsSubscription)
  .where(and(isWaiting, eq(cardEvents.attempts, 0), sql`${cardEvents.objectId} <> all(${param("except")}::text[])`))
  .groupBy(...groups)
  .orderBy(sql`min(${cardEvents.receivedAt})`)
  .limit(param("limit"))
  .prepare("card_events_waiting_objects");

/** The longest waiting first. An event that failed again and again is left to its own job. */
export function readWaitingObjects(
  db: ReadDb,
  system: SystemScope,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<WaitingObject[]> {
  return db.run(system, waitingObjects, { except, limit });
}

export async function markSettled(db: Database, system: SystemScope, ids: readonly string[]): Promise<void> {
  await db.read(system, (query) =>
    query.execute(sql`update card_events set settled_at = now() where id = any(${sql.param(ids)}::text[])`),
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
