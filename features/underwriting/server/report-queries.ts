import { and, asc, desc, eq, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import type { ParsedReport } from "../rules/parsed-report.ts";
import { assetReportContents, assetReports, evaluations, investorCopies } from "./schema.ts";

export type ReportRow = typeof assetReports.$inferSelect;

const reportById = prepared("asset_report_by_id", () =>
  orm
    .select()
    .from(assetReports)
    .where(and(tenantFilter(assetReports), eq(assetReports.id, param("id")))),
);

const contentOf = prepared("asset_report_content", () =>
  orm
    .select({ parsedReport: assetReportContents.parsedReport })
    .from(assetReportContents)
    .where(and(tenantFilter(assetReportContents), eq(assetReportContents.reportId, param("reportId")))),
);

const readyBefore = prepared("asset_report_ready_before", () =>
  orm
    .select()
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports),
        eq(assetReports.borrowerId, param("borrowerId")),
        eq(assetReports.state, "ready"),
        lt(assetReports.readyAt, param("readyAt")),
        ne(assetReports.id, param("id")),
        // Only a report of files covers no bank connection.
        sql`(cardinality(${assetReports.itemIds}) = 0) = ${param("isFromFiles")}`,
      ),
    )
    .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
    .limit(1),
);

/** Of the same source, because a bank and its files don't know the same. */
export async function readReadyBefore(
  db: ReadDb,
  scope: Scope,
  { id, borrowerId, readyAt, itemIds }: ReportRow,
): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, readyBefore, { id, borrowerId, readyAt, isFromFiles: itemIds.length === 0 });
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

/** The copies of a report that investors can read. */
export function readSharedCopies(db: ReadDb, scope: Scope, reportId: string) {
  return db.read(scope, (query) =>
    query
      .select({ id: investorCopies.id, investor: investorCopies.investor })
      .from(investorCopies)
      .where(
        and(
          tenantFilter(investorCopies, scope),
          eq(investorCopies.reportId, reportId),
          isNotNull(investorCopies.token),
          isNull(investorCopies.endedAt),
        ),
      )
      .orderBy(asc(investorCopies.investor)),
  );
}

export type EvaluationRow = typeof evaluations.$inferSelect;

const newestOf = prepared("evaluation_newest", () =>
  orm
    .select()
    .from(evaluations)
    .where(and(tenantFilter(evaluations), eq(evaluations.reportId, param("reportId"))))
    .orderBy(desc(evaluations.number))
    .limit(1),
);

/** `undefined` for a report that was never evaluated. */
export async function readNewestEvaluation(
  db: ReadDb,
  scope: Scope,
  reportId: string,
): Promise<EvaluationRow | undefined> {
  const [row] = await db.run(scope, newestOf, { reportId });
  return row;
}

export async function insertEvaluation(
  tx: Tx,
  scope: Scope,
  evaluation: Omit<typeof evaluations.$inferInsert, "organizationId" | "number">,
): Promise<EvaluationRow> {
  const { organizationId } = scope;
  const [row] = await tx.orm
    .insert(evaluations)
    .values({
      ...evaluation,
      organizationId,
      number: sql`(select coalesce(max(number), 0) + 1 from evaluations
        where organization_id = ${organizationId} and report_id = ${evaluation.reportId})`,
    })
    .returning();
  return row!; // an insert that does not throw returns its row
}
