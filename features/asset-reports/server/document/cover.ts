import { localMoment } from "#platform/dates/zones.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import {
  AUTHORIZATION_NOT_RECORDED,
  disclaimerOf,
  FROM_FILES,
  investorCopyLine,
  keptHolders,
  SOURCE,
  sourceHashLabel,
  STRANGER,
  strangerFacts,
  PRODUCT_NAMES,
} from "#features/asset-reports/labels.ts";
import { overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import type { Program, Verdict } from "#features/underwriting/rules/evaluation.ts";
import {
  answerLines,
  countWords,
  NOT_EVALUATED,
  NOT_GIVEN,
  OUTCOME_LABELS,
  overlayNote,
  answerProgram,
  undocumentedWords,
} from "#features/underwriting/labels.ts";
import { isAccepted } from "#features/underwriting/rules/prepare.ts";
import { leadingProgram, validThrough } from "#features/underwriting/rules/summary.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { consentLine, LOAN_LABELS, LOAN_PROGRAM_NAMES, PURPOSE_LABELS } from "#features/borrowers/labels.ts";
import { factGrid, paragraph, resultBox, section, type Fact } from "#platform/server/document/text-blocks.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import { type DocumentInput, factTable, type Pair, table } from "./schema.ts";
import { dayOr, dollars, dollarsOr, NOT_RECORDED } from "./document-labels.ts";
import { findingRef } from "./document-index.ts";
import { letterhead } from "./letterhead.ts";

const VERDICT_COLUMNS: readonly Column[] = [
  { label: "Program", width: 54 },
  { label: "Answer", width: 76, style: STYLE.strongCell },
  { label: "Summary", width: remainingWidth(54, 76, 54, 78) },
  { label: "Valid through", width: 54 },
  { label: "Findings not waived", width: 78, style: STYLE.softCell },
];

const NOT_ENTERED = "Not entered";

/** The first page: the lender, the answer, and what must hold before it is used. */
export function* cover(fonts: Fonts, input: DocumentInput): Generator<Block> {
  const { printed } = input.evaluation;
  const [borrower = "", ...coBorrowers] = printed.fullNames;
  yield letterhead(fonts, input);
  yield* paragraph(fonts, "Asset report", STYLE.title, { tag: "H1", before: 18 });
  yield* paragraph(fonts, borrower, STYLE.name, { before: 2 });
  if (coBorrowers.length > 0) yield* paragraph(fonts, `with ${coBorrowers.join(", ")}`, { ...STYLE.body, ink: "soft" });
  yield* strangers(fonts, input);
  if (input.parsedReport.source === "files") {
    yield section(fonts, FROM_FILES.title, { needs: 60, strong: true });
    yield* paragraph(fonts, FROM_FILES.text, STYLE.strong, { before: 6 });
  }
  yield* factGrid(fonts, loanFacts(input), { before: 12 });
  for (const copy of input.report.investorCopies)
    yield* paragraph(fonts, investorCopyLine(copy), STYLE.strong, { before: 6 });
  const { overlay } = input.evaluation.inputs.policy;
  if (overlay) yield* paragraph(fonts, overlayNote(overlay), STYLE.strong, { before: 6 });
  yield* answer(fonts, input);
  yield* factGrid(fonts, facts(input), { before: 14 });
  yield section(fonts, "Before using this report", { remark: "Recorded, or not recorded", needs: 110 });
  yield* factTable(fonts, coverConditions(input));
  yield* paragraph(fonts, disclaimerOf(input.parsedReport), STYLE.strong, { before: 7 });
  yield* leastDocumentation(fonts, input);
  yield* verification(fonts, input);
  yield* origin(fonts, input);
}

function* strangers(fonts: Fonts, { parsedReport, evaluation }: DocumentInput): Generator<Block> {
  const items = withheldItems(parsedReport);
  if (items.length > 0) yield section(fonts, STRANGER.title(evaluation.printed.fullNames), { needs: 60, strong: true });
  for (const item of items) yield* paragraph(fonts, STRANGER.text(strangerFacts(item)), STYLE.strong, { before: 6 });
  for (const fact of keptHolders(parsedReport, evaluation.inputs))
    yield* paragraph(fonts, STRANGER.verified(fact), STYLE.body, { before: 6 });
}

function* answer(fonts: Fonts, { evaluation }: DocumentInput): Generator<Block> {
  const { loan } = evaluation.inputs;
  const own = leadingProgram(evaluation.verdicts, loan);
  const remark = programRemark(loan);
  const verdict = own === null ? undefined : evaluation.verdicts[own];
  const isGuides = !evaluation.inputs.policy.overlay?.programName; // the name of another program needs the whole line
  if (verdict === undefined) yield section(fonts, "No answer", { remark, needs: 60, strong: true });
  else {
    yield section(fonts, `Answer under ${answerProgram(verdict.program, verdict)}`, {
      ...{ remark: isGuides ? remark : "", needs: 60, strong: true, wraps: true },
    });
    if (!isGuides) yield* paragraph(fonts, remark, STYLE.aside, { before: 3 });
    const { headline, more } = answerLines(verdict.text);
    const caveat = undocumentedWords(evaluation.inputs.evidence.filter(isAccepted));
    yield resultBox(fonts, [
      { text: OUTCOME_LABELS[verdict.outcome], style: STYLE.heading },
      { text: headline, style: STYLE.result },
      ...(more === "" ? [] : [{ text: more, style: STYLE.body }]),
      ...(caveat === undefined ? [] : [{ text: caveat, style: STYLE.strong }]),
    ]);
  }
  const rows = evaluation.programs.flatMap((program) => verdictRow(evaluation.verdicts[program], own !== null));
  yield* table(fonts, VERDICT_COLUMNS, rows, "No program was evaluated.", { before: 8 });
}

function verdictRow(verdict: Verdict | undefined, hasRules: boolean): string[][] {
  if (verdict === undefined) return [];
  const { program, outcome, text, missing, waived, counts, validThrough } = verdict;
  const words = [
    text,
    missing.length > 0 ? `See \u201c${NOT_EVALUATED}\u201d.` : "",
    waived > 0 ? `${formatCount(waived, "waived condition")}.` : "",
  ].filter((part) => part !== "");
  const answer = hasRules ? OUTCOME_LABELS[outcome] : "No answer";
  return [[answerProgram(program, verdict), answer, words.join(" "), dayOr(validThrough), countWords(counts)]];
}

/** Which program of the loan the answer is given under. */
function programRemark({ program }: Loan): string {
  if (program === undefined) return "The loan has no program yet: of Fannie Mae and Freddie Mac, the worse answer";
  if (program === "conventional")
    return "The loan's program is Conventional: of Fannie Mae and Freddie Mac, the worse answer";
  if (program === "other") return "No rules are evaluated for the loan's program";
  return `The loan's program is ${LOAN_PROGRAM_NAMES[program]}`;
}

function loanFacts({ evaluation: { printed, inputs } }: DocumentInput): Fact[] {
  const { loan } = inputs;
  return [
    ["Loan number", printed.loanNumber ?? NOT_GIVEN],
    [LOAN_LABELS.loanAmount, dollarsOr(loan.loanAmount, NOT_ENTERED)],
    [LOAN_LABELS.program, loan.program === undefined ? NOT_ENTERED : LOAN_PROGRAM_NAMES[loan.program]],
    [
      LOAN_LABELS.transactionType,
      loan.transactionType === undefined ? NOT_ENTERED : PURPOSE_LABELS[loan.transactionType],
    ],
  ];
}

function facts({ parsedReport, evaluation }: DocumentInput): Fact[] {
  const { printed, inputs, verdicts } = evaluation;
  return [
    ["Data as of", longDay(parsedReport.asOf)],
    ["Valid through", dayOr(validThrough(verdicts, inputs.loan))],
    ["Evaluated", localMoment(evaluation.evaluatedAt, printed.timeZone)],
    ["Waived conditions", waivedWords(evaluation)],
  ];
}

function waivedWords({ programs, verdicts, inputs }: DocumentInput["evaluation"]): string {
  const waived = programs.filter((program) => (verdicts[program]?.waived ?? 0) > 0);
  return waived.length === 0
    ? "None"
    : waived
        .map((program) => `${answerProgram(program, inputs.policy.overlay)}: ${verdicts[program]?.waived ?? 0}`)
        .join("; ");
}

function* leastDocumentation(fonts: Fonts, { evaluation }: DocumentInput): Generator<Block> {
  const { programs, leastDocumentation: least, findings, inputs } = evaluation;
  const places = new Map(findings.map(({ key }, place) => [key, place + 1]));
  const rows = programs.flatMap((program: Program): [string, string][] => {
    const one = least[program];
    if (one === undefined || one.text === "") return [];
    const steps = one.steps.map(({ findingKey, cents }) => {
      const place = places.get(findingKey);
      return `${place === undefined ? "" : `F${place}`}${cents > 0 ? ` ${dollars(cents)}` : ""}`.trim();
    });
    return [
      [
        answerProgram(program, inputs.policy.overlay),
        steps.length === 0 ? one.text : `${one.text} (${steps.join(", ")})`,
      ],
    ];
  });
  if (rows.length === 0) return;
  yield section(fonts, "Minimum documentation", { remark: "To reach “Enough to close”", needs: 40 });
  yield* factTable(fonts, rows);
}

function* verification(fonts: Fonts, { product, evaluation }: DocumentInput): Generator<Block> {
  yield section(fonts, "Verify this report", { needs: 40 });
  const how = `Open the address below and choose this file. The page says whether ${product.name} made it for ${evaluation.printed.lender} and whether it has been changed. Your file isn't uploaded.`;
  yield* paragraph(fonts, how, STYLE.body, { before: 6, needs: 2 * STYLE.body.leading });
  yield* paragraph(fonts, product.verifyUrl, STYLE.strong, { before: 2, link: product.verifyUrl });
}

function* origin(fonts: Fonts, { report, parsedReport, evaluation }: DocumentInput): Generator<Block> {
  const { timeZone } = evaluation.printed;
  yield section(fonts, SOURCE, { needs: 80 });
  yield* factTable(fonts, [
    ["Report ID", report.id],
    ["Ready", localMoment(report.readyAt, timeZone)],
    [
      parsedReport.source === "files" ? "Days of history in the files" : "Days of history requested",
      formatCount(report.daysRequested, "day"),
    ],
    ["Replaces report", report.parentReportId ?? "None"],
    ...(parsedReport.source === "files"
      ? []
      : ([
          ["Source", PRODUCT_NAMES[report.product]],
          ["Provider's report ID", report.providerReportId],
          ["Generated by the provider", localMoment(parsedReport.generatedAt, timeZone)],
        ] as const satisfies Pair[])),
    [sourceHashLabel(parsedReport), report.providerJsonSha256 ?? NOT_RECORDED],
    ["Evaluation", `${evaluation.id}, number ${evaluation.number} of this report`],
    ["Guideline set", evaluation.ruleSetVersion],
    ["Edition of the rules, SHA-256", evaluation.editionHash ?? NOT_RECORDED],
    ...overlayFact(evaluation.inputs.policy),
    ["Social Security number, date of birth", "Not part of this report"],
    ["Characters that the font lacks", "Named by their Unicode code points, as [U+5F20]"],
  ]);
}

function overlayFact({ overlay }: StoredEvaluation["inputs"]["policy"]): Pair[] {
  return overlay ? [["Lender's overlay", overlayLabel(overlay)]] : [];
}

/**
 * What the guides ask for before data from a third party replaces statements (Fannie Mae Selling Guide B3-4.2-01): each
 * condition with what the data shows, or that nothing is recorded.
 */
function coverConditions({ evaluation }: Pick<DocumentInput, "evaluation">): Pair[] {
  return [
    ...authorizations(evaluation),
    ["Same content as a statement", statementContent(evaluation)],
    ...evaluation.programs.map((program): Pair => [
      `Age under ${answerProgram(program, evaluation.inputs.policy.overlay)}`,
      age(evaluation, program),
    ]),
    ["Lender is responsible for the data", NOT_RECORDED],
  ];
}

function authorizations({ printed: { authorizations: all, timeZone } }: StoredEvaluation): Pair[] {
  const moment = (at: string) => localMoment(at, timeZone);
  return all.map(({ person, consent }, place) => [
    place === 0 ? "Borrower's authorization" : "Co-borrower's authorization",
    `${person}: ${consent === null ? AUTHORIZATION_NOT_RECORDED : consentLine(consent, { day: longDay, moment })}`,
  ]);
}

/** R4: for each account that counts, the data that a statement would show is there. */
function statementContent({ findings, notEvaluated, figures }: StoredEvaluation): string {
  if (notEvaluated.some(({ ruleId }) => ruleId === "R4")) return NOT_RECORDED;
  const number = figures.accounts.filter(({ isCounted }) => isCounted).length;
  if (number === 0) return "No account counts";
  const missing = findings.flatMap(({ code }, place) => (code === "ELEMENT_MISSING" ? [findingRef(place)] : []));
  return missing.length === 0
    ? `No element missing from ${formatCount(number, "account")} that count${number === 1 ? "s" : ""}`
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
