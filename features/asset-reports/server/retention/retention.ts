import { evaluateAgain, evaluateNewest } from "#features/underwriting/server/evaluate-newest.ts";
import { deleteLinks } from "#features/borrowers/server/link-queries.ts";
import { shortenConsents } from "#features/borrowers/server/consent.ts";
import type { Context } from "#platform/server/context.ts";
import { statusWithoutBank } from "#features/borrowers/rules/status.ts";
import { deleteRecords } from "#features/borrowers/server/delete-borrower.ts";
import { changeBorrower } from "#features/borrowers/server/borrowers.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { summarizeDocuments } from "#features/underwriting/server/document-state.ts";
import { removeFile } from "#features/underwriting/server/jobs.ts";
import type { EvaluationEvent } from "#features/underwriting/server/evaluate-report.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readParsedReport, readReport } from "#features/underwriting/server/report-queries.ts";
import { endItem } from "../connections/end-items.ts";
import { readItems } from "../connections/item-queries.ts";
import { endBankUsers } from "./provider-removals.ts";
import { endCopies } from "../sharing/audit-copies.ts";
import { endInvestorCopies, removeInvestorCopies } from "../sharing/end-investor-copies.ts";
import { removeReportAtProvider } from "../jobs.ts";
import { aadFor } from "../schema.ts";
import { updateReport } from "../queries.ts";
import { deleteExpired, isAllDue, isOverdueBorrower, readDue, readNewestReady } from "./retention-queries.ts";
import { storeNextExpiry } from "../expirations/next-expiry.ts";

/**
 * Deletes the records of a borrower that the retention policy sets no more days for, and what people took back. What is
 * due is read again under the lock.
 */
export async function forgetData(ctx: Context, scope: Scope, borrowerId: string, now: string): Promise<void> {
  await ctx.db.transaction(scope, (tx) => forgetDue(ctx, tx, scope, borrowerId, now));
}

/** As `forgetData`, within the caller's transaction. */
export async function forgetDue(ctx: Context, tx: Tx, scope: Scope, borrowerId: string, now: string): Promise<void> {
  const { organizationId } = scope;
  const found = await lockBorrower(tx, scope, borrowerId);
  const due = found && (await readDue(tx, scope, borrowerId, now));
  if (!due) return; // Reopened since, or another process was faster.
  const borrower = due.bankData ? await disconnectAll(ctx, tx, scope, found) : found;
  if (due.reports) await endCopies(tx, scope, borrowerId); // those of one report end with it
  const { reportIds, atProvider, files, isEvidenceGone } = await deleteExpired(tx, scope, borrowerId, due);
  await removeInvestorCopies(ctx, tx, scope, { borrowerId, reportIds });
  if (due.bankData) await endInvestorCopies(ctx, tx, scope, { borrowerId });
  const people = due.people.map(({ emailKey }) => emailKey);
  const whose = isAllDue(due) ? "everybody" : people;
  await shortenConsents(tx, scope, borrowerId, whose);
  await deleteLinks(tx, scope, borrowerId, whose);
  await summarizeDocuments(tx, scope, borrowerId);
  for (const file of files) await ctx.jobs.send(tx, removeFile, { organizationId, file });
  for (const reportId of atProvider) await ctx.jobs.send(tx, removeReportAtProvider, { organizationId, reportId });
  await appendAudit(tx, organizationId, {
    actorId: null, // the lender's retention rule, or what was promised
    action: "borrower.data-removed",
    objectType: "borrower",
    objectId: borrowerId,
    address: null,
    detail: { reports: reportIds.length, files: files.length },
  });
  if (due.reports || reportIds.includes(borrower.latestReportId ?? "")) await fallBack(ctx, tx, scope, borrower);
  else if (isEvidenceGone) await evaluateAgain(ctx, tx, scope, borrowerId, DATA_REMOVED);
  await storeNextExpiry(tx, scope, borrowerId);
}

/** An open borrower whose bank data is due may still have connections, through which more could be read. */
async function disconnectAll(ctx: Context, tx: Tx, scope: Scope, before: BorrowerRow): Promise<BorrowerRow> {
  const items = await readItems(tx, scope, before.id);
  for (const item of items) await endItem(ctx, tx, scope, before, item);
  await endBankUsers(ctx, tx, scope, before.id);
  if (items.length === 0) return before;
  return changeBorrower(tx, scope, before.id, { status: statusWithoutBank(before) });
}

/** Deletes a closed borrower with everything that is left. Whether that is due is read again under the lock. */
export async function forgetBorrower(ctx: Context, scope: Scope, borrowerId: string, now: string): Promise<void> {
  await ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    if (!borrower || !(await isOverdueBorrower(tx, scope, borrowerId, now))) return;
    await deleteRecords(ctx, tx, scope, borrower, { actorId: null, address: null, cause: "retention" });
  });
}

const DATA_REMOVED: EvaluationEvent = { cause: "evidence", by: null };

/** Returns to the newest report that is left, evaluated again. Without one, returns to the earlier status. */
async function fallBack(ctx: Context, tx: Tx, scope: Scope, before: BorrowerRow): Promise<void> {
  const report = await readNewestReady(tx, scope, before.id);
  const parsedReport = report && (await readParsedReport(tx, scope, report.id));
  const isMade = before.reportState === "generating";
  if (parsedReport) {
    const borrower = await changeBorrower(tx, scope, before.id, {
      latestReportId: report.id,
      reportReadyAt: report.readyAt,
      ...(!isMade && { reportState: "ready" }),
    });
    await evaluateNewest(ctx, tx, scope, { borrower, reportId: report.id, parsedReport }, DATA_REMOVED);
    return;
  }
  await changeBorrower(tx, scope, before.id, {
    latestReportId: null,
    summary: null,
    usableCents: null,
    openFindings: null,
    freshUntil: null,
    ...(!isMade && { reportState: "none" }),
    ...(before.status === "report-ready" && { status: statusWithoutReport(before) }),
  });
}

function statusWithoutReport({ items, invitedAt }: BorrowerRow): BorrowerRow["status"] {
  if (items.length > 0) return "bank-connected";
  return invitedAt === null ? "new" : "invited";
}

/** Job: deletes the token that could open the report. Running it again finds none. */
export async function forgetAtProvider(
  { db, cipher, providers: { bankData } }: Context,
  scope: Scope,
  reportId: string,
) {
  const report = await readReport(db, scope, reportId);
  if (!report?.providerToken || (report.state !== "removed" && report.state !== "failed")) return;
  const place = aadFor("asset_reports.provider_token", reportId, scope);
  await bankData[report.product].endReport(cipher.decrypt(report.providerToken, place).toString("utf8"));
  await db.transaction(scope, (tx) => updateReport(tx, scope, reportId, { providerToken: null }));
}
