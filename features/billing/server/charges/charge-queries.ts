import { randomUUID } from "node:crypto";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { billingLeavers, lineItems } from "../schema.ts";

/** The prefix of a refund line's source. */
export const REFUND_SOURCE = "refund:";

export type LineItemRow = typeof lineItems.$inferSelect;

interface NewLine extends Pick<LineItemRow, "type" | "description" | "unitAmount" | "occurredAt" | "sourceKey"> {
  readonly id?: string;
  readonly borrowerId?: string | null;
  readonly assetReportId?: string | null;
  readonly createdBy?: string | null;
}

const insert = prepared("line_item_insert", () =>
  orm
    .insert(lineItems)
    .values({
      organizationId: param("organizationId"),
      id: param("id"),
      type: param("type"),
      description: param("description"),
      unitAmount: param("unitAmount"),
      amount: param("unitAmount"),
      occurredAt: param("occurredAt"),
      billableAt: param("occurredAt"), // later if that month is closed already: the table's trigger sets it
      borrowerId: param("borrowerId"),
      assetReportId: param("assetReportId"),
      createdBy: param("createdBy"),
      sourceKey: param("sourceKey"),
    })
    .onConflictDoNothing({ target: [lineItems.organizationId, lineItems.sourceKey] })
    .returning({ id: lineItems.id }),
);

/** Whether the line is new: the same source is never charged twice. */
export async function insertLine(tx: Tx, scope: Scope, line: NewLine): Promise<boolean> {
  const none = { borrowerId: null, assetReportId: null, createdBy: null };
  const rows = await tx.run(scope, insert, { id: randomUUID(), ...none, ...line });
  return rows.length > 0;
}

const lineById = prepared("line_item_by_id", () =>
  orm
    .select()
    .from(lineItems)
    .where(and(tenantFilter(lineItems), eq(lineItems.id, param("id")))),
);

export async function readLine(db: ReadDb, scope: Scope, id: string): Promise<LineItemRow | undefined> {
  const [row] = await db.run(scope, lineById, { id });
  return row;
}

const everywhereById = prepared("line_item_everywhere_by_id", () =>
  orm
    .select({ organizationId: lineItems.organizationId })
    .from(lineItems)
    .where(eq(lineItems.id, param("id"))),
);

/** The organization of a line. For support only. */
export async function readOrganizationOfLine(db: ReadDb, system: SystemScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(system, everywhereById, { id });
  return row?.organizationId;
}

const firstReport = prepared("line_items_first_report", () =>
  orm
    .select({ at: sql<string | null>`min(${lineItems.occurredAt})`.mapWith(lineItems.occurredAt).as("at") })
    .from(lineItems)
    .where(
      and(tenantFilter(lineItems), eq(lineItems.borrowerId, param("borrowerId")), eq(lineItems.type, "asset_report")),
    ),
);

/** When the borrower's first paid report became ready. */
export async function readFirstReport(db: ReadDb, scope: Scope, borrowerId: string): Promise<string | null> {
  const [row] = await db.run(scope, firstReport, { borrowerId });
  return row?.at ?? null;
}

const billedUntil = (organizationId: unknown) =>
  sql`(select coalesce(billed_until, '-infinity') from organizations where id = ${organizationId}::uuid)`;

/** Lines of the organization that no statement has yet. */
export const isUnbilled = (organizationId: unknown) => gte(lineItems.billableAt, billedUntil(organizationId));

/** Such lines of all organizations. The first month is closed within two months of an organization's creation. */
export const isUnbilledAnywhere = and(
  isUnbilled(lineItems.organizationId),
  sql`${lineItems.billableAt} >= (select min(coalesce(billed_until, created_at - interval '2 months')) from organizations)`,
);

const billableIn = prepared("line_items_billable_in", () =>
  orm
    .select({ id: lineItems.id })
    .from(lineItems)
    .where(
      and(tenantFilter(lineItems), gte(lineItems.billableAt, param("start")), lt(lineItems.billableAt, param("end"))),
    )
    .limit(1),
);

/** Whether a statement of this period, its end not included, has lines. */
export async function hasLinesIn(
  db: ReadDb,
  scope: Scope,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<boolean> {
  return (await db.run(scope, billableIn, { start, end })).length > 0;
}

/** The recipient of an invoice if no payer is left. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Runs in the transaction that erases the account, whatever its scope. */
export async function insertLeaver(tx: Tx, organizationId: string, { name, email }: Recipient): Promise<void> {
  await tx.orm.insert(billingLeavers).values({ organizationId, name, email });
}

export async function readLeaver(db: ReadDb, scope: Scope): Promise<Recipient | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ name: billingLeavers.name, email: billingLeavers.email })
      .from(billingLeavers)
      .where(tenantFilter(billingLeavers, scope)),
  );
  return row;
}

export async function deleteLeaver(tx: Tx, { organizationId }: Scope): Promise<void> {
  await tx.orm.delete(billingLeavers).where(eq(billingLeavers.organizationId, organizationId));
}

/** Deletes leavers whose invoices could not be made for this many days. */
export async function deleteOldLeavers(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  await tx.orm.delete(billingLeavers).where(lt(billingLeavers.createdAt, sql`now() - make_interval(days => ${days})`));
}
