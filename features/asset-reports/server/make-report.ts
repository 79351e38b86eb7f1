// Owns how a report is asked of the provider and looked for until it comes.
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { providerCodeOf } from "#providers/plaid-errors.ts";
import { accessTokenOf, personOf } from "./connections/connections.ts";
import { isTakenBack } from "./connections/end-items.ts";
import { readItemsOf, type BankItemRow } from "./connections/item-store.ts";
import type { AssetReportDeps } from "./deps.ts";
import { finishReport } from "./finish-report.ts";
import { examineConnections, fetchReport, removeReportAtProvider } from "./jobs.ts";
import { failReport, isFinal, isOverdue } from "./report-outcome.ts";
import { placeOf } from "./sealed.ts";
import { lockReport, readReport, updateReport, type ReportRow } from "./store.ts";

/** Seconds before the n-th look, should the webhook not come; the last repeats. */
const POLL_SECONDS = [2, 3, 5, 10, 15, 30, 60];

/**
 * Job: asks the provider, keeps its id and token, and begins to look for the answer. Killed between the provider's
 * answer and our commit it asks twice, since Plaid knows no key to repeat a call under; the first is never shown.
 */
export async function askProvider(deps: AssetReportDeps, scope: Scope, reportId: string): Promise<void> {
  const report = await readReport(deps.db, scope, reportId);
  if (!report || report.state !== "queued") return;
  try {
    const items = await readItemsOf(deps.db, scope, report);
    if (isTakenBack(items)) return await endReport(deps, scope, report, "CONSENT_TAKEN_BACK");
    const asked = await askFor(deps, scope, report, items);
    await deps.db.transaction(scope, async (tx) => {
      const current = await lockReport(tx, scope, reportId);
      const token = deps.sealer.seal(asked.providerToken, placeOf("asset_reports.provider_token", reportId, scope));
      if (current?.state === "failed" && current.providerToken === null) {
        // Ended while the provider was asked, by a consent taken back: what it makes is not to lie there for ever.
        await updateReport(tx, scope, reportId, { providerToken: token });
        await deps.jobs.send(tx, removeReportAtProvider, { organizationId: scope.organizationId, reportId });
      }
      if (current?.state !== "queued") return;
      await updateReport(tx, scope, reportId, {
        state: "generating",
        providerReportId: asked.providerReportId,
        providerToken: token,
      });
      await lookAgain(deps, tx, scope, reportId, 0);
      const borrower = await readBorrower(tx, scope, report.borrowerId);
      if (borrower) await announceBorrower(tx, scope, borrower);
    });
  } catch (error) {
    await giveUpOrRetry(deps, scope, report, error);
  }
}

async function askFor(deps: AssetReportDeps, scope: Scope, report: ReportRow, covered: BankItemRow[]) {
  const { id: reportId, daysRequested: days, parentReportId } = report;
  const items = covered.filter(({ removedAt }) => removedAt === null);
  if (items.length === 0) throw new AppError("NO_BANK_CONNECTION");
  const parent = parentReportId ? await readReport(deps.db, scope, parentReportId) : undefined;
  // The parent's token reads all that it covered, and goes by no connection of ours.
  if (parent?.providerToken && items.length === covered.length)
    return deps.plaid.refreshReport({ reportId, days, providerToken: providerTokenOf(deps, scope, parent) });
  const borrower = await readBorrower(deps.db, scope, report.borrowerId);
  if (!borrower) throw new Error("a report whose borrower is gone");
  const accessTokens = items.map((item) => accessTokenOf(deps, scope, item));
  return deps.plaid.createReport({ reportId, accessTokens, days, person: personOf(borrower) });
}

/** Job: fetches the report if it is there, else looks again later. */
export async function fetchFromProvider(
  deps: AssetReportDeps,
  scope: Scope,
  { reportId, poll }: { reportId: string; poll?: number | undefined },
): Promise<void> {
  const report = await readReport(deps.db, scope, reportId);
  if (!report || report.state !== "generating") return;
  try {
    const json = await deps.plaid.readReport(providerTokenOf(deps, scope, report));
    if (json) return await finishReport(deps, scope, report, json);
    if (isOverdue(report)) return await endReport(deps, scope, report, "TIMEOUT");
    // Called by a webhook there is no next look: the poll goes on by itself.
    if (poll !== undefined) await deps.db.transaction(scope, (tx) => lookAgain(deps, tx, scope, reportId, poll + 1));
  } catch (error) {
    await giveUpOrRetry(deps, scope, report, error);
  }
}

async function lookAgain(
  { jobs }: AssetReportDeps,
  tx: Tx,
  scope: Scope,
  reportId: string,
  poll: number,
): Promise<void> {
  const delaySeconds = POLL_SECONDS[Math.min(poll, POLL_SECONDS.length - 1)]!; // clamped to the list
  await jobs.send(tx, fetchReport, { organizationId: scope.organizationId, reportId, poll }, { delaySeconds });
}

/** What the provider says for good ends the report; what may pass is left to the queue, until time is up. */
async function giveUpOrRetry(deps: AssetReportDeps, scope: Scope, report: ReportRow, error: unknown): Promise<void> {
  const code = providerCodeOf(error) ?? (error instanceof AppError ? error.code : "INTERNAL_ERROR");
  if (isFinal(code)) return endReport(deps, scope, report, code);
  if (isOverdue(report)) return endReport(deps, scope, report, "TIMEOUT");
  throw error;
}

/** Ends a report by what the provider said, in an answer or by webhook. */
export async function endReport(
  { db, jobs }: AssetReportDeps,
  scope: Scope,
  { id }: Pick<ReportRow, "id">,
  code: string,
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    await failReport(tx, scope, id, code);
    if (code === "ITEM_LOGIN_REQUIRED")
      await jobs.send(tx, examineConnections, { organizationId: scope.organizationId, reportId: id });
  });
}

function providerTokenOf({ sealer }: AssetReportDeps, scope: Scope, { id, providerToken }: ReportRow): string {
  if (!providerToken) throw new Error("a report that the provider was never asked for");
  return sealer.open(providerToken, placeOf("asset_reports.provider_token", id, scope)).toString("utf8");
}
