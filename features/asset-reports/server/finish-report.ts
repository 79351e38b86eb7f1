import { createHash } from "node:crypto";
import { isInFlight } from "#features/asset-reports/contract.ts";
import { chargeReport } from "#features/billing/server/charges/ledger.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { ProviderRefusal } from "#providers/plaid-errors.ts";
import { readPlaidReport, unreadable } from "#providers/plaid-report.ts";
import { endIfTakenBack } from "./connections/end-items.ts";
import type { AssetReportDeps } from "./deps.ts";
import { fileOf } from "./files/report-files.ts";
import { recordReady, showReady } from "./report-outcome.ts";
import { placeOf } from "./sealed.ts";
import { insertContent, lockReport, updateReport, type ReportRow } from "./store.ts";

/** Run twice, by the webhook and the poll, the first to commit is kept. */
export async function finishReport(
  deps: AssetReportDeps,
  scope: Scope,
  report: ReportRow,
  json: Buffer,
): Promise<void> {
  await showStep(deps, scope, report, "received");
  const parsedReport = read(json, report);
  const jsonSha256 = createHash("sha256").update(json).digest("hex");
  await showStep(deps, scope, report, "read");

  const readyAt = new Date().toISOString();
  const evaluated = await deps.db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, report.id);
    if (!current || !isInFlight(current)) return null; // Webhook and poll raced; the other one already finished this report.
    if (await endIfTakenBack(deps, tx, scope, current)) return null;
    const providerJson = deps.sealer.seal(json, placeOf("asset_report_contents.provider_json", report.id, scope));
    await insertContent(tx, scope, { reportId: report.id, providerJson, parsedReport });
    const ready = await updateReport(tx, scope, report.id, {
      state: "ready",
      step: "ready",
      readyAt,
      jsonSha256,
    });
    const borrower = await showReady(tx, scope, ready);
    const evaluation = await deps.evaluator.evaluateNewest(
      tx,
      scope,
      { borrower, reportId: report.id, parsedReport },
      { cause: "report", by: null },
    );
    await chargeFor(tx, scope, ready, { loanNumber: borrower.loanNumber, readyAt });
    await recordReady(tx, scope, ready, evaluation);
    return { report: ready, evaluation };
  });
  // So that the first download is quick. Cut off here it is made when it is asked for.
  if (evaluated) await fileOf(deps, scope, evaluated, "pdf");
}

/**
 * Throws REPORT_UNREADABLE of the provider: what does not keep the contract could be stored and never be shown. WRONG_REPORT:
 * it is not the one that was asked for. NO_ACCOUNTS: there is nothing in it to charge for.
 */
function read(json: Buffer, { providerReportId }: ReportRow): ParsedReport {
  const { data, error } = ParsedReport.safeParse(readPlaidReport(json));
  if (error) throw unreadable(error);
  if (data.providerReportId !== providerReportId) throw refused("WRONG_REPORT");
  if (data.items.every(({ accounts }) => accounts.length === 0)) throw refused("NO_ACCOUNTS");
  return data;
}

function refused(code: string): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", { cause: new ProviderRefusal(code, undefined) });
}

/** At the price that was told when it was asked for; one asked for before there were prices costs nothing. */
async function chargeFor(
  tx: Tx,
  scope: Scope,
  { id, borrowerId, priceType, price }: ReportRow,
  { loanNumber, readyAt }: { loanNumber: string | null; readyAt: string },
): Promise<void> {
  if (priceType !== null && price !== null)
    await chargeReport(tx, scope, { id, borrowerId, loanNumber, priceType, price, readyAt });
}

async function showStep(
  { db }: AssetReportDeps,
  scope: Scope,
  { id }: ReportRow,
  step: "received" | "read",
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, id);
    if (!current || !isInFlight(current)) return; // the other worker has finished it meanwhile
    const report = await updateReport(tx, scope, id, { step });
    const borrower = await readBorrower(tx, scope, report.borrowerId);
    if (borrower) await announceBorrower(tx, scope, borrower);
  });
}
