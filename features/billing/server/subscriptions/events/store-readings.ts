import type { Database } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { type Announcement, LIVE_CHANNEL } from "#platform/server/live/live.ts";
import type { subscriptionLine } from "#features/billing/server/charges/ledger.ts";
import type { SubscriptionRow } from "../queries.ts";

/** The provider's state of a subscription, and what storing it brings with it. */
export interface SimpleReading {
  readonly before: SubscriptionRow;
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

// Rows are locked in one order, so that two of these cannot wait for each other.
const STORE_READINGS = `
  with reading as (
    select * from json_to_recordset($1::json) as r ("organizationId" uuid, id uuid, readings integer, version integer,
      status text, "stripeSubscriptionId" text, "planId" uuid, "currentPeriodStart" timestamptz,
      "currentPeriodEnd" timestamptz, "cancelAtPeriodEnd" boolean, "cardBrand" text, "cardLast4" text, owed bigint,
      "failedAt" timestamptz, balance bigint, "endedAt" timestamptz, "isChanged" boolean, announcement text,
      actions json, lines json)
  ), unchanged as (
    select s.organization_id, s.id from subscriptions s
    join reading r on s.organization_id = r."organizationId" and s.id = r.id
    where s.readings = r.readings and s.version = r.version
    order by s.organization_id, s.id for update of s
  ), stored as (
    update subscriptions s set status = r.status, stripe_subscription_id = r."stripeSubscriptionId",
      plan_id = r."planId", current_period_start = r."currentPeriodStart", current_period_end = r."currentPeriodEnd",
      cancel_at_period_end = r."cancelAtPeriodEnd", card_brand = r."cardBrand", card_last4 = r."cardLast4",
      owed = r.owed, failed_at = r."failedAt", balance = r.balance, ended_at = r."endedAt",
      readings = s.readings + 1, read_at = now(), asks = 0, version = s.version + r."isChanged"::integer,
      updated_at = case when r."isChanged" then now() else s.updated_at end
    from unchanged u join reading r on u.organization_id = r."organizationId" and u.id = r.id
    where s.organization_id = u.organization_id and s.id = u.id
    returning s.organization_id, s.id, s.status, r."isChanged", r.announcement, r.actions, r.lines
  ), line as (
    select s.organization_id, l.* from stored s, json_to_recordset(s.lines) as l (id uuid, type text, description text,
      "unitAmount" bigint, "occurredAt" timestamptz, "sourceKey" text, announcement text)
  ), charged as (
    insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at, source_key)
    select organization_id, id, type, description, "unitAmount", "unitAmount", "occurredAt", "sourceKey"
    from line order by organization_id, id
    on conflict (organization_id, source_key) do nothing returning id
  ), announced as (
    select pg_notify($2::text, announcement) as sent from (
      select announcement from stored where "isChanged"
      union all select announcement from line where id in (select id from charged)) news
  ), recorded as (
    select append_audit(organization_id, null, action, 'subscription', id, null, jsonb_build_object('status', status))
      as sent
    from stored, json_array_elements_text(actions) with ordinality as a (action, place) order by organization_id, place
  )
  select id, (select count(sent) from announced) as announced, (select count(sent) from recorded) as recorded
  from stored`;

/**
 * Stores the states in one round trip, except of rows that have changed since they were read, as another process may have
 * stored a newer state. Returns the ids of those stored.
 */
export async function storeReadings(
  db: Database,
  system: SystemScope,
  readings: readonly SimpleReading[],
): Promise<ReadonlySet<string>> {
  if (readings.length === 0) return new Set();
  const values = readings.map(({ before: { readings: count, version }, after, lines, announcement, ...rest }) => ({
    ...after,
    ...rest,
    ...{ readings: count, version },
    announcement: JSON.stringify(announcement),
    lines: lines.map((line) => ({ ...line, announcement: JSON.stringify(line.announcement) })),
  }));
  const { rows } = await db.execute(system, STORE_READINGS, [JSON.stringify(values), LIVE_CHANNEL]);
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}
