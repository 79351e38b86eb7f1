import type { Context } from "#platform/server/context.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { providerCodeOf, ProviderRefusal } from "#providers/plaid/errors.ts";
import { readReport, type ReportRow } from "#features/underwriting/server/report-queries.ts";
import { accessTokenOf, findHolder, personOf } from "./connections/connections.ts";
import { readBankUsers } from "./connections/bank-users.ts";
import { endIfTakenBack, isTakenBack } from "./connections/end-items.ts";
import { type BankItemRow, readItemsOf } from "./connections/item-queries.ts";
import { examineConnections, fetchReport, removeReportAtProvider } from "./jobs.ts";
import { failReport, isFinal, isOverdue, recordReady, showReady } from "./report-outcome.ts";
import { removeLater } from "./retention/remove-later.ts";
import { aadFor } from "./schema.ts";
import { insertContent, lockReport, updateReport } from "./queries.ts";
import { createHash } from "node:crypto";
import { evaluateNewest } from "#features/underwriting/server/evaluate-newest.ts";
import { isInFlight } from "#features/asset-reports/contract.ts";
import { chargeReport } from "#features/billing/server/charges/ledger.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { unreadable } from "#providers/plaid/report.ts";
import { fileOf } from "./files/report-files.ts";
import { storeNextExpiry } from "./expirations/next-expiry.ts";

/** Seconds before the n-th poll, in case the webhook does not arrive. The last value repeats. */
const POLL_SECONDS = [2, 3, 5, 10, 15, 30, 60];

/**
 * Job: requests a report, stores its id and token, and starts the poll. If the process is killed between the provider's
 * answer and our commit, the report is requested twice, because Plaid has no idempotency keys. The first one is never
 * shown.
 */
export async function askProvider(ctx: Context, scope: Scope, reportId: string): Promise<void> {
  const report = await readReport(ctx.db, scope, reportId);
  if (!report || report.state !== "queued") return;
  try {
    const items = await readItemsOf(ctx.db, scope, report);
    if (isTakenBack(items)) return await endReport(ctx, scope, report, "CONSENT_TAKEN_BACK");
    const asked = await askFor(ctx, scope, report, items);
    await ctx.db.transaction(scope, async (tx) => {
      const locked = await lockReport(tx, scope, reportId);
      if (!locked) {
        // The borrower was deleted during the call.
        if (report.product === "assets")
          await removeLater(ctx, tx, scope, { id: reportId, kind: "report", secret: asked.providerToken });
        return;
      }
      const current = locked.report;
      const token = ctx.cipher.encrypt(asked.providerToken, aadFor("asset_reports.provider_token", reportId, scope));
      if (current.state === "failed" && current.providerToken === null) {
        // The report ended during the call, because consent was withdrawn. Store its token, so that it is removed at
        // the provider.
        await updateReport(tx, scope, reportId, { providerToken: token });
        await ctx.jobs.send(tx, removeReportAtProvider, { organizationId: scope.organizationId, reportId });
      }
      if (current.state !== "queued") return;
      await updateReport(tx, scope, reportId, {
        state: "generating",
        providerReportId: asked.providerReportId,
        providerToken: token,
      });
      await lookAgain(ctx, tx, scope, reportId, 0);
      await announceBorrower(tx, scope, locked.borrower);
    });
  } catch (error) {
    await retryOrFail(ctx, scope, report, error);
  }
}

async function askFor(ctx: Context, scope: Scope, report: ReportRow, covered: BankItemRow[]) {
  const { id: reportId, daysRequested: days, parentReportId } = report;
  const items = covered.filter(({ removedAt }) => removedAt === null);
  if (items.length === 0) throw new AppError("NO_BANK_CONNECTION");
  const parent = parentReportId ? await readReport(ctx.db, scope, parentReportId) : undefined;
  const borrower = await readBorrower(ctx.db, scope, report.borrowerId);
  if (!borrower) throw new Error("a report whose borrower is gone");
  const users = await readBankUsers(ctx.db, scope, borrower.id);
  return ctx.providers.bankData[report.product].order({
    reportId,
    days,
    person: personOf(borrower),
    connections: items.map((item) => ({
      accessToken: accessTokenOf(ctx, scope, item),
      providerItemId: item.providerItemId,
      holder: findHolder(borrower, item),
      providerUserId: users.find(({ holderEmail }) => holderEmail === item.holderEmail)?.providerUserId ?? null,
    })),
    // The parent's token covers the same connections.
    earlierToken:
      parent?.providerToken && items.length === covered.length ? providerTokenOf(ctx, scope, parent) : undefined,
  });
}

