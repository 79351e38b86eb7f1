import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { editionFor } from "#features/underwriting/rules/editions.ts";
import type { EvaluationInputs, UnderwritingPolicy } from "#features/underwriting/rules/evaluation.ts";
import {
  changesBetween,
  isSameAnswer,
  type Answer,
  type EvaluationChange,
} from "#features/underwriting/rules/evaluation-changes.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { loadEdition } from "../run-edition.ts";

/** What is tested. */
export interface Trial {
  /** `null`: each report under the edition that its application date asks for. */
  readonly edition: string | null;
  /** Takes the place of these fields of the evaluations' policy. */
  readonly policy: Partial<UnderwritingPolicy>;
  /** Stands for the application date of a loan without one: `YYYY-MM-DD`. */
  readonly day: string;
}

/** A report with its newest evaluation. JSON is not parsed, so that this costs the server's own thread nothing. */
export interface StoredReport {
  readonly reportId: string;
  /** `null`: it was never evaluated. */
  readonly evaluation: {
    readonly number: number;
    readonly edition: string;
    readonly inputs: string;
    /** An `Answer`. */
    readonly answer: string;
  } | null;
  readonly report: string;
  readonly previous: string | null;
}

export type TestedReport = { readonly reportId: string } & (
  | { readonly isTested: true; readonly evaluationNumber: number; readonly change: EvaluationChange | null }
  | { readonly isTested: false; readonly reason: "neverEvaluated" | "otherEdition" }
);

/**
 * Evaluates a stored report under what is tested and compares it with its evaluation. Throws for an edition that cannot
 * be run.
 */
export async function testReport(
  { edition, policy, day }: Trial,
  { reportId, evaluation, ...stored }: StoredReport,
): Promise<TestedReport> {
  if (evaluation === null) return { reportId, isTested: false, reason: "neverEvaluated" };
  const inputs = JSON.parse(evaluation.inputs) as EvaluationInputs;
  const own = editionFor(inputs.loan.applicationDate ?? null, day).hash;
  if (edition !== null && edition !== own) return { reportId, isTested: false, reason: "otherEdition" };
  const previous = stored.previous === null ? null : (JSON.parse(stored.previous) as ParsedReport);
  const question = questionOf(JSON.parse(stored.report) as ParsedReport, previous, inputs);
  const run = await loadEdition(own);
  const after = run({ ...question, policy: { ...inputs.policy, ...policy } });
  const tested = { reportId, isTested: true, evaluationNumber: evaluation.number } as const;
  // A test of an edition compares with the edition of the evaluation, one of a policy stays within one edition.
  const base = edition === null ? own : evaluation.edition;
  const isStored = base === evaluation.edition;
  if (isStored && isSameAnswer(JSON.parse(evaluation.answer) as Answer, after)) return { ...tested, change: null };
  // Evaluated again too, because the report before may have been deleted since: that is no change of the rules.
  const before = (await loadEdition(base))(question);
  return { ...tested, change: changesBetween(before, after) };
}
