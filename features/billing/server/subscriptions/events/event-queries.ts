import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { type Database, isWorthAnotherTry, orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { cardEvents } from "../../schema.ts";

/**
 * After this many attempts the sweep stops; the next event of the object settles it too. With doubling pauses this
 * takes 17 hours.
 */
const ATTEMPTS = 9;

/**
 * Adds an event to the waiting events of its object whose first job has not run yet, in one SQL statement. `true` if it
 * was added, or was there before. The share lock blocks a job that marks the events as settled; after the lock the row
 * is read again. A job that waited for the lock also sees the new event. So the job of the waiting events settles an
 * event that joins them.
 */
const waitingOne = orm.$with("waiting", {}).as(sql`
  select w.id from card_events w where w.object_id = ${param("objectId")}::text and w.settled_at is null and w.attempts = 0
  limit 1 for share`);
const joined = orm.$with("joined", {}).as(sql`
  insert into card_events (id, type, kind, object_id)
  select ${param("id")}::text, ${param("type")}::text, ${param("kind")}::text, ${param("objectId")}::text from waiting on conflict do nothing returning 1`);
const join = orm
  .with(waitingOne, joined)
  .select({
    isKept:
      sql<boolean>`exists (select from joined) or exists (select from card_events e where e.id = ${param("id")}::text)`.as(
        "is_kept",
      ),
  })
  .from(sql`(select 1) one`)
  .prepare("card_event_join");

export async function joinWaiting(db: ReadDb, system: SystemScope, event: CardEvent): Promise<boolean> {
  try {
    const [row] = await db.run(system, join, { ...event });
    return row!.isKept; // exists gives one row
  } catch (error) {
    // Copies of one event and the job that settles it may deadlock. The event can also be stored by itself.
    if (isWorthAnotherTry(error)) return false;
    throw error;
  }
}

/** Whether it is new. */
export async function keepEvent(tx: Tx, _systemScope: SystemScope, event: CardEvent): Promise<boolean> {
  const stored = await tx.orm.insert(cardEvents).values(event).onConflictDoNothing().returning({ id: cardEvents.id });
  return stored.length > 0;
}

const waiting = orm
  .select({ id: cardEvents.id })
  .from(cardEvents)
  .where(and(eq(cardEvents.objectId, param("objectId")), isNull(cardEvents.settledAt)))
  .prepare("card_events_waiting");

export async function readWaiting(db: ReadDb, system: SystemScope, objectId: string): Promise<string[]> {
  const rows = await db.run(system, waiting, { objectId });
  return rows.map(({ id }) => id);
}

const waitingObjects = orm
  .select({ kind: cardEvents.kind, objectId: cardEvents.objectId })
  .from(cardEvents)
  .where(and(isNull(cardEvents.settledAt), eq(cardEvents.attempts, 0)))
  .groupBy(cardEvents.kind, cardEvents.objectId)
  .orderBy(sql`min(${cardEvents.receivedAt})`)
  .limit(50)
  .prepare("card_events_waiting_objects");

/** The longest waiting first. An event that failed again and again is left to its own job. */
export function readWaitingObjects(db: ReadDb, system: SystemScope): Promise<Pick<CardEvent, "kind" | "objectId">[]> {
  return db.run(system, waitingObjects);
}

export async function markSettled(db: Database, system: SystemScope, ids: readonly string[]): Promise<void> {
  await db.read(system, (query) =>
    query
      .update(cardEvents)
      .set({ settledAt: sql`now()` })
      .where(inArray(cardEvents.id, [...ids])),
  );
}

export interface OverdueObject extends Pick<CardEvent, "kind" | "objectId"> {
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
