// Owns the SQL on events of the card provider: each is kept once, and those that wait are what is to be settled.
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { isWorthAnotherTry, orm, type Database, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { arg } from "#kit/server/database/tables.ts";
import type { CardEvent } from "#providers/stripe-webhook.ts";
import { cardEvents } from "../tables.ts";

/** After as many the sweep leaves it alone; the next event of the object settles it too. With doubling pauses: 17 hours. */
const ATTEMPTS = 9;

/**
 * Joins an event to those of its object whose first job is yet to come, in one statement: `true` when it did, or was there before. The share
 * lock holds off whoever marks them as settled, and is looked at again once they did; whoever is held off by it then
 * sees the new event, too. So an event that joins is settled by the job of those that it joined.
 */
const waitingOne = orm.$with("waiting", {}).as(sql`
  select w.id from card_events w where w.object_id = ${arg("objectId")}::text and w.settled_at is null and w.attempts = 0
  limit 1 for share`);
const joined = orm.$with("joined", {}).as(sql`
  insert into card_events (id, type, kind, object_id)
  select ${arg("id")}::text, ${arg("type")}::text, ${arg("kind")}::text, ${arg("objectId")}::text from waiting on conflict do nothing returning 1`);
const join = orm
  .with(waitingOne, joined)
  .select({
    isKept:
      sql<boolean>`exists (select from joined) or exists (select from card_events e where e.id = ${arg("id")}::text)`.as(
        "is_kept",
      ),
  })
  .from(sql`(select 1) one`)
  .prepare("card_event_join");

export async function joinWaiting(db: Reads, across: AcrossScope, event: CardEvent): Promise<boolean> {
  try {
    const [row] = await db.run(across, join, { ...event });
    return row!.isKept; // exists gives one row
  } catch (error) {
    // Copies of one event and its settling may wait for each other in a ring; it can be kept by itself as well.
    if (isWorthAnotherTry(error)) return false;
    throw error;
  }
}

/** Whether it is new. */
export async function keepEvent(tx: Tx, _across: AcrossScope, event: CardEvent): Promise<boolean> {
  const kept = await tx.orm.insert(cardEvents).values(event).onConflictDoNothing().returning({ id: cardEvents.id });
  return kept.length > 0;
}

const waiting = orm
  .select({ id: cardEvents.id })
  .from(cardEvents)
  .where(and(eq(cardEvents.objectId, arg("objectId")), isNull(cardEvents.settledAt)))
  .prepare("card_events_waiting");

export async function readWaiting(db: Reads, across: AcrossScope, objectId: string): Promise<string[]> {
  const rows = await db.run(across, waiting, { objectId });
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

/** Those that have waited longest first; whatever failed again and again is left to its own job. */
export function readWaitingObjects(db: Reads, across: AcrossScope): Promise<Pick<CardEvent, "kind" | "objectId">[]> {
  return db.run(across, waitingObjects);
}

export async function markSettled(db: Database, across: AcrossScope, ids: readonly string[]): Promise<void> {
  await db.read(across, (query) =>
    query
      .update(cardEvents)
      .set({ settledAt: sql`now()` })
      .where(inArray(cardEvents.id, [...ids])),
  );
}

export interface OverdueObject extends Pick<CardEvent, "kind" | "objectId"> {
  /** It is not tried again by itself after this. */
  readonly isLast: boolean;
}

/** Objects whose events wait though their job must be over, the longest first; noted, so that the next pause is longer. */
export async function takeOverdue(tx: Tx, _across: AcrossScope, minutes: number): Promise<OverdueObject[]> {
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

/** The provider tells of an event again for three days at most. */
export async function deleteOldEvents(tx: Tx, _across: AcrossScope, days: number): Promise<void> {
  const isOld = lt(cardEvents.receivedAt, sql`now() - make_interval(days => ${days})`);
  await tx.orm.delete(cardEvents).where(and(isOld, sql`${cardEvents.settledAt} is not null`));
}
