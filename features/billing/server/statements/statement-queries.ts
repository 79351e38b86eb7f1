import { randomUUID } from "node:crypto";
import { and, eq, gte, lt, lte, sql } from "drizzle-orm";
import { DUE_DAYS } from "#features/billing/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { REFUND_SOURCE } from "../charges/charge-queries.ts";
import { lineItems, statements } from "../schema.ts";

export type StatementRow = typeof statements.$inferSelect;

const byId = prepared("statement_by_id", () =>
  orm
    .select()
    .from(statements)
    .where(and(tenantFilter(statements), eq(statements.id, param("id")))),
);

export async function readStatement(db: ReadDb, scope: Scope, id: string): Promise<StatementRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

const everywhereById = prepared("statement_everywhere_by_id", () =>
  orm
    .select({ organizationId: statements.organizationId })
    .from(statements)
    .where(eq(statements.id, param("id"))),
);

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

const overdue = prepared("statements_overdue", () =>
  orm
    .select({ organizationId: statements.organizationId, id: statements.id })
    .from(statements)
    .where(and(eq(statements.status, "finalized"), lte(statements.dueAt, param("now"))))
    .limit(500),
);

/** Overdue statements of all organizations, limited to this many. For the sweep only. */
export function readOverdue(db: ReadDb, system: SystemScope, now: string) {
  return db.run(system, overdue, { now });
}

/** The card provider charged or refunded it by itself, so our invoice does not ask for it. */
const IS_SETTLED_BY_PROVIDER = `(type = 'subscription' or starts_with(source_key, '${REFUND_SOURCE}'))`;
const isSettledByProvider = sql.raw(IS_SETTLED_BY_PROVIDER);
/** Its description is on the invoice. All other lines of one kind and price are combined. */
const isToldByItself = sql`type in ('adjustment', 'credit')`;

/** A period that is over. */
export interface Period {
  readonly organizationId: string;
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
  /** `YYYYMM` */
  readonly month: string;
  readonly issuedAt: string;
}

export interface Closed {
  readonly organizationId: string;
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly due: number;
}

const INSERT_STATEMENTS = `
  with period as (
    select * from json_to_recordset($1::json) as p ("organizationId" uuid, id uuid, start timestamptz, "end" timestamptz,
      "timeZone" text, month text, "issuedAt" timestamptz)
  ), made as (
    insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
      subtotal, credits, amount, paid_before, issued_at, due_at, paid_at, created_at)
    select "organizationId", p.id, next.sequence,
      'ST-' || month || '-' || lpad(next.sequence::text, greatest(4, length(next.sequence::text)), '0'),
      case when sums.amount <= sums.paid_before then 'paid' else 'finalized' end,
      start, "end", "timeZone", sums.subtotal, sums.credits, sums.amount, sums.paid_before,
      "issuedAt", "issuedAt" + make_interval(days => ${DUE_DAYS}),
      case when sums.amount <= sums.paid_before then "issuedAt" end,
      -- Several months may be closed at once, and the newest come first in lists.
      greatest(clock_timestamp(), next.created_after)
    from period p cross join lateral (
      select coalesce(sum(amount) filter (where amount > 0), 0) as subtotal,
        coalesce(sum(amount) filter (where amount < 0), 0) as credits,
        coalesce(sum(amount), 0) as amount,
        coalesce(sum(amount) filter (where ${IS_SETTLED_BY_PROVIDER}), 0) as paid_before
      from line_items l
      where l.organization_id = p."organizationId" and l.billable_at >= p.start and l.billable_at < p."end") sums
    cross join lateral (
      select coalesce(max(sequence), 0) + 1 as sequence, max(created_at) + interval '1 millisecond' as created_after
      from statements s where s.organization_id = p."organizationId") next
    returning organization_id, id, number, amount, paid_before
  )
  select organization_id as "organizationId", id, number, amount::text as amount, (amount - paid_before)::text as due
  from made order by organization_id`;

/**
 * Makes the statement of each period, of one organization each, over the lines that became billable in it. The caller
 * holds the organizations' locks, also against charges.
 */
export async function insertStatements(tx: Tx, periods: readonly Period[]): Promise<Closed[]> {
  const { rows } = await tx.execute(INSERT_STATEMENTS, [
    JSON.stringify(periods.map((period) => ({ id: randomUUID(), ...period }))),
  ]);
  const made = rows as (Omit<Closed, "amount" | "due"> & { amount: string; due: string })[];
  return made.map(({ amount, due, ...row }) => ({ ...row, amount: Number(amount), due: Number(due) }));
}

/** Joins a line to the statement that it is on. */
export const isOnStatement = and(
  eq(lineItems.organizationId, statements.organizationId),
  gte(lineItems.billableAt, statements.periodStart),
  lt(lineItems.billableAt, statements.periodEnd),
);

const invoiceLines = prepared("statement_invoice_lines", () =>
  orm
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
    .innerJoin(statements, isOnStatement)
    .where(and(tenantFilter(lineItems), eq(statements.id, param("statementId")), sql`not ${isSettledByProvider}`))
    .groupBy(lineItems.type, lineItems.unitAmount, sql`case when ${isToldByItself} then ${lineItems.id} end`)
    .orderBy(lineItems.type, lineItems.unitAmount, sql`max(occurred_at)`, sql`max(${lineItems.id}::text)`),
);

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
