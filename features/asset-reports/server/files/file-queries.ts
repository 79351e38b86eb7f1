import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { ReportFormat } from "#features/asset-reports/contract.ts";
import { assetReports, evaluations, evidenceDocuments } from "#features/underwriting/server/schema.ts";
import { orm, violatedConstraint, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { reportFiles } from "../schema.ts";

export type FileRow = typeof reportFiles.$inferSelect;

const ofEvaluation = prepared("report_file_of_evaluation", () =>
  orm
    .select()
    .from(reportFiles)
    .where(
      and(
        tenantFilter(reportFiles),
        eq(reportFiles.evaluationId, param("evaluationId")),
        eq(reportFiles.format, param("format")),
      ),
    ),
);

const hashOfDocument = prepared("report_file_hash_of_document", () =>
  orm
    .select({ sha256: reportFiles.sha256 })
    .from(reportFiles)
    .where(
      and(
        tenantFilter(reportFiles),
        eq(reportFiles.format, "pdf"),
        eq(
          reportFiles.evaluationId,
          sql`(select e.id from evaluations e where e.organization_id = ${param("organizationId")}
          and e.report_id = ${param("reportId")} order by e.number desc limit 1)`,
        ),
      ),
    ),
);

// Equal bytes belong to one report, because each file names its report. The query still asks for the oldest.
const byHash = prepared("report_file_by_hash", () =>
  orm
    .select({
      statement: reportFiles.statement,
      signature: reportFiles.signature,
      publicKey: reportFiles.publicKey,
      supersededAt: sql<string | null>`(
      select max(later.evaluated_at)
      from asset_reports own
      join asset_reports other on other.organization_id = own.organization_id and other.borrower_id = own.borrower_id
      join evaluations later on later.organization_id = other.organization_id and later.report_id = other.id
      where own.organization_id = report_files.organization_id and own.id = report_files.report_id
        and later.evaluated_at > (
          select e.evaluated_at from evaluations e
          where e.organization_id = report_files.organization_id and e.id = report_files.evaluation_id))`.mapWith(
        evaluations.evaluatedAt,
      ),
    })
    .from(reportFiles)
    .where(eq(reportFiles.sha256, param("sha256")))
    .orderBy(asc(reportFiles.madeAt))
    .limit(1),
);

/** Names of all files of a borrower's reports. */
export async function readFilesOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<string[]> {
  const rows = await db.read(scope, (query) =>
    query
      .select({ file: reportFiles.file })
      .from(reportFiles)
      .innerJoin(
        assetReports,
        and(eq(assetReports.organizationId, reportFiles.organizationId), eq(assetReports.id, reportFiles.reportId)),
      )
      .where(and(tenantFilter(reportFiles, scope), eq(assetReports.borrowerId, borrowerId))),
  );
  return rows.map(({ file }) => file);
}

export async function readFileOf(
  db: ReadDb,
  scope: Scope,
  evaluationId: string,
  format: ReportFormat,
): Promise<FileRow | undefined> {
  const [row] = await db.run(scope, ofEvaluation, { evaluationId, format });
  return row;
}

/** The hash of the PDF of a report's newest evaluation; `undefined` until it exists. */
export async function readDocumentHash(db: ReadDb, scope: Scope, reportId: string): Promise<string | undefined> {
  const [row] = await db.run(scope, hashOfDocument, { reportId });
  return row?.sha256;
}

/** Throws if another process was faster (isDuplicateRequest). */
export async function insertFile(
  tx: Tx,
  scope: Scope,
  file: Omit<typeof reportFiles.$inferInsert, "organizationId">,
): Promise<FileRow> {
  const [row] = await tx.orm
    .insert(reportFiles)
    .values({ ...file, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

export function isDuplicateRequest(error: unknown): boolean {
  return violatedConstraint(error) === "report_files_once";
}

/** Searches the files of all lenders: only someone who has the file knows its hash. */
export async function findFileByHash(db: ReadDb, system: SystemScope, sha256: string) {
  const [row] = await db.run(system, byHash, { sha256 });
  return row;
}

/** The names that a row of any lender uses. */
export async function readNamed(db: ReadDb, system: SystemScope, names: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(
    [reportFiles.file, evidenceDocuments.file].map((column) =>
      db.read(system, (query) =>
        query
          .select({ file: column })
          .from(column.table)
          .where(inArray(column, [...names])),
      ),
    ),
  );
  return new Set(found.flat().map(({ file }) => file));
}