/** Job: fetches the report if it is there, otherwise polls again later. */
export async function fetchFromProvider(
  ctx: Context,
  scope: Scope,
  { reportId, poll }: { reportId: string; poll?: number | undefined },
): Promise<void> {
  const report = await readReport(ctx.db, scope, reportId);
  if (!report || report.state !== "generating") return;
  try {
    const json = await ctx.providers.bankData[report.product].fetch(providerTokenOf(ctx, scope, report));
    if (json) return await finishReport(ctx, scope, report, json);
    if (isOverdue(report)) return await endReport(ctx, scope, report, "TIMEOUT");
    // A webhook's run starts no next poll: the poll continues by itself.
    if (poll !== undefined) await ctx.db.transaction(scope, (tx) => lookAgain(ctx, tx, scope, reportId, poll + 1));
  } catch (error) {
    await retryOrFail(ctx, scope, report, error);
  }
}

async function lookAgain({ jobs }: Context, tx: Tx, scope: Scope, reportId: string, poll: number): Promise<void> {
  const delaySeconds = POLL_SECONDS[Math.min(poll, POLL_SECONDS.length - 1)]!; // clamped to the list
  await jobs.send(tx, fetchReport, { organizationId: scope.organizationId, reportId, poll }, { delaySeconds });
}

/** A final error of the provider ends the report. The queue retries a temporary one until the time is up. */
async function retryOrFail(ctx: Context, scope: Scope, report: ReportRow, error: unknown): Promise<void> {
  const code = providerCodeOf(error) ?? (error instanceof AppError ? error.code : "INTERNAL_ERROR");
  if (isFinal(code)) return endReport(ctx, scope, report, code);
  if (isOverdue(report)) return endReport(ctx, scope, report, "TIMEOUT");
  throw error;
}

/** Ends a report because of the provider's error, in an answer or a webhook. */
export async function endReport(
  ctx: Context,
  scope: Scope,
  { id }: Pick<ReportRow, "id">,
  code: string,
): Promise<void> {
  await ctx.db.transaction(scope, async (tx) => {
    const failed = await failReport(ctx, tx, scope, id, code);
    // Who withdrew consent is in a notification of its own.
    if (failed && code !== "CONSENT_TAKEN_BACK")
      await notify(ctx, tx, scope, {
        kind: "reportFailed",
        borrower: failed.borrower,
        detail: { reason: failed.reason },
      });
    if (code === "ITEM_LOGIN_REQUIRED")
      await ctx.jobs.send(tx, examineConnections, { organizationId: scope.organizationId, reportId: id });
  });
}

function providerTokenOf({ cipher }: Context, scope: Scope, { id, providerToken }: ReportRow): string {
  if (!providerToken) throw new Error("a report that the provider was never asked for");
  return cipher.decrypt(providerToken, aadFor("asset_reports.provider_token", id, scope)).toString("utf8");
}

/** If the webhook and the poll both run it, the first to commit wins. */
async function finishReport(ctx: Context, scope: Scope, report: ReportRow, json: Buffer): Promise<void> {
  await showStep(ctx, scope, report, "received");
  const parsedReport = withMissingBanks(read(ctx, json, report), await readItemsOf(ctx.db, scope, report));
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
    const borrower = await showReady(ctx, tx, scope, ready, current.borrower);
    await notify(ctx, tx, scope, { kind: "reportReady", borrower });
    const evaluation = await evaluateNewest(
      ctx,
      tx,
      scope,
      { borrower, reportId: report.id, parsedReport },
      { cause: "report", by: null },
    );
    await chargeFor(tx, scope, ready, { loanNumber: borrower.loanNumber, readyAt });
    await storeNextExpiry(tx, scope, borrower.id); // the first charge begins the time of free refreshes
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
function read(
  { providers: { bankData } }: Context,
  json: Buffer,
  { product, providerReportId }: ReportRow,
): ParsedReport {
  const { data, error } = ParsedReport.safeParse(bankData[product].read(json));
  if (error) throw unreadable(error);
  if (providerReportId !== null && data.providerReportId !== providerReportId) throw refused("WRONG_REPORT");
  if (data.items.every(({ accounts }) => accounts.length === 0)) throw refused("NO_ACCOUNTS");
  return data;
}

/** A bank that was asked for and has no account in the report must not be taken for one that does not exist. */
function withMissingBanks(report: ParsedReport, asked: readonly BankItemRow[]): ParsedReport {
  const received = new Set(report.items.filter(({ accounts }) => accounts.length > 0).map(({ id }) => id));
  const missing = asked.filter(({ removedAt, providerItemId }) => removedAt === null && !received.has(providerItemId));
  const warnings = missing.map(({ providerItemId: itemId, institutionName: message }) => ({
    code: "BANK_MISSING",
    itemId,
    message,
  }));
  return { ...report, warnings: [...report.warnings, ...warnings] };
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
