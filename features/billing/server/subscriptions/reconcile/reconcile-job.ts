import { sql } from "drizzle-orm";
import type { Context } from "#platform/server/context.ts";
import { readCustomer } from "#features/billing/server/customer.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { findBegun } from "#providers/stripe/subscriptions.ts";
import { deleteOldCheckouts } from "../checkout/visitor.ts";
import { deleteOldEvents, lockOverdue } from "../events/event-queries.ts";
import { lookAgainAt, settleCardObject } from "../../jobs.ts";
import { lockSubscription, noteReading, readSubscriptionRow, updateSubscription } from "../queries.ts";
import { syncSubscription } from "../events/sync-subscription.ts";

/**
 * After this many reads without an answer the sweep stops until an event arrives. With doubling pauses this takes days.
 */
const ASKS = 12;
const SWEEP_LOCK = 7_203_118; // any number that nothing else on the database locks

/** Whether no other process runs the sweep. Held until the transaction ends. */
async function claimReconciliation(tx: Tx, _systemScope: SystemScope): Promise<boolean> {
  const { rows } = await tx.orm.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as taken`,
  );
  return rows[0]!.taken; // one row, always
}

interface Silent {
  readonly organizationId: string;
  readonly id: string;
  /** It is not read again automatically after this. */
  readonly isLast: boolean;
}

/**
 * Unfinished checkouts, subscriptions past their period, and unpaid ones, for which no event arrived; the longest
 * first. The read is recorded, so that the next pause is longer. A successful read makes it short again.
 */
async function lockSilent(tx: Tx, _systemScope: SystemScope): Promise<Silent[]> {
  const { rows } = await tx.orm.execute<{ organizationId: string; id: string; asks: number }>(sql`
    with looked as (
      select organization_id, id, asks, greatest(created_at, read_at, asked_at) as heard_at, case
        when status = 'incomplete' then greatest(interval '2 minutes', (now() - created_at) / 4)
        when status in ('past_due', 'unpaid') then interval '1 hour'
        else greatest(interval '10 minutes', (now() - current_period_end) / 4) end as pause
      from subscriptions
      where asks < ${ASKS} and (status in ('incomplete', 'past_due', 'unpaid')
        or status = 'active' and current_period_end < now())),
    due as (
      select organization_id, id from looked
      where heard_at < now() - least(interval '1 day', pause * power(2, asks)) order by heard_at limit 500)
    update subscriptions s set asks = asks + 1, asked_at = now() from due
    where s.organization_id = due.organization_id and s.id = due.id
    returning s.organization_id as "organizationId", s.id, s.asks`);
  return rows.map(({ asks, ...row }) => ({ ...row, isLast: asks >= ASKS }));
}

const EVENT_OVERDUE_MINUTES = 2;
const EVENTS_KEPT_DAYS = 30;
const GIVEN_UP = "the card provider gave no answer that settles this; its next event tries again";
/** By then an unpaid checkout has expired at the provider. */
const CHECKOUT_LIFE_MS = 24 * 60 * 60 * 1000;

/** One process at a time runs it. It starts jobs, which can repeat finished work safely. */
export async function reconcileSubscriptions({ db, system, jobs, log }: Context): Promise<void> {
  await db.transaction(system, async (tx) => {
    if (!(await claimReconciliation(tx, system))) return;
    for (const { isLast, ...object } of await lockOverdue(tx, system, EVENT_OVERDUE_MINUTES)) {
      await jobs.send(tx, settleCardObject, object);
      if (isLast) log.error({ kind: object.kind, id: object.objectId }, GIVEN_UP);
    }
    for (const { organizationId, id, isLast } of await lockSilent(tx, system)) {
      await jobs.send(tx, lookAgainAt, { organizationId, subscriptionId: id });
      if (isLast) log.error({ kind: "subscription", id }, GIVEN_UP);
    }
    await deleteOldCheckouts(tx, system);
    await deleteOldEvents(tx, system, EVENTS_KEPT_DAYS);
  });
}

/** Reads a subscription at the provider without an event. If its id was lost with an answer, our id finds it. */
export async function lookAgain(ctx: Context, scope: Scope, subscriptionId: string): Promise<void> {
  const { db } = ctx;
  const row = await readSubscriptionRow(db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = row.stripeSubscriptionId ?? (await findAtProvider(ctx, scope, row.id));
  if (providerId !== undefined) await syncSubscription(ctx, scope, row.id, providerId);
  else await db.transaction(scope, (tx) => noteUnknown(tx, scope, subscriptionId));
}

/**
 * The provider has no subscription with this id. Another process may be creating it there right now, so the row under
 * its lock decides.
 */
async function noteUnknown(tx: Tx, scope: Scope, id: string): Promise<void> {
  const row = await lockSubscription(tx, scope, id);
  if (row?.status !== "incomplete" || row.stripeSubscriptionId !== null) return;
  await noteReading(tx, scope, id);
  if (Date.now() - Date.parse(row.createdAt) > CHECKOUT_LIFE_MS)
    await updateSubscription(tx, scope, id, { status: "canceled", endedAt: new Date().toISOString() });
}

async function findAtProvider(
  { db, providers: { stripe } }: Context,
  scope: Scope,
  id: string,
): Promise<string | undefined> {
  const customerId = await readCustomer(db, scope);
  return customerId === null ? undefined : findBegun(stripe, customerId, id);
}
