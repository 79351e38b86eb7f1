import { createHash } from "node:crypto";
import { evaluateNewest } from "#features/underwriting/server/evaluate-newest.ts";
import type { Context } from "#platform/server/context.ts";
import { isInFlight } from "#features/asset-reports/contract.ts";
import { chargeReport } from "#features/billing/server/charges/ledger.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { ProviderRefusal } from "#providers/plaid/errors.ts";
import { readPlaidReport, unreadable } from "#providers/plaid/report.ts";
import type { ReportRow } from "#features/underwriting/server/report-store.ts";
import { endIfTakenBack } from "./connections/end-items.ts";
import { fileOf } from "./files/report-files.ts";
import { recordReady, showReady } from "./report-outcome.ts";
import { aadFor } from "./encrypted-columns.ts";
import { insertContent, lockReport, updateReport } from "./store.ts";

/** If the webhook and the poll both run it, the first to commit wins. */
export async function finishReport(ctx: Context, scope: Scope, report: ReportRow, json: Buffer): Promise<void> {
  await showStep(ctx, scope, report, "received");
  const parsedReport = read(json, report);
  const jsonSha256 = createHash("sha256").update(json).digest("hex");
  await showStep(ctx, scope, report, "read");

  const readyAt = new Date().toISOString();
  const evaluated = await ctx.db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, report.id);
    if (!current || !isInFlight(current.report)) return null; // Webhook and poll raced; the other one already finished this report.
    if (await endIfTakenBack(ctx, tx, scope, current.report)) return null;
    const providerJson = ctx.cipher.encrypt(json, aadFor("asset_report_contents.provider_json", report.id, scope));
    await insertContent(tx, scope, { reportId: report.id, providerJson, parsedReport });
    const ready = await updateReport(tx, scope, report.id, {
      state: "ready",
      step: "ready",
      readyAt,
      jsonSha256,
    });
    const borrower = await showReady(tx, scope, ready, current.borrower);
    const evaluation = await evaluateNewest(
      tx,
      scope,
      { borrower, reportId: report.id, parsedReport },
      { cause: "report", by: null },
    );
    await chargeFor(tx, scope, ready, { loanNumber: borrower.loanNumber, readyAt });
    await recordReady(tx, scope, ready, evaluation);
    return { report: ready, evaluation };
  });
  // Makes the first download fast. If this is interrupted, the file is made on request.
  if (evaluated) await fileOf(ctx, scope, evaluated, "pdf");
}

/**
 * Throws the provider error REPORT_UNREADABLE, because data that violates the contract could be stored but not shown.
 * WRONG_REPORT: it is not the requested report. NO_ACCOUNTS: it contains nothing to charge for.
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

/** Charges the price that was shown with the request. A report requested before prices existed costs nothing. */
async function chargeFor(
  tx: Tx,
  scope: Scope,
  { id, borrowerId, priceType, price }: ReportRow,
  { loanNumber, readyAt }: { loanNumber: string | null; readyAt: string },
): Promise<void> {
  if (priceType !== null && price !== null)
    await chargeReport(tx, scope, { id, borrowerId, loanNumber, priceType, price, readyAt });
}

async function showStep({ db }: Context, scope: Scope, { id }: ReportRow, step: "received" | "read"): Promise<void> {
  await db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, id);
    if (!current || !isInFlight(current.report)) return; // the other worker finished it in the meantime
    await updateReport(tx, scope, id, { step });
    await announceBorrower(tx, scope, current.borrower);
  });
}
