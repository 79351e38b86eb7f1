import { and, arrayOverlaps, desc, eq, inArray, isNotNull, lte, notInArray, or, sql, type SQL } from "drizzle-orm";
import {
  evaluations,
  evidence,
  evidenceDocuments,
  underwritingDecisions,
  assetReportContents,
  assetReports,
} from "#features/underwriting/server/schema.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import { bankItems, reportFiles } from "../schema.ts";
import type { Due } from "./retention-due-store.ts";

interface DeletedData {
  readonly reportIds: string[];
  /** Reports that still exist at the provider. */
  readonly atProvider: string[];
  /** Files on disk. */
  readonly files: string[];
  /** Evidence or decisions were deleted. */
  readonly isEvidenceGone: boolean;
}

/** Deletes the due rows of what was read and shown. */
export async function deleteExpired(tx: Tx, scope: Scope, borrowerId: string, due: Due): Promise<DeletedData> {
  const reports = await readReportsOver(tx, scope, borrowerId, due);
  const ids = reports.map(({ id }) => id);
  const { lines, accounts } = due.isWhole ? NO_SUBJECTS : await readSubjects(tx, scope, ids, due);
  const gone = await deleteEvidence(tx, scope, borrowerId, { due, lines });
  const files = [
    ...reports.map(({ pdfFile }) => pdfFile),
    ...(await deleteFiles(tx, scope, ids)),
    ...gone.files, // of its documents
  ];
  await deleteContents(tx, scope, ids);
  const isDecisionGone = await deleteDecisions(tx, scope, borrowerId, { due, lines, accounts });
  await tx.orm
    .update(bankItems)
    .set({ accounts: [] })
    .where(
      and(
        tenantFilter(bankItems, scope),
        eq(bankItems.borrowerId, borrowerId),
        isNotNull(bankItems.removedAt),
        ...(due.isWhole ? [] : [inArray(bankItems.id, idsOf(due))]),
      ),
    );
  return {
    reportIds: ids,
    atProvider: reports.filter(({ providerToken }) => providerToken !== null).map(({ id }) => id),
    files: files.filter((file) => file !== null),
    isEvidenceGone: gone.isAny || isDecisionGone,
  };
}

const idsOf = ({ items }: Due) => items.map(({ id }) => id);

function readReportsOver(tx: Tx, scope: Scope, borrowerId: string, due: Due) {
  return tx.orm
    .select({ id: assetReports.id, pdfFile: assetReports.pdfFile, providerToken: assetReports.providerToken })
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports, scope),
        eq(assetReports.borrowerId, borrowerId),
        notInArray(assetReports.state, ["queued", "generating", "removed"]),
        ...(due.isWhole ? [] : [arrayOverlaps(assetReports.itemIds, idsOf(due))]),
      ),
    );
}

interface Subjects {
  readonly lines: string[];
  readonly accounts: string[];
}
const NO_SUBJECTS: Subjects = { lines: [], accounts: [] };

/** Ids of the accounts and lines of connections that were taken back. */
async function readSubjects(tx: Tx, scope: Scope, reportIds: string[], due: Due): Promise<Subjects> {
  const isTakenBack = new Set(due.items.map(({ providerItemId }) => providerItemId));
  const contents = await tx.orm
    .select({ parsedReport: assetReportContents.parsedReport })
    .from(assetReportContents)
    .where(and(tenantFilter(assetReportContents, scope), inArray(assetReportContents.reportId, reportIds)));
  const accounts = contents.flatMap(({ parsedReport }) =>
    parsedReport.items.filter(({ id }) => isTakenBack.has(id)).flatMap((item) => item.accounts),
  );
  return {
    lines: [...new Set(accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id)))],
    accounts: [...new Set(accounts.map(({ id }) => id))],
  };
}

