import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { DepositRow, Program } from "#features/underwriting/rules/evaluation.ts";
import { answerName } from "#features/underwriting/rules/overlay-names.ts";
import { answerProgram, answerPrograms, classWords, DEPOSIT_LABELS } from "#features/underwriting/labels.ts";
import { LOAN_LABELS, LOAN_PROGRAM_NAMES } from "#features/borrowers/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentIndex } from "./document-index.ts";
import { type DocumentInput, pairTable, table } from "./schema.ts";
import { dollars, dollarsOr, HEADINGS, NONE, THRESHOLD_LABELS } from "./document-labels.ts";
import { evidenceOrigin } from "./evidence-pages.ts";

/** Every deposit: tested or not, with what result, and what explains it; then pending deposits and matched lines. */
export function* depositsPages(fonts: Fonts, input: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { evaluation } = input;
  yield* thresholds(fonts, evaluation);
  yield* deposits(fonts, evaluation, index);
  yield* pending(fonts, evaluation, index);
  yield* matches(fonts, evaluation, index);
}

function* thresholds(fonts: Fonts, { figures, funds, inputs }: StoredEvaluation): Generator<Block> {
  yield section(fonts, HEADINGS.thresholds, {
    remark: `Tested: the ${figures.windowDays} days before each bank was read, and later`,
    needs: 60,
    before: 28,
    strong: true,
  });
  const { overlay } = inputs.policy;
  yield* pairTable(fonts, [
    [LOAN_LABELS.monthlyIncome, dollarsOr(inputs.loan.monthlyIncome, "Missing")],
    [
      THRESHOLD_LABELS.largeAbove(answerName(LOAN_PROGRAM_NAMES.conventional, overlay)),
      dollarsOr(figures.thresholds.incomeCents, "Not evaluated"),
    ],
    [THRESHOLD_LABELS.adjustedValue, dollarsOr(funds.fha.adjustedValueCents, "Not evaluated")],
    [
      THRESHOLD_LABELS.largeAbove(answerProgram("fha", overlay)),
      dollarsOr(figures.thresholds.adjustedValueCents, "Not evaluated"),
    ],
  ]);
}

const COLUMNS: readonly Column[] = [
  { label: "", width: 16 },
  { label: "Date", width: 50 },
  { label: "Deposit and result", width: remainingWidth(16, 50, 52, 50, 50, 52) },
  { label: "Amount", width: 52, figures: true },
  { label: "Identified", width: 50, figures: true },
  { label: "Sourced", width: 50, figures: true },
  { label: "Unsourced", width: 52, figures: true },
];

function* deposits(fonts: Fonts, evaluation: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  const { figures, programs } = evaluation;
  const all = figures.deposits;
  yield section(fonts, HEADINGS.deposits, { remark: formatCount(all.length, "posted deposit"), needs: 70 });
  yield* table(fonts, COLUMNS, rowsOf(all, evaluation, programs, index), "The report has no posted deposit.", {
    asLines: true,
  });
}

function* rowsOf(
  rows: readonly DepositRow[],
  evaluation: StoredEvaluation,
  programs: readonly Program[],
  index: DocumentIndex,
): Generator<string[]> {
  for (const row of rows) {
    const { transactionId, accountId, date, cents, sourcedCents, unsourcedCents } = row;
    yield [
      index.accountRef(accountId),
      longDay(date),
      `${index.line(transactionId)?.line.description ?? ""} \u2014 ${resultWords(row, evaluation, programs, index)}`,
      dollars(cents),
      dollars(cents - sourcedCents - unsourcedCents),
      dollars(sourcedCents),
      dollars(unsourcedCents),
    ];
  }
}

function resultWords(
  {
    outcomes,
    identifiedAs,
    matchedTransactionId,
    evidenceIds,
    notTestedWhy,
    cents,
    sourcedCents,
    unsourcedCents,
  }: DepositRow,
  evaluation: StoredEvaluation,
  programs: readonly Program[],
  index: DocumentIndex,
): string {
  const byOutcome = new Map<string, Program[]>();
  for (const program of programs) {
    const outcome = outcomes[program];
    if (outcome !== undefined) byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), program]);
  }
  const words = [...byOutcome].map(([outcome, those]) => {
    const known = outcome === "identified" && identifiedAs !== null;
    const label = `${DEPOSIT_LABELS[outcome as DepositRow["outcomes"]["fannie"]]}${known ? ` as ${classWords(identifiedAs).toLowerCase()}` : ""}`;
    return byOutcome.size === 1 ? label : `${answerPrograms(those, evaluation.inputs.policy.overlay)}: ${label}`;
  });
  const matched = matchedTransactionId === null ? undefined : index.line(matchedTransactionId);
  return [
    ...words,
    identifiedAs === null && cents - sourcedCents - unsourcedCents > 0 ? "In part a refund" : "",
    matched === undefined ? "" : `Matched with ${matched.account.ref}, ${longDay(matched.line.date)}`,
    notTestedWhy ?? "",
    ...evidenceIds.map((id) => evidenceOrigin(evaluation, id, index)),
  ]
    .filter((part) => part !== "")
    .join(". ");
}

const PENDING_COLUMNS: readonly Column[] = [
  { label: "Account", width: 34 },
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(34, 50, 60, 70) },
  { label: "Counts", width: 60, style: STYLE.softCell },
  { label: "Amount", width: 70, figures: true },
];

function* pending(fonts: Fonts, { figures }: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  yield section(fonts, HEADINGS.pending, { remark: "Not in the deposits above", needs: 50 });
  const rows = figures.pending.map(({ transactionId, accountId, date, cents, isCounted }) => [
    index.accountRef(accountId),
    longDay(date),
    index.line(transactionId)?.line.description ?? "",
    isCounted ? "Yes" : "No",
    dollars(cents),
  ]);
  yield* table(fonts, PENDING_COLUMNS, rows, NONE);
}

const MATCH_COLUMNS: readonly Column[] = [
  { label: "Kind", width: 96 },
  { label: "From", width: remainingWidth(96, 180, 70) },
  { label: "To", width: 180 },
  { label: "Amount", width: 70, figures: true },
];

function* matches(fonts: Fonts, { figures }: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  yield section(fonts, HEADINGS.transfers, { needs: 50 });
  const lineWords = (id: string) => {
    const found = index.line(id);
    return found === undefined
      ? "A line of an earlier report"
      : `${found.account.ref}, ${longDay(found.line.date)}, ${found.line.description}`;
  };
  const rows = [
    ...figures.transfers.map(({ debitId, creditId, cents, isPossible }) => [
      isPossible ? "Possible own transfer" : "Own transfer",
      lineWords(debitId),
      lineWords(creditId),
      dollars(cents),
    ]),
    ...figures.nets.map(({ firstId, secondId, cents, kind }) => [
      kind === "returned" ? "Returned item" : "Refund",
      lineWords(firstId),
      lineWords(secondId),
      dollars(cents),
    ]),
  ];
  yield* table(fonts, MATCH_COLUMNS, rows, NONE, { asLines: true });
  if (figures.transfers.some(({ isPossible }) => isPossible))
    yield* paragraph(fonts, POSSIBLE, STYLE.aside, { before: 4 });
}

const POSSIBLE = "A possible own transfer identifies no deposit until a reviewer confirms it.";
