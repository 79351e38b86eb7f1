import { and, desc, eq, lt, ne } from "drizzle-orm";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import type { ParsedReport } from "../rules/parsed-report.ts";
import { assetReportContents, assetReports } from "./schema.ts";

export type ReportRow = typeof assetReports.$inferSelect;

const reportById = orm
  .select()
  .from(assetReports)
  .where(and(tenantFilter(assetReports), eq(assetReports.id, param("id"))))
  .prepare("asset_report_by_id");

const contentOf = orm
  .select({ parsedReport: assetReportContents.parsedReport })
  .from(assetReportContents)
  .where(and(tenantFilter(assetReportContents), eq(assetReportContents.reportId, param("reportId"))))
  .prepare("asset_report_content");

const readyBefore = orm
  .select()
  .from(assetReports)
  .where(
    and(
      tenantFilter(assetReports),
      eq(assetReports.borrowerId, param("borrowerId")),
      eq(assetReports.state, "ready"),
      lt(assetReports.readyAt, param("readyAt")),
      ne(assetReports.id, param("id")),
    ),
  )
  .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
  .limit(1)
  .prepare("asset_report_ready_before");

export async function readReadyBefore(
  db: ReadDb,
  scope: Scope,
  { id, borrowerId, readyAt }: ReportRow,
): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, readyBefore, { id, borrowerId, readyAt });
  return row;
}

export async function readReport(db: ReadDb, scope: Scope, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, reportById, { id });
  return row;
}

export async function readParsedReport(db: ReadDb, scope: Scope, reportId: string): Promise<ParsedReport | undefined> {
  const [row] = await db.run(scope, contentOf, { reportId });
  return row?.parsedReport;
}
