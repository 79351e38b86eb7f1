import { readMember } from "#features/borrowers/server/owner-queries.ts";
import type { evaluateAgain as evaluateAgainCall } from "#features/underwriting/contract.ts";
import type { Parsed } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { lockBorrower } from "#features/borrowers/server/queries.ts";
import { evaluateAgain } from "../evaluate-newest.ts";
import { evaluateUnderEdition } from "../jobs.ts";
import { readNewestEvaluation, readReport } from "../report-queries.ts";
import { readBackTest, requestChanges } from "./queries.ts";

/** Queues the chosen reports, or all, that were not evaluated since the test. Throws NOT_FOUND. */
export function evaluateChosen(
  { db, jobs }: Context,
  actor: Actor,
  { backTestId, changeIds }: Parsed<typeof evaluateAgainCall>,
): Promise<{ queued: number }> {
  const { scope, userId } = actor;
  const { organizationId } = scope;
  return db.transaction(scope, async (tx) => {
    const test = await readBackTest(tx, scope, backTestId);
    // An overlay counts once it is in force, and for new evaluations alone.
    if (test?.subject.kind !== "edition") throw new AppError("NOT_FOUND");
    const chosen = await requestChanges(tx, scope, backTestId, changeIds);
    await jobs.sendAll(
      tx,
      evaluateUnderEdition,
      chosen.map((change) => ({ ...change, organizationId, userId })),
    );
    const detail = { reports: chosen.length };
    const act = { action: "edition.evaluated-again", objectType: "back-test", objectId: backTestId, detail };
    if (chosen.length > 0) await recordAuditEvent(tx, actor, act);
    return { queued: chosen.length };
  });
}

interface Chosen {
  readonly reportId: string;
  /** The evaluation that the back-test looked at. */
  readonly evaluationNumber: number;
  readonly userId: string;
}

/** Job: evaluates a borrower's newest report again, unless it has been since. */
export function evaluateOne(ctx: Context, scope: Scope, { reportId, evaluationNumber, userId }: Chosen): Promise<void> {
  return ctx.db.transaction(scope, async (tx) => {
    const report = await readReport(tx, scope, reportId);
    const borrower = report && (await lockBorrower(tx, scope, report.borrowerId));
    const newest = await readNewestEvaluation(tx, scope, reportId);
    if (borrower?.latestReportId !== reportId || newest?.number !== evaluationNumber) return;
    const member = await readMember(tx, scope, userId);
    await evaluateAgain(ctx, tx, scope, borrower.id, {
      cause: "edition",
      by: member ? { userId, email: member.email, role: member.role } : null,
    });
    await appendAudit(tx, scope.organizationId, {
      ...{ actorId: userId, action: "report.evaluated-again", address: null },
      ...{ objectType: "borrower", objectId: borrower.id },
    });
  });
}
