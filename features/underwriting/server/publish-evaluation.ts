import { createHash } from "node:crypto";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { WebhookEvent } from "#features/developers/contract.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import type { Condition } from "#features/underwriting/contract.ts";
import { isOpenCondition } from "#features/underwriting/rules/conditions.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { EvaluationRow } from "./report-queries.ts";

interface Change {
  readonly borrower: Pick<BorrowerRow, "id" | "loanNumber">;
  readonly before: EvaluationRow | undefined;
  readonly after: EvaluationRow;
  /** The time of the steps that its conditions took. */
  readonly at: string;
}

/** Sends what an evaluation of the newest report changed to the organization's webhook endpoints. */
export function publishEvaluation(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  scope: Scope,
  { borrower, before, after, at }: Change,
): Promise<void> {
  const { reportId, number: evaluationNumber, cause } = after;
  const subject = { borrowerId: borrower.id, loanNumber: borrower.loanNumber, reportId, evaluationNumber };
  const programs = outcomesOf(after);
  const isChanged = before?.reportId !== reportId || JSON.stringify(outcomesOf(before)) !== JSON.stringify(programs);
  return publishWebhooks(ctx, tx, scope, [
    ...(isChanged ? [{ type: "evaluation.changed", data: { ...subject, cause, programs } } as const] : []),
    ...conditionEvents(after.conditions, at, subject),
  ]);
}

function outcomesOf({ programs, verdicts }: EvaluationRow) {
  return programs.flatMap((program) => {
    const verdict = verdicts[program];
    if (!verdict) return [];
    const { outcome, counts, programName } = verdict;
    return [
      {
        program,
        ...(programName !== undefined && { programName }),
        outcome,
        blockers: counts.blocker,
        reviews: counts.review,
      },
    ];
  });
}

/** One event for the programs under which the same happened to a condition. */
function conditionEvents(
  conditions: readonly Condition[],
  at: string,
  subject: { borrowerId: string; loanNumber: string | null; reportId: string; evaluationNumber: number },
): WebhookEvent[] {
  const changed = conditions.flatMap((condition) => {
    const type = changeOf(condition, at);
    return type ? [{ type, condition }] : [];
  });
  const alike = Map.groupBy(changed, ({ type, condition }) => JSON.stringify([type, condition.key, condition.state]));
  return [...alike.values()].map((group) => {
    const [{ type, condition }] = group as [(typeof group)[number]];
    const { ruleId, code, severity, state, key } = condition;
    const programs = group.map((one) => one.condition.program);
    return { type, data: { ...subject, conditionId: digest(key), programs, ruleId, code, severity, state } };
  });
}

function changeOf(condition: Condition, at: string): "condition.opened" | "condition.cleared" | null {
  const [last, prior] = condition.history.toReversed();
  if (last?.at !== at) return null;
  const wasOpen = prior !== undefined && isOpenCondition(prior);
  if (isOpenCondition(condition)) return wasOpen ? null : "condition.opened";
  return wasOpen ? "condition.cleared" : null;
}

/** A key names accounts and transactions of the bank. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
