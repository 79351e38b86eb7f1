import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { ReportFormat } from "#features/asset-reports/contract.ts";
import { evidenceDocuments } from "#features/underwriting/server/tables.ts";
import { orm, violatedConstraint, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { assetReports, reportFiles } from "../tables.ts";

export type FileRow = typeof reportFiles.$inferSelect;

const ofEvaluation = orm
  .select()
  .from(reportFiles)
  .where(
    and(inScope(reportFiles), eq(reportFiles.evaluationId, arg("evaluationId")), eq(reportFiles.format, arg("format"))),
  )
  .prepare("report_file_of_evaluation");

const hashOfDocument = orm
  .select({ sha256: reportFiles.sha256 })
  .from(reportFiles)
  .where(
    and(
      inScope(reportFiles),
      eq(reportFiles.format, "pdf"),
      eq(
        reportFiles.evaluationId,
        sql`(select e.id from evaluations e where e.organization_id = ${arg("organizationId")}
          and e.report_id = ${arg("reportId")} order by e.number desc limit 1)`,
      ),
    ),
  )
  .prepare("report_file_hash_of_document");

// Equal bytes are of one report, since each names its own; asked for the oldest all the same.
const byHash = orm
  .select({
    statement: reportFiles.statement,
    signature: reportFiles.signature,
    publicKey: reportFiles.publicKey,
  })
  .from(reportFiles)
  .where(eq(reportFiles.sha256, arg("sha256")))
  .orderBy(asc(reportFiles.madeAt))
  .limit(1)
  .prepare("report_file_by_hash");

export async function readFileOf(
  db: Reads,
  scope: Scope,
  evaluationId: string,
  format: ReportFormat,
): Promise<FileRow | undefined> {
  const [row] = await db.run(scope, ofEvaluation, { evaluationId, format });
  return row;
}

/** Of the PDF of a report's newest evaluation; `undefined` until it is made. */
export async function readDocumentHash(db: Reads, scope: Scope, reportId: string): Promise<string | undefined> {
  const [row] = await db.run(scope, hashOfDocument, { reportId });
  return row?.sha256;
}

/** Throws where another was faster (isMadeAlready). */
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

export function isMadeAlready(error: unknown): boolean {
  return violatedConstraint(error) === "report_files_once";
}

/** Of any lender: whoever has the file knows its hash, and nobody else does. */
export async function findFileByHash(db: Reads, across: AcrossScope, sha256: string) {
  const [row] = await db.run(across, byHash, { sha256 });
  return row;
}

/** Those of the names that a row of any lender holds. */
export async function readNamed(db: Reads, across: AcrossScope, names: readonly string[]): Promise<Set<string | null>> {
  const found = await Promise.all(
    [reportFiles.file, evidenceDocuments.file, assetReports.pdfFile].map((column) =>
      db.read(across, (query) =>
        query
          .select({ file: column })
          .from(column.table)
          .where(inArray(column, [...names])),
      ),
    ),
  );
  return new Set(found.flat().map(({ file }) => file));
}
