import type { Loan, ReportSummary } from "#features/borrowers/contract.ts";
import type { Evaluation, Outcome, Program, Verdict } from "./evaluation.ts";

type Evaluated = Pick<Evaluation, "verdicts" | "funds" | "findings">;

/** The programs of the loan itself. A loan that names none is conventional; `other` has none that is evaluated. */
export function ownPrograms({ program = "conventional" }: Pick<Loan, "program">): readonly Program[] {
  if (program === "conventional") return ["fannie", "freddie"];
  return program === "other" ? [] : [program];
}

/** The one whose answer is shown first: of two programs with different outcomes the one with the worse. */
export function leadingProgram(verdicts: Evaluation["verdicts"], loan: Pick<Loan, "program">): Program | null {
  const own = verdictsOf(verdicts, loan);
  if (own.length === 0) return null;
  return own.reduce((worst, one) => (rankOf(one) > rankOf(worst) ? one : worst)).program;
}

/** The last day of the loan's own program or programs, the earliest of them; for another program the earliest of all. */
export function validThrough(verdicts: Evaluation["verdicts"], loan: Pick<Loan, "program">): string | null {
  const own = verdictsOf(verdicts, loan);
  const days = (own.length > 0 ? own : Object.values(verdicts)).flatMap((verdict) => verdict?.validThrough ?? []);
  return days.sort()[0] ?? null;
}

/** What lists show of a report: under the loan's own program, or figures alone where none of them is evaluated. */
export function summarize({ verdicts, funds, findings }: Evaluated, loan: Pick<Loan, "program">): ReportSummary {
  const program = leadingProgram(verdicts, loan);
  const verdict = program && verdicts[program];
  const counts = verdict?.counts ?? {
    blocker: 0,
    review: findings.filter(({ severity }) => severity !== "info").length,
    info: findings.filter(({ severity }) => severity === "info").length,
  };
  return {
    usableCents: ((program && funds[program]) ?? funds.fannie).usableClosingCents,
    program,
    ...(verdict?.programName !== undefined && { programName: verdict.programName }),
    outcome: verdict?.outcome ?? null,
    blockers: counts.blocker,
    reviews: counts.review,
    infos: counts.info,
    freshUntil: validThrough(verdicts, loan),
  };
}

const BEST_FIRST: readonly Outcome[] = [
  "enough",
  "enoughUnderOverlay",
  "enoughToClose",
  "open",
  "notEvaluated",
  "short",
];
const rankOf = ({ outcome }: Verdict) => BEST_FIRST.indexOf(outcome);

function verdictsOf(verdicts: Evaluation["verdicts"], loan: Pick<Loan, "program">): Verdict[] {
  return ownPrograms(loan).flatMap((program) => verdicts[program] ?? []);
}
