import type { Context } from "#platform/server/context.ts";
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import { readAuthorizations } from "#features/borrowers/server/consent.ts";
import type { loanTermsChanged } from "#features/borrowers/server/events.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { summarize } from "#features/underwriting/rules/summary.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { type PayloadOf, publish } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { reportEvaluated } from "./events.ts";
import { evaluateReport, type EvaluationEvent } from "./evaluate-report.ts";
import {
  type EvaluationRow,
  readNewestEvaluation,
  readParsedReport,
  readReadyBefore,
  readReport,
  type ReportRow,
} from "./report-queries.ts";

interface ReportToEvaluate {
  readonly borrower: BorrowerRow;
  readonly reportId: string;
  readonly parsedReport: ParsedReport;
}

const NEW_REPORT: EvaluationEvent = { cause: "report", by: null };

/** Evaluates the borrower's newest report and summarizes it for lists. The caller holds the borrower's lock. */
export async function evaluateNewest(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  report: ReportToEvaluate,
  event: EvaluationEvent,
): Promise<EvaluationRow> {
  const evaluation = await evaluate(ctx, tx, scope, report, event);
  const summary = summarize(evaluation, evaluation.inputs.loan);
  const { usableCents, blockers, reviews, freshUntil } = summary;
  await summarizeBorrower(tx, scope, report.borrower.id, {
    summary,
    usableCents,
    openFindings: blockers + reviews,
    freshUntil,
  });
  await publish(ctx, tx, reportEvaluated, { scope, borrowerId: report.borrower.id, inputs: evaluation.inputs });
  return evaluation;
}

/** Evaluates the borrower's newest ready report again, if there is one. The caller holds the borrower's lock. */
export async function evaluateAgain(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  event: EvaluationEvent,
): Promise<void> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const reportId = borrower?.latestReportId;
  const parsedReport = reportId && (await readParsedReport(tx, scope, reportId));
  if (parsedReport) await evaluateNewest(ctx, tx, scope, { borrower, reportId, parsedReport }, event);
}

/** Handles loanTermsChanged. */
export function evaluateChangedLoan(
  ctx: Context,
  tx: Tx,
  { actor, borrowerId }: PayloadOf<typeof loanTermsChanged>,
): Promise<void> {
  return evaluateAgain(ctx, tx, actor.scope, borrowerId, { cause: "loan", by: actor });
}

/**
 * The newest evaluation of a ready report. Evaluates it now if there is none; `undefined` if its content was deleted.
 */
export async function findEvaluation(
  ctx: Context,
  scope: Scope,
  report: Pick<ReportRow, "id" | "borrowerId">,
): Promise<EvaluationRow | undefined> {
  const known = await readNewestEvaluation(ctx.db, scope, report.id);
  return known ?? ctx.db.transaction(scope, (tx) => evaluateFirst(ctx, tx, scope, report));
}

// Concurrent callers find the evaluation of the first.
async function evaluateFirst(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  { id: reportId, borrowerId }: Pick<ReportRow, "id" | "borrowerId">,
): Promise<EvaluationRow | undefined> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const known = await readNewestEvaluation(tx, scope, reportId);
  if (known || !borrower) return known;
  const parsedReport = await readParsedReport(tx, scope, reportId);
  if (!parsedReport) return undefined;
  const isNewest = borrower.latestReportId === reportId;
  const ready = { borrower, reportId, parsedReport };
  return isNewest ? evaluateNewest(ctx, tx, scope, ready, NEW_REPORT) : evaluate(ctx, tx, scope, ready, NEW_REPORT);
}

async function evaluate(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  scope: Scope,
  { borrower, reportId, parsedReport }: ReportToEvaluate,
  event: EvaluationEvent,
): Promise<EvaluationRow> {
  const authorizations = await readAuthorizations(tx, scope, borrower);
  const previous = await readPrevious(tx, scope, reportId);
  return evaluateReport(ctx, tx, scope, { reportId, report: parsedReport, previous, borrower, authorizations, event });
}

/** The borrower's ready report before this one, while its content is stored. */
async function readPrevious(tx: Tx, scope: Scope, reportId: string) {
  const report = await readReport(tx, scope, reportId);
  const before = report && (await readReadyBefore(tx, scope, report));
  const parsedReport = before && (await readParsedReport(tx, scope, before.id));
  return parsedReport ? { reportId: before.id, report: parsedReport } : null;
}