async function deleteContents(tx: Tx, scope: Scope, reportIds: string[]): Promise<void> {
  await tx.orm
    .delete(evaluations)
    .where(and(tenantFilter(evaluations, scope), inArray(evaluations.reportId, reportIds)));
  await tx.orm
    .delete(assetReportContents)
    .where(and(tenantFilter(assetReportContents, scope), inArray(assetReportContents.reportId, reportIds)));
  await tx.orm
    .update(assetReports)
    .set({ state: "removed", pdfFile: null, pdfKey: null, ...bumpVersion(assetReports) })
    .where(and(tenantFilter(assetReports, scope), inArray(assetReports.id, reportIds)));
}

/**
 * Deletes all decisions, or those about these lines and accounts, and waivers of findings that no report contains
 * anymore.
 */
async function deleteDecisions(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { due, lines, accounts }: Subjects & { due: Due },
): Promise<boolean> {
  const { organizationId } = scope;
  const isAbout = or(
    inArray(sql`${underwritingDecisions.subject} ->> 'transactionId'`, lines),
    inArray(sql`${underwritingDecisions.subject} ->> 'accountId'`, accounts),
    sql`${underwritingDecisions.kind} = 'waiver' and not exists (
      select from ${evaluations} e join ${assetReports} r on r.organization_id = e.organization_id and r.id = e.report_id
      where e.organization_id = ${organizationId} and r.borrower_id = ${borrowerId}
        and e.findings @> jsonb_build_array(jsonb_build_object('key', ${underwritingDecisions.findingKey})))`,
  );
  const rows = await tx.orm
    .delete(underwritingDecisions)
    .where(
      and(
        tenantFilter(underwritingDecisions, scope),
        eq(underwritingDecisions.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [isAbout]),
      ),
    )
    .returning({ id: underwritingDecisions.id });
  return rows.length > 0;
}

async function deleteFiles(tx: Tx, scope: Scope, reportIds: string[]): Promise<string[]> {
  const rows = await tx.orm
    .delete(reportFiles)
    .where(and(tenantFilter(reportFiles, scope), inArray(reportFiles.reportId, reportIds)))
    .returning({ file: reportFiles.file });
  return rows.map(({ file }) => file);
}

/** Deletes all evidence, or that of these lines and people, with its documents. */
async function deleteEvidence(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { due, lines }: { due: Due; lines: string[] },
): Promise<{ files: string[]; isAny: boolean }> {
  const isTheirs = (table: typeof evidence | typeof evidenceDocuments): SQL[] =>
    due.people.map(
      ({ emailKey, takenBackAt }) => and(eq(table.visitorEmail, emailKey), lte(table.createdAt, takenBackAt))!, // of two it is one
    );
  const pieces = await tx.orm
    .select({ id: evidence.id })
    .from(evidence)
    .where(
      and(
        tenantFilter(evidence, scope),
        eq(evidence.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [or(inArray(evidence.transactionId, lines), ...isTheirs(evidence))]),
      ),
    );
  const ids = pieces.map(({ id }) => id);
  const documents = await tx.orm
    .delete(evidenceDocuments)
    .where(
      and(
        tenantFilter(evidenceDocuments, scope),
        eq(evidenceDocuments.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [or(inArray(evidenceDocuments.evidenceId, ids), ...isTheirs(evidenceDocuments))]),
      ),
    )
    .returning({ file: evidenceDocuments.file });
  await tx.orm.delete(evidence).where(and(tenantFilter(evidence, scope), inArray(evidence.id, ids)));
  return { files: documents.map(({ file }) => file), isAny: ids.length > 0 };
}

/** The newest ready report that is left, if any. */
export async function readNewestReady(tx: Tx, scope: Scope, borrowerId: string) {
  const [row] = await tx.orm
    .select({ id: assetReports.id, readyAt: assetReports.readyAt })
    .from(assetReports)
    .where(
      and(tenantFilter(assetReports, scope), eq(assetReports.borrowerId, borrowerId), eq(assetReports.state, "ready")),
    )
    .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
    .limit(1);
  return row;
}
