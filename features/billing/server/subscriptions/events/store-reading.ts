import type { Database } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type Announcement, LIVE_CHANNEL } from "#platform/server/live/live.ts";
import type { subscriptionLine } from "#features/billing/server/charges/ledger.ts";
import type { SubscriptionRow } from "../queries.ts";

/** The provider's state of a subscription, and what storing it brings with it. */
export interface SimpleReading {
  readonly after: SubscriptionRow;
  /** Whether pages show something else than before. */
  readonly isChanged: boolean;
  /** Recorded in the audit log. */
  readonly actions: readonly string[];
  /** Sent if `isChanged`. */
  readonly announcement: Announcement;
  /** Charged unless they were already. Each is announced with its first charge. */
  readonly lines: readonly (ReturnType<typeof subscriptionLine> & { readonly announcement: Announcement })[];
}

const STORE_READING = `
  with stored as (
    update subscriptions set status = $5, stripe_subscription_id = $6, plan_id = $7,
      current_period_start = $8, current_period_end = $9, cancel_at_period_end = $10, card_brand = $11, card_last4 = $12,
      owed = $13, failed_at = $14, balance = $15, ended_at = $16, readings = readings + 1, read_at = now(), asks = 0,
      version = version + $17::boolean::integer, updated_at = case when $17::boolean then now() else updated_at end
    where organization_id = $1 and id = $2 and readings = $3 and version = $4
    returning organization_id, id, status
  ), line as (
    select * from json_to_recordset($18::json) as l (id uuid, type text, description text, "unitAmount" bigint,
      "occurredAt" timestamptz, "sourceKey" text, announcement text)
  ), charged as (
    insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at, source_key)
    select organization_id, line.id, type, description, "unitAmount", "unitAmount", "occurredAt", "sourceKey"
    from stored, line
    on conflict (organization_id, source_key) do nothing returning id
  ), announced as (
    select pg_notify($19::text, announcement) as sent from (
      select $20::text as announcement from stored where $17::boolean
      union all select announcement from line where id in (select id from charged)) news
  ), recorded as (
    select append_audit(organization_id, null, action, 'subscription', id, null, jsonb_build_object('status', status)) as sent
    from stored, unnest($21::text[]) with ordinality as a (action, place) order by place
  )
  select (select count(sent) from announced) as announced, (select count(sent) from recorded) as recorded from stored`;

/**
 * Stores the state in one round trip, unless the row has changed since it was read, as another process may have stored a
 * newer state. Returns whether it did.
 */
export async function storeReading(
  db: Database,
  scope: Scope,
  { id, readings, version }: SubscriptionRow,
  { after, isChanged, actions, announcement, lines }: SimpleReading,
): Promise<boolean> {
  const { rows } = await db.execute(scope, STORE_READING, [
    ...[scope.organizationId, id, readings, version],
    ...[after.status, after.stripeSubscriptionId, after.planId, after.currentPeriodStart, after.currentPeriodEnd],
    ...[after.cancelAtPeriodEnd, after.cardBrand, after.cardLast4, after.owed, after.failedAt, after.balance],
    ...[after.endedAt, isChanged],
    JSON.stringify(lines.map((line) => ({ ...line, announcement: JSON.stringify(line.announcement) }))),
    ...[LIVE_CHANNEL, JSON.stringify(announcement), actions],
  ]);
  return rows.length > 0;
}
