import { and, isNotNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Drift } from "#features/billing/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { subscriptionSource } from "../charges/ledger.ts";
import { REFUND_SOURCE } from "../charges/charge-queries.ts";
import { billingChecks } from "../schema.ts";

const drift = prepared("billing_drift", () =>
  orm
    .select({
      since: billingChecks.driftSince,
      checkedAt: billingChecks.checkedAt,
      ours: billingChecks.ours,
      theirs: billingChecks.theirs,
    })
    .from(billingChecks)
    .where(and(tenantFilter(billingChecks), isNotNull(billingChecks.driftSince))),
);

export async function readDrift(db: ReadDb, scope: Scope): Promise<z.infer<typeof Drift> | null> {
  const [row] = await db.run(scope, drift);
  return row && row.since !== null && row.checkedAt !== null
    ? { ...row, since: row.since, checkedAt: row.checkedAt }
    : null;
}

/** Organizations with a customer at the provider whose last comparison began before this time. */
export async function readUnchecked(
  db: ReadDb,
  system: SystemScope,
  before: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.read(system, (query) =>
    query.execute<{ id: string }>(sql`
      select o.id from organizations o left join billing_checks c on c.organization_id = o.id
      where o.stripe_customer_id is not null and o.id > ${after}::uuid and (c.asked_at is null or c.asked_at < ${before}::timestamptz)
      order by o.id limit ${limit}`),
  );
  return rows.map(({ id }) => id);
}

/** Whether this process may begin the comparison. The database's clock may be behind the process's clock. */
export async function claimCheck(tx: Tx, scope: Scope, before: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    insert into billing_checks (organization_id, asked_at) values (${scope.organizationId}::uuid, greatest(now(), ${before}::timestamptz))
    on conflict (organization_id) do update set asked_at = excluded.asked_at
      where billing_checks.asked_at < ${before}::timestamptz
    returning organization_id`);
  return rows.length > 0;
}

export interface OurInvoice {
  /** `null`: the invoice does not exist yet. */
  readonly providerInvoiceId: string | null;
  readonly statementId: string | null;
  readonly amount: number;
}

/**
 * The invoices that the provider should have by our records: subscription invoices and refunds from their lines, ours
 * from their statements.
 */
export async function readOurInvoices(db: ReadDb, scope: Scope): Promise<OurInvoice[]> {
  const { rows } = await db.read(scope, (query) =>
    query.execute<{ providerInvoiceId: string | null; statementId: string | null; amount: string }>(sql`
      select substr(source_key, ${subscriptionSource("").length + 1}::integer) as "providerInvoiceId",
        null::uuid as "statementId", amount::text as amount
      from line_items where organization_id = ${scope.organizationId}::uuid and type = 'subscription'
      union all
      select source_key, null, amount::text from line_items
      where organization_id = ${scope.organizationId}::uuid and starts_with(source_key, ${REFUND_SOURCE}::text)
      union all
      select stripe_invoice_id, id, (amount - paid_before)::text from statements
      where organization_id = ${scope.organizationId}::uuid and status <> 'void' and amount <> paid_before`),
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

export async function lockCheck(tx: Tx, scope: Scope): Promise<string | null> {
  const [row] = await tx.orm
    .select({ driftSince: billingChecks.driftSince })
    .from(billingChecks)
    .where(tenantFilter(billingChecks, scope))
    .for("update");
  return row?.driftSince ?? null;
}

export async function writeCheck(
  tx: Tx,
  scope: Scope,
  { ours, theirs, driftSince }: { ours: number; theirs: number; driftSince: string | null },
): Promise<void> {
  const found = { checkedAt: new Date().toISOString(), ours, theirs, driftSince };
  await tx.orm
    .insert(billingChecks)
    .values({ organizationId: scope.organizationId, askedAt: found.checkedAt, ...found })
    .onConflictDoUpdate({ target: billingChecks.organizationId, set: found });
}
