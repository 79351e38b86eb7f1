// What must be true whenever every provider is well and no job is left. Each returns what contradicts it.
import type Stripe from "stripe";
import { openDatabase } from "#platform/server/database/database.ts";
import type { EmbeddedEngine } from "#platform/server/database/embedded-engine.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import type { Lender } from "./lender.ts";

export interface Evidence {
  readonly engine: EmbeddedEngine;
  readonly stripe: Stripe;
  readonly lenders: readonly Lender[];
  /** Content of each evaluation when it was first seen, by id. */
  readonly evaluations: Map<string, string>;
}

type Invariant = (evidence: Evidence) => Promise<string[]>;

/** Rows of a query that finds contradictions, each as text. */
const none =
  (sql: string): Invariant =>
  async ({ engine }) =>
    (await engine.owner.query(sql)).map((row) => JSON.stringify(row));

const INVARIANTS: Readonly<Record<string, Invariant>> = {
  "a statement is the sum of its lines": none(`
    select s.number, s.amount, coalesce(sum(l.amount), 0) as lines from statements s
    left join line_items l on l.organization_id = s.organization_id
      and l.billable_at >= s.period_start and l.billable_at < s.period_end
    group by s.organization_id, s.id, s.number, s.amount having s.amount <> coalesce(sum(l.amount), 0)`),

  "statements are numbered without a gap, and no two months overlap": none(`
    select * from (select number, sequence, period_start,
        row_number() over one as expected, lag(period_end) over one as before
      from statements window one as (partition by organization_id order by sequence)) s
    where sequence <> expected or before > period_start`),

  // A charge that is learned of later is on the next statement.
  "a statement holds every line of its time that was known, and no later one": none(`
    select l.id, l.occurred_at, s.number from line_items l
    join statements s on s.organization_id = l.organization_id
    where l.occurred_at < s.period_end and l.created_at < s.created_at and l.billable_at >= s.period_end
      or l.created_at > s.created_at and l.billable_at < s.period_end`),

  "a ready report is charged once, and no other is": none(`
    select r.id, r.state, r.price, count(l.id) from asset_reports r
    left join line_items l on l.organization_id = r.organization_id and l.asset_report_id = r.id and l.amount > 0
    where r.state in ('ready', 'failed', 'queued', 'generating')
    group by r.organization_id, r.id, r.state, r.price
    having count(l.id) <> case when r.state = 'ready' and coalesce(r.price, 0) > 0 then 1 else 0 end`),

  "no report is in progress": none(`
    select id, state, requested_at from asset_reports where state in ('queued', 'generating')`),

  "a ready report has its data and its evaluation": none(`
    select r.id from asset_reports r where r.state = 'ready' and (
      not exists (select from asset_report_contents c where c.report_id = r.id)
      or not exists (select from evaluations e where e.report_id = r.id))`),

  "an evaluation has at most one file of a format": none(`
    select evaluation_id, format from report_files group by evaluation_id, format having count(*) > 1`),

  "no bank is asked without a consent given before": none(`
    select b.id from bank_items b where not exists (select from consents c where c.organization_id = b.organization_id
      and c.borrower_id = b.borrower_id and c.given_at <= b.created_at)`),

  "an evaluation never changes": async ({ engine, evaluations }) => {
    const rows = await engine.owner.query("select id::text, md5(e::text) as content from evaluations e");
    return rows.flatMap(({ id, content }) => {
      const first = evaluations.get(String(id)) ?? String(content);
      evaluations.set(String(id), first);
      return first === content ? [] : [String(id)];
    });
  },

  "every acknowledged write is there": async ({ engine, lenders }) => {
    const rows = await engine.owner.query(
      "select id::text from borrowers union all select id::text from asset_reports",
    );
    const stored = new Set(rows.map(({ id }) => id));
    const known = lenders.flatMap(({ borrowers }) => borrowers.filter(({ isClosed }) => !isClosed));
    return known.flatMap(({ id, reports }) => [id, ...reports]).filter((id) => !stored.has(id));
  },

  "the audit chain is whole": async ({ engine }) => {
    const { db, system } = openDatabase(engine);
    return (await verifyAudit(db, system)).errors.map((one) => JSON.stringify(one));
  },

  "no job failed for good": none("select data from jobs.job where name = 'dead-letter' and state < 'completed'"),

  "no card event is left": none("select id, type from card_events where settled_at is null"),

  "each payment of a plan is one line": async ({ engine, stripe }) => {
    const lines = await engine.owner.query(
      "select source_key as key, amount::int from line_items where type = 'subscription'",
    );
    const ours = new Map(lines.map(({ key, amount }) => [String(key).split(":")[1], Number(amount)]));
    const paid = (await invoicesOf(stripe)).filter((one) => one.parent?.subscription_details && one.amount_paid > 0);
    const missing = paid.filter(({ id, amount_paid: amount }) => ours.get(id) !== amount).map(({ id }) => id);
    return paid.length === ours.size ? missing : [...missing, `${paid.length} payments, ${ours.size} lines`];
  },

  "each statement with something due is one invoice of that sum": async ({ engine, stripe }) => {
    const statements = await engine.owner.query(`select number, status, stripe_invoice_id as invoice,
        (amount - paid_before - credit_used)::int as due from statements where amount - paid_before - credit_used > 0`);
    const invoices = (await invoicesOf(stripe)).filter(
      ({ parent, status }) => !parent?.subscription_details && status !== "void",
    );
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    const wrong = statements.filter(({ invoice, due, status }) => {
      const theirs = byId.get(String(invoice));
      return !theirs || theirs.total !== due || (theirs.status === "paid") !== (status === "paid");
    });
    const contradictions = wrong.map((one) => JSON.stringify(one));
    if (invoices.length === statements.length) return contradictions;
    return [...contradictions, `${invoices.length} invoices, ${statements.length} statements`];
  },
};

/** Everything that contradicts an invariant, after its name. */
export async function findContradictions(evidence: Evidence): Promise<string[]> {
  const found: string[] = [];
  for (const [name, find] of Object.entries(INVARIANTS))
    found.push(...(await find(evidence)).map((one) => `${name}: ${one}`));
  return found;
}

async function invoicesOf(stripe: Stripe): Promise<Stripe.Invoice[]> {
  return stripe.invoices.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
}
