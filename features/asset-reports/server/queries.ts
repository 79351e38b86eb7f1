import { and, desc, eq, sql } from "drizzle-orm";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { orm, violatedConstraint, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import { readReport, type ReportRow } from "#features/underwriting/server/report-queries.ts";
import type { BankItemRow } from "./connections/item-queries.ts";
import { bankItems } from "./schema.ts";
import { assetReportContents, assetReports } from "#features/underwriting/server/schema.ts";

const newestReport = prepared("asset_report_newest", () =>
  orm
    .select()
    .from(assetReports)
    .where(and(tenantFilter(assetReports), eq(assetReports.borrowerId, param("borrowerId"))))
    .orderBy(desc(assetReports.requestedAt), desc(assetReports.id))
    .limit(1),
);

const providerJsonOf = prepared("asset_report_provider_json", () =>
  orm
    .select({ providerJson: assetReportContents.providerJson })
    .from(assetReportContents)
    .where(and(tenantFilter(assetReportContents), eq(assetReportContents.reportId, param("reportId")))),
);

const organizationOfReport = prepared("asset_report_by_provider_id", () =>
  orm
    .select({ organizationId: assetReports.organizationId, id: assetReports.id })
    .from(assetReports)
    .where(eq(assetReports.providerReportId, param("providerReportId"))),
);

/**
 * Locks the report and, before it, its borrower. Every transaction locks in this order: organization, borrower, report.
 * So this is the only way to lock a report.
 */
export async function lockReport(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ report: ReportRow; borrower: BorrowerRow } | undefined> {
  const seen = await readReport(tx, scope, id);
  const borrower = seen && (await lockBorrower(tx, scope, seen.borrowerId));
  if (!borrower) return undefined;
  await tx.orm
    .select({ id: assetReports.id })
    .from(assetReports)
    .where(and(tenantFilter(assetReports, scope), eq(assetReports.id, id)))
    .for("update");
  const report = await readReport(tx, scope, id);
  return report && { report, borrower };
}

export async function readNewestReport(db: ReadDb, scope: Scope, borrowerId: string): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, newestReport, { borrowerId });
  return row;
}

/** The report that this user requested with this key, if any. */
export async function readReportByKey(
  db: ReadDb,
  scope: Scope,
  requestedBy: string,
  idempotencyKey: string,
): Promise<ReportRow | undefined> {
  const isIt = and(eq(assetReports.requestedBy, requestedBy), eq(assetReports.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(assetReports)
      .where(and(tenantFilter(assetReports, scope), isIt)),
  );
  return row;
}

/** Reports requested since midnight UTC. */
export async function countReportsToday(db: ReadDb, scope: Scope, borrowerId: string): Promise<number> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ count: sql<number>`count(*)::int` })
      .from(assetReports)
      .where(
        and(
          tenantFilter(assetReports, scope),
          eq(assetReports.borrowerId, borrowerId),
          sql`${assetReports.requestedAt} >= date_trunc('day', now())`,
        ),
      ),
  );
  return row?.count ?? 0;
}

/** Whether a report was ever requested that covers this connection. */
export async function isCovered(
  db: ReadDb,
  scope: Scope,
  { id, borrowerId, institutionId }: Pick<BankItemRow, "id" | "borrowerId" | "institutionId">,
): Promise<boolean> {
  // A bank that is connected again within a day is covered too.
  const isSameBank = sql`${assetReports.requestedAt} > now() - interval '1 day' and exists (
    select from ${bankItems} where ${tenantFilter(bankItems, scope)} and ${bankItems.borrowerId} = ${borrowerId}
      and ${bankItems.institutionId} = ${institutionId} and ${bankItems.id} = any (${assetReports.itemIds}))`;
  const rows = await db.read(scope, (query) =>
    query
      .select({ id: assetReports.id })
      .from(assetReports)
      .where(
        and(tenantFilter(assetReports, scope), sql`(${id}::uuid = any (${assetReports.itemIds}) or ${isSameBank})`),
      )
      .limit(1),
  );
  return rows.length > 0;
}

/** Throws if another report of this borrower is in flight (isInFlightConflict): the database accepts one. */
export async function insertReport(
  tx: Tx,
  scope: Scope,
  report: Omit<typeof assetReports.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(assetReports).values({ ...report, organizationId: scope.organizationId });
}

export function isInFlightConflict(error: unknown): boolean {
  return violatedConstraint(error) === "asset_reports_one_in_flight";
}

export async function updateReport(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Omit<typeof assetReports.$inferInsert, "organizationId" | "id" | "version">>,
): Promise<ReportRow> {
  const [row] = await tx.orm
    .update(assetReports)
    .set({ ...change, ...bumpVersion(assetReports) })
    .where(and(tenantFilter(assetReports, scope), eq(assetReports.id, id)))
    .returning();
  if (!row) throw new Error("a report that is being changed is gone");
  return row;
}

/** Written once: the caller holds the report's lock and has checked that it is in flight. */
export async function insertContent(
  tx: Tx,
  scope: Scope,
  content: { reportId: string; providerJson: Buffer; parsedReport: ParsedReport },
): Promise<void> {
  await tx.orm.insert(assetReportContents).values({ ...content, organizationId: scope.organizationId });
}

/** Encrypted, as received. */
export async function readProviderJson(db: ReadDb, scope: Scope, reportId: string): Promise<Buffer | undefined> {
  const [row] = await db.run(scope, providerJsonOf, { reportId });
  return row?.providerJson ?? undefined;
}

/** The organization of a report at the provider. */
export async function findReportByProviderId(db: ReadDb, system: SystemScope, providerReportId: string) {
  const [row] = await db.run(system, organizationOfReport, { providerReportId });
  return row;
}

/** `pdfSha256`: the hash of the PDF of its newest evaluation, if it exists. */
export function toAssetReport(row: ReportRow, pdfSha256: string | null): AssetReport {
  return {
    id: row.id,
    borrowerId: row.borrowerId,
    state: row.state,
    step: row.step,
    product: row.product,
    daysRequested: row.daysRequested,
    requestedAt: row.requestedAt,
    readyAt: row.readyAt,
    parentReportId: row.parentReportId,
    error: row.errorCode ? { code: row.errorCode, message: row.errorMessage ?? "" } : null,
    price: row.price,
    jsonSha256: row.jsonSha256,
    pdfSha256,
  };
}
