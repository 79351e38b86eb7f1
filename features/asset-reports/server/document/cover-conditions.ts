import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { counted, PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { localMoment, longDay } from "#platform/server/document/dates.ts";
import type { DocumentInput } from "./document-input.ts";
import { findingRef } from "./document-index.ts";
import { NOT_RECORDED } from "./document-labels.ts";
import type { Pair } from "./schema.ts";

/**
 * What the guides ask for before data from a third party replaces statements (Fannie Mae Selling Guide B3-4.2-01): each
 * condition with what the data shows, or that nothing is recorded.
 */
export function coverConditions({ evaluation }: Pick<DocumentInput, "evaluation">): Pair[] {
  return [
    ["Borrower's authorization", authorization(evaluation)],
    ["Same content as a statement", statementContent(evaluation)],
    ...evaluation.programs.map((program): Pair => [`Age under ${PROGRAM_NAMES[program]}`, age(evaluation, program)]),
    ["Lender is responsible for the data", NOT_RECORDED],
  ];
}

function authorization({ printed }: StoredEvaluation): string {
  const { authorization: given, timeZone } = printed;
  if (given === null) return NOT_RECORDED;
  const version = given.textVersion === null ? "text version not recorded" : `text version ${given.textVersion}`;
  return `${given.person}, ${localMoment(given.at, timeZone)}, ${version}`;
}

/** R4: for each account that counts, the data that a statement would show is there. */
function statementContent({ findings, notEvaluated, figures }: StoredEvaluation): string {
  if (notEvaluated.some(({ ruleId }) => ruleId === "R4")) return NOT_RECORDED;
  const number = figures.accounts.filter(({ isCounted }) => isCounted).length;
  if (number === 0) return "No account counts";
  const missing = findings.flatMap(({ code }, place) => (code === "ELEMENT_MISSING" ? [findingRef(place)] : []));
  return missing.length === 0
    ? `No element missing from ${counted(number, "account")} that count${number === 1 ? "s" : ""}`
    : `Elements are missing: ${missing.join(", ")}`;
}

function age({ verdicts, figures, inputs }: StoredEvaluation, program: Program): string {
  const validThrough = verdicts[program]?.validThrough ?? null;
  if (validThrough === null) return "No account counts";
  const days = figures.accounts.filter(({ isCounted }) => isCounted).map(({ asOf }) => asOf);
  const oldest = days.reduce((first, day) => (day < first ? day : first), days[0] ?? figures.asOf);
  const data = `Data of ${longDay(oldest)}, valid through ${longDay(validThrough)}.`;
  const { noteDate, disbursementDate } = inputs.loan;
  const [label, date] =
    program === "fha" && disbursementDate !== undefined
      ? ["Disbursement date", disbursementDate]
      : ["Note date", noteDate];
  if (date === undefined) return `${data} ${label} missing.`;
  return `${data} ${label} ${longDay(date)}: ${date <= validThrough ? "within it" : "after it"}.`;
}
