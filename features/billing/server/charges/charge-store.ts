// Owns the SQL on charges; every statement carries the organization of its scope.
import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { lineItems } from "../tables.ts";

/** What the source of a refund's line begins with. */
export const REFUND_SOURCE = "refund:";

export type LineItemRow = typeof lineItems.$inferSelect;

interface NewLine extends Pick<LineItemRow, "type" | "description" | "unitAmount" | "occurredAt" | "sourceKey"> {
  readonly id?: string;
  readonly borrowerId?: string | null;
  readonly assetReportId?: string | null;
  readonly createdBy?: string | null;
}

const insert = orm
  .insert(lineItems)
  .values({
    organizationId: arg("organizationId"),
    id: arg("id"),
    type: arg("type"),
    description: arg("description"),
    unitAmount: arg("unitAmount"),
    amount: arg("unitAmount"),
    occurredAt: arg("occurredAt"),
    borrowerId: arg("borrowerId"),
    assetReportId: arg("assetReportId"),
    createdBy: arg("createdBy"),
    sourceKey: arg("sourceKey"),
  })
  .onConflictDoNothing({ target: [lineItems.organizationId, lineItems.sourceKey] })
  .returning({ id: lineItems.id })
  .prepare("line_item_insert");

/** Whether it is new: what was charged for once is not charged for again. */
export async function insertLine(tx: Tx, scope: Scope, line: NewLine): Promise<boolean> {
  const none = { borrowerId: null, assetReportId: null, createdBy: null };
  const rows = await tx.run(scope, insert, { id: randomUUID(), ...none, ...line });
  return rows.length > 0;
}

const lineById = orm
  .select()
  .from(lineItems)
  .where(and(inScope(lineItems), eq(lineItems.id, arg("id"))))
  .prepare("line_item_by_id");

export async function readLine(db: Reads, scope: Scope, id: string): Promise<LineItemRow | undefined> {
  const [row] = await db.run(scope, lineById, { id });
  return row;
}

const everywhereById = orm
  .select({ organizationId: lineItems.organizationId })
  .from(lineItems)
  .where(eq(lineItems.id, arg("id")))
  .prepare("line_item_everywhere_by_id");

/** Whose a line is: for support alone. */
export async function readOrganizationOfLine(db: Reads, across: AcrossScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(across, everywhereById, { id });
  return row?.organizationId;
}

const firstReport = orm
  .select({ at: sql<string | null>`min(${lineItems.occurredAt})`.mapWith(lineItems.occurredAt).as("at") })
  .from(lineItems)
  .where(and(inScope(lineItems), eq(lineItems.borrowerId, arg("borrowerId")), eq(lineItems.type, "asset_report")))
  .prepare("line_items_first_report");

/** When the borrower's first report that was paid for became ready. */
export async function readFirstReport(db: Reads, scope: Scope, borrowerId: string): Promise<string | null> {
  const [row] = await db.run(scope, firstReport, { borrowerId });
  return row?.at ?? null;
}

const oldestUnbilled = orm
  .select({ at: sql<string | null>`min(${lineItems.occurredAt})`.mapWith(lineItems.occurredAt).as("at") })
  .from(lineItems)
  .where(and(inScope(lineItems), isNull(lineItems.statementId)))
  .prepare("line_items_oldest_unbilled");

/** When the first of the lines that are not billed yet was charged. */
export async function readOldestUnbilled(db: Reads, scope: Scope): Promise<string | null> {
  const [row] = await db.run(scope, oldestUnbilled);
  return row?.at ?? null;
}
