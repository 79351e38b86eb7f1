// Owns the SQL on asset reports; every statement carries the organization of its scope.
import { and, desc, eq, sql } from "drizzle-orm";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { orm, violatedConstraint, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";
import { assetReportContents, assetReports } from "./tables.ts";

export type ReportRow = typeof assetReports.$inferSelect;

const reportById = orm
  .select()
  .from(assetReports)
  .where(and(inScope(assetReports), eq(assetReports.id, arg("id"))))
  .prepare("asset_report_by_id");

const newestReport = orm
  .select()
  .from(assetReports)
  .where(and(inScope(assetReports), eq(assetReports.borrowerId, arg("borrowerId"))))
  .orderBy(desc(assetReports.requestedAt), desc(assetReports.id))
  .limit(1)
  .prepare("asset_report_newest");

const contentOf = orm
  .select({ parsedReport: assetReportContents.parsedReport })
  .from(assetReportContents)
  .where(and(inScope(assetReportContents), eq(assetReportContents.reportId, arg("reportId"))))
  .prepare("asset_report_content");

const providerJsonOf = orm
  .select({ providerJson: assetReportContents.providerJson })
  .from(assetReportContents)
  .where(and(inScope(assetReportContents), eq(assetReportContents.reportId, arg("reportId"))))
  .prepare("asset_report_provider_json");

const organizationOfReport = orm
  .select({ organizationId: assetReports.organizationId, id: assetReports.id })
  .from(assetReports)
  .where(eq(assetReports.providerReportId, arg("providerReportId")))
  .prepare("asset_report_by_provider_id");

export async function readReport(db: Reads, scope: Scope, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, reportById, { id });
  return row;
}

export async function lockReport(tx: Tx, scope: Scope, id: string): Promise<ReportRow | undefined> {
  await tx.orm
    .select({ id: assetReports.id })
    .from(assetReports)
    .where(and(inScope(assetReports, scope), eq(assetReports.id, id)))
    .for("update");
  return readReport(tx, scope, id);
}

export async function readNewestReport(db: Reads, scope: Scope, borrowerId: string): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, newestReport, { borrowerId });
  return row;
}

/** What this person asked for under this key, if anything. */
export async function readReportByKey(
  db: Reads,
  scope: Scope,
  requestedBy: string,
  idempotencyKey: string,
): Promise<ReportRow | undefined> {
  const isIt = and(eq(assetReports.requestedBy, requestedBy), eq(assetReports.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(assetReports)
      .where(and(inScope(assetReports, scope), isIt)),
  );
  return row;
}

/** Reports asked for since midnight UTC. */
export async function countReportsToday(db: Reads, scope: Scope, borrowerId: string): Promise<number> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ count: sql<number>`count(*)::int` })
      .from(assetReports)
      .where(
        and(
          inScope(assetReports, scope),
          eq(assetReports.borrowerId, borrowerId),
          sql`${assetReports.requestedAt} >= date_trunc('day', now())`,
        ),
      ),
  );
  return row?.count ?? 0;
}

/** Throws when another report of this borrower is in flight (isInFlightConflict): the database lets one through. */
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
    .set({ ...change, ...touched(assetReports) })
    .where(and(inScope(assetReports, scope), eq(assetReports.id, id)))
    .returning();
  if (!row) throw new Error("a report that is being changed is gone");
  return row;
}

/** Written once: the caller holds the report's lock and has seen it in flight. */
export async function insertContent(
  tx: Tx,
  scope: Scope,
  content: { reportId: string; providerJson: Buffer; parsedReport: ParsedReport },
): Promise<void> {
  await tx.orm.insert(assetReportContents).values({ ...content, organizationId: scope.organizationId });
}

export async function readParsedReport(db: Reads, scope: Scope, reportId: string): Promise<ParsedReport | undefined> {
  const [row] = await db.run(scope, contentOf, { reportId });
  return row?.parsedReport;
}

/** Sealed, as received. */
export async function readProviderJson(db: Reads, scope: Scope, reportId: string): Promise<Buffer | undefined> {
  const [row] = await db.run(scope, providerJsonOf, { reportId });
  return row?.providerJson;
}

/** Whose report the provider speaks of. */
export async function findReportByProviderId(db: Reads, across: AcrossScope, providerReportId: string) {
  const [row] = await db.run(across, organizationOfReport, { providerReportId });
  return row;
}

/** `pdfSha256`: of the document of its newest judgement, where there is one yet. */
export function toAssetReport(row: ReportRow, pdfSha256: string | null): AssetReport {
  return {
    id: row.id,
    borrowerId: row.borrowerId,
    state: row.state,
    step: row.step,
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
