import { sql } from "drizzle-orm";
import type { Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";

/**
 * After this many reads without an answer the sweep stops until an event arrives. With doubling pauses this takes days.
 */
const ASKS = 12;
const SWEEP_LOCK = 7_203_118; // any number that nothing else on the database locks

/** Whether no other process runs the sweep. Held until the transaction ends. */
export async function claimReconciliation(tx: Tx, _systemScope: SystemScope): Promise<boolean> {
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
export async function lockSilent(tx: Tx, _systemScope: SystemScope): Promise<Silent[]> {
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
