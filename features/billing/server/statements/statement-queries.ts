import { randomUUID } from "node:crypto";
import { and, eq, lte, sql } from "drizzle-orm";
import { DUE_DAYS } from "#features/billing/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { REFUND_SOURCE } from "../charges/charge-queries.ts";
import { lineItems, statements } from "../schema.ts";

export type StatementRow = typeof statements.$inferSelect;

const byId = orm
  .select()
  .from(statements)
  .where(and(tenantFilter(statements), eq(statements.id, param("id"))))
  .prepare("statement_by_id");

export async function readStatement(db: ReadDb, scope: Scope, id: string): Promise<StatementRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

const everywhereById = orm
  .select({ organizationId: statements.organizationId })
  .from(statements)
  .where(eq(statements.id, param("id")))
  .prepare("statement_everywhere_by_id");

/** The organization of a statement. Read before the caller's access to it is known. */
export async function readOrganizationOf(db: ReadDb, system: SystemScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(system, everywhereById, { id });
  return row?.organizationId;
}

export async function lockStatement(tx: Tx, scope: Scope, id: string): Promise<StatementRow | undefined> {
  await tx.orm
    .select({ id: statements.id })
    .from(statements)
    .where(and(tenantFilter(statements, scope), eq(statements.id, id)))
    .for("no key update");
  return readStatement(tx, scope, id);
}

export async function updateStatement(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<StatementRow, "status" | "paidAt" | "stripeInvoiceId" | "hostedURL" | "creditUsed">>,
): Promise<StatementRow> {
  const [row] = await tx.orm
    .update(statements)
    .set({ ...change, ...bumpVersion(statements) })
    .where(and(tenantFilter(statements, scope), eq(statements.id, id)))
    .returning();
  if (!row) throw new Error("a statement that is being changed is gone");
  return row;
}

const overdue = orm
  .select({ organizationId: statements.organizationId, id: statements.id })
  .from(statements)
  .where(and(eq(statements.status, "finalized"), lte(statements.dueAt, param("now"))))
  .limit(500)
  .prepare("statements_overdue");

/** Overdue statements of all organizations, limited to this many. For the sweep only. */
export function readOverdue(db: ReadDb, system: SystemScope, now: string) {
  return db.run(system, overdue, { now });
}

/** The card provider charged or refunded it by itself, so our invoice does not ask for it. */
const isSettledByProvider = sql`(type = 'subscription' or starts_with(source_key, ${REFUND_SOURCE}::text))`;
/** Its description is on the invoice. All other lines of one kind and price are combined. */
const isToldByItself = sql`type in ('adjustment', 'credit')`;

export interface Closed {
  readonly id: string;
  readonly number: string;
  readonly status: "finalized" | "paid";
  readonly amount: number;
  readonly due: number;
}

/**
 * Makes the statement of a period and attaches every unbilled line before its end. One SQL statement, so that the
 * summed lines are the attached lines. The caller holds the organization's lock.
 */
export async function insertStatement(
  tx: Tx,
  scope: Scope,
  period: { start: string; end: string; timeZone: string; month: string; issuedAt: string },
): Promise<Closed> {
  const id = randomUUID();
  const { rows } = await tx.orm.execute<{ number: string; status: Closed["status"]; amount: string; due: string }>(sql`
    with found as (
      select type, amount, source_key from line_items
      where organization_id = ${scope.organizationId}::uuid and statement_id is null and occurred_at < ${period.end}::timestamptz
    ), sums as (
      select coalesce(sum(amount) filter (where amount > 0), 0) as subtotal,
        coalesce(sum(amount) filter (where amount < 0), 0) as credits,
        coalesce(sum(amount), 0) as amount,
        coalesce(sum(amount) filter (where ${isSettledByProvider}), 0) as paid_before
      from found
    ), made as (
      insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
        subtotal, credits, amount, paid_before, issued_at, due_at, paid_at, created_at)
      select ${scope.organizationId}::uuid, ${id}::uuid, last.sequence + 1,
        'ST-' || ${period.month}::text || '-' || lpad((last.sequence + 1)::text, greatest(4, length((last.sequence + 1)::text)), '0'),
        case when sums.amount <= sums.paid_before then 'paid' else 'finalized' end,
        ${period.start}::timestamptz, ${period.end}::timestamptz, ${period.timeZone}::text,
        sums.subtotal, sums.credits, sums.amount, sums.paid_before,
        ${period.issuedAt}::timestamptz, ${period.issuedAt}::timestamptz + make_interval(days => ${DUE_DAYS}::integer),
        case when sums.amount <= sums.paid_before then ${period.issuedAt}::timestamptz end,
        -- Several months may be closed at once, and the newest come first in lists.
        greatest(clock_timestamp(), last.created_at + interval '1 millisecond')
      from sums, (select coalesce(max(sequence), 0) as sequence, max(created_at) as created_at from statements
        where organization_id = ${scope.organizationId}::uuid) last
      returning number, status, amount, paid_before
    ), attached as (
      update line_items set statement_id = ${id}::uuid
      where organization_id = ${scope.organizationId}::uuid and statement_id is null and occurred_at < ${period.end}::timestamptz
    )
    select number, status, amount::text as amount, (amount - paid_before)::text as due from made`);
  const made = rows[0]!; // one row of sums makes one statement
  return { ...made, id, amount: Number(made.amount), due: Number(made.due) };
}

const invoiceLines = orm
  .select({
    type: lineItems.type,
    /** `null`: its kind describes it. */
    description: sql<string | null>`case when ${isToldByItself} then max(${lineItems.description}) end`.as(
      "description",
    ),
    unitAmount: lineItems.unitAmount,
    quantity: sql<number>`sum(${lineItems.quantity})::integer`.as("quantity"),
    amount: sql<number>`sum(${lineItems.amount})`.mapWith(Number).as("total"),
  })
  .from(lineItems)
  .where(and(tenantFilter(lineItems), eq(lineItems.statementId, param("statementId")), sql`not ${isSettledByProvider}`))
  .groupBy(lineItems.type, lineItems.unitAmount, sql`case when ${isToldByItself} then id end`)
  .orderBy(lineItems.type, lineItems.unitAmount, sql`max(occurred_at)`, sql`max(id::text)`)
  .prepare("statement_invoice_lines");

/** Lines that the provider has not charged by itself, with equal lines combined; every read returns the same order. */
export function readInvoiceLines(db: ReadDb, scope: Scope, statementId: string) {
  return db.run(scope, invoiceLines, { statementId });
}

type Sums = Pick<StatementRow, "amount" | "paidBefore" | "creditUsed">;

/** The total of its invoice: all that the card provider has not settled by itself. */
export function invoicedOf({ amount, paidBefore }: Omit<Sums, "creditUsed">): number {
  return amount - paidBefore;
}

/** What the invoice asks for after an earlier credit has paid its part. */
export function dueOf(statement: Sums): number {
  return invoicedOf(statement) - statement.creditUsed;
}
