import { formatMoney } from "#platform/money/money.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";
import { OUTCOME_LABELS } from "#features/borrowers/labels.ts";
import type { BackTestChange, BackTestColumn, EvaluatedAgain } from "./contract.ts";
import type { Outcome } from "./rules/evaluation.ts";
import type { FindingChange, ProgramChange } from "./rules/evaluation-changes.ts";
import { PROGRAM_NAMES, SEVERITY_LABELS } from "./labels.ts";

export const EVALUATED_AGAIN_LABELS: Readonly<Record<EvaluatedAgain, string>> = {
  no: "Not evaluated again",
  queued: "Queued",
  done: "Evaluated again",
  changed: "Changed since the test",
};

const outcomeLabel = (outcome: Outcome | null) => (outcome === null ? "Not evaluated" : OUTCOME_LABELS[outcome]);

export function isProgramChanged({ before, after, usableCentsBefore, usableCentsAfter }: ProgramChange): boolean {
  return before !== after || usableCentsBefore !== usableCentsAfter;
}

/** The answer of a program on one side: `Enough, $12,000.00 usable`. */
export function answerText(outcome: Outcome | null, usableCents: number | null): string {
  return usableCents === null ? outcomeLabel(outcome) : `${outcomeLabel(outcome)}, ${formatMoney(usableCents)} usable`;
}

/** `FHA: Open conditions → Short`; where only funds differ, `FHA: $900.00 → $100.00 usable`. */
export function answersSummary(programs: readonly ProgramChange[]): string {
  const changed = programs.filter(isProgramChanged);
  const texts = changed.map(({ program, before, after, usableCentsBefore, usableCentsAfter }) => {
    const funds = [usableCentsBefore, usableCentsAfter].map((cents) => (cents === null ? "none" : formatMoney(cents)));
    const text = before === after ? `${funds.join(" → ")} usable` : `${outcomeLabel(before)} → ${outcomeLabel(after)}`;
    return { program, text };
  });
  const alike = [...Map.groupBy(texts, ({ text }) => text)];
  return alike.length === 0
    ? "Same answers"
    : alike
        .map(([text, those]) => `${those.map(({ program }) => PROGRAM_NAMES[program]).join(", ")}: ${text}`)
        .join("; ");
}

/** `New: Large deposit (Blocks closing under Fannie Mae and FHA)` */
export function findingChangeText({ title, programs, before, after }: FindingChange): string {
  const label = before === null ? "New" : after === null ? "No longer found" : "Changed";
  const severities = [before, after].flatMap((severity) => (severity === null ? [] : [SEVERITY_LABELS[severity]]));
  const under = formatList(programs.map((program) => PROGRAM_NAMES[program]));
  return `${label}: ${title} (${severities.join(" → ")} under ${under})`;
}

/** `2 new findings and 1 no longer found`; empty: the findings are the same. */
export function findingsSummary(findings: readonly FindingChange[]): string {
  const added = findings.filter(({ before }) => before === null).length;
  const gone = findings.filter(({ after }) => after === null).length;
  const other = findings.length - added - gone;
  return formatList([
    ...(added > 0 ? [formatCount(added, "new finding")] : []),
    ...(gone > 0 ? [`${formatCount(gone, "finding")} no longer found`] : []),
    ...(other > 0 ? [`${formatCount(other, "finding")} with another severity`] : []),
  ]);
}

const sideOf = (programs: readonly ProgramChange[], text: (one: ProgramChange) => string) =>
  programs
    .filter(isProgramChanged)
    .map((one) => `${PROGRAM_NAMES[one.program]}: ${text(one)}`)
    .join("; ");

export const BACK_TEST_COLUMN_TEXTS: ListColumns<BackTestColumn, BackTestChange, null> = {
  borrower: { header: "Borrower", text: ({ borrowerName }) => borrowerName },
  loanNumber: { header: "Loan number", text: ({ loanNumber }) => loanNumber ?? "" },
  before: {
    header: "Before",
    text: ({ programs }) => sideOf(programs, (one) => answerText(one.before, one.usableCentsBefore)),
  },
  after: {
    header: "After",
    text: ({ programs }) => sideOf(programs, (one) => answerText(one.after, one.usableCentsAfter)),
  },
  findings: { header: "Findings", text: ({ findings }) => findings.map(findingChangeText).join("; ") },
  evaluatedAgain: { header: "Since the test", text: ({ evaluatedAgain }) => EVALUATED_AGAIN_LABELS[evaluatedAgain] },
};
