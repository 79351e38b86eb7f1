import { longDay } from "#platform/dates/days.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { LOAN_LABELS, PURPOSE_LABELS } from "#features/borrowers/labels.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Program, ProgramFunds } from "#features/underwriting/rules/evaluation.ts";
import {
  COVERED,
  FUNDS_TERM_LABELS,
  FUNDS_TEXTS,
  LEVEL_LABELS,
  monthsWords,
  answerProgram,
  answerPrograms,
  overlayNote,
  REQUIRED_BY_AUS,
} from "#features/underwriting/labels.ts";
import { deductedCents } from "#features/underwriting/rules/funds.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { type DocumentIndex, findingRef } from "./document-index.ts";
import { type DocumentInput, type Row, table } from "./schema.ts";
import { dollars, dollarsOr, FUNDS_LABELS, HEADINGS, UNKNOWN, yesNo } from "./document-labels.ts";

/** For each program: the funds, what closing requires, what is left, and the reductions. */
export function* fundsPages(fonts: Fonts, input: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { evaluation } = input;
  yield* fundsTable(fonts, evaluation);
  yield* levels(fonts, evaluation);
  for (const programs of alike(evaluation)) {
    yield* reductions(fonts, evaluation, programs, index);
    yield* counted(fonts, evaluation, programs, index);
  }
}

// ---- One column a program ---------------------------------------------------------------------------------------

interface FundsRow {
  readonly label: string;
  cell(funds: ProgramFunds, program: Program): string;
  /** The lines above it make it. */
  readonly isTotal?: boolean;
}

function rowsOf(loan: Loan): FundsRow[] {
  const isPurchase = loan.transactionType === undefined || loan.transactionType === "purchase";
  const term = (field: "salesPrice" | "payoff" | "closingCosts" | "prepaids" | "credits" | "pitia") =>
    row(LOAN_LABELS[field], () => loan[field]);
  const minus = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : 0 - cents);
  return [
    row(FUNDS_TEXTS.usableByAccount, ({ usableByAccount }) => sumOf(usableByAccount.map((one) => one.countedCents))),
    row(FUNDS_LABELS.bankReduction, ({ usableByAccount }) =>
      minus(sumOf(usableByAccount.map((one) => one.reductionCents))),
    ),
    row(FUNDS_TEXTS.giftCents, ({ giftCents }) => giftCents),
    total(FUNDS_TEXTS.usableClosingCents, ({ usableClosingCents }) => usableClosingCents),
    isPurchase ? term("salesPrice") : term("payoff"),
    row(LOAN_LABELS.loanAmount, () => minus(loan.loanAmount)),
    ...(isPurchase
      ? [
          row(LOAN_LABELS.subordinateFinancing, () => minus(loan.subordinateFinancing)),
          total(FUNDS_TERM_LABELS.downPaymentCents, ({ terms }) => terms.downPaymentCents),
        ]
      : []),
    term("closingCosts"),
    term("prepaids"),
    total(FUNDS_TERM_LABELS.costsCents, ({ terms }) => terms.costsCents),
    term("credits"),
    row(FUNDS_TERM_LABELS.interestedPartyLimitCents, ({ terms }) => terms.interestedPartyLimitCents),
    row(FUNDS_TERM_LABELS.interestedPartyCreditCents, ({ terms }) => minus(terms.interestedPartyCreditCents)),
    row(FUNDS_TERM_LABELS.lenderCreditCents, ({ terms }) => minus(terms.lenderCreditCents)),
    row(FUNDS_TEXTS.earnestPaidCents, ({ earnestPaidCents }) => minus(earnestPaidCents)),
    total(FUNDS_TEXTS.cashToCloseCents, ({ cashToCloseCents }) => cashToCloseCents),
    row(FUNDS_TEXTS.cashBackCents, ({ cashBackCents }) => cashBackCents),
    row(FUNDS_TEXTS.investmentClosingCents, ({ investmentClosingCents }) => investmentClosingCents),
    total(FUNDS_TEXTS.surplusCents, ({ surplusCents }) => surplusCents),
    row(FUNDS_LABELS.giftsNotReserves, (funds, program) => minus(giftsNotReserves(funds, program))),
    row(FUNDS_TEXTS.investmentReserveCents, ({ investmentReserveCents }) => investmentReserveCents),
    total(FUNDS_TEXTS.reservesCents, ({ reservesCents }) => reservesCents),
    term("pitia"),
    months(FUNDS_TEXTS.reserveMonths, ({ reserveMonths }) => reserveMonths, UNKNOWN),
    row(FUNDS_TEXTS.requiredReservesCents, ({ requiredReservesCents }) => requiredReservesCents),
    months(FUNDS_TEXTS.requiredReserveMonths, ({ requiredReserveMonths }) => requiredReserveMonths, UNKNOWN),
    row(FUNDS_TEXTS.unexplainedCents, ({ unexplainedCents }) => unexplainedCents),
    row(FUNDS_TEXTS.reductionCents, ({ reductionCents }) => reductionCents),
    row(FUNDS_TEXTS.conditionalCents, ({ conditionalCents }) => conditionalCents),
    row(FUNDS_TEXTS.atRiskCents, ({ atRiskCents }) => atRiskCents),
    row(FUNDS_TEXTS.depositedGiftCents, ({ depositedGiftCents }) => depositedGiftCents),
    row(FUNDS_TEXTS.ownFundsCents, ({ ownFundsCents }) => ownFundsCents),
    row(FUNDS_TEXTS.requiredOwnFundsCents, ({ requiredOwnFundsCents }) => requiredOwnFundsCents),
    row(FUNDS_TEXTS.adjustedValueCents, ({ adjustedValueCents }) => adjustedValueCents),
    row(FUNDS_TEXTS.contributionCents, ({ contributionCents }) => contributionCents),
    row(FUNDS_TEXTS.requiredContributionCents, ({ requiredContributionCents }) => requiredContributionCents),
  ];
}

function row(label: string, centsOf: (funds: ProgramFunds, program: Program) => number | null | undefined): FundsRow {
  return { label, cell: (funds, program) => dollarsOr(centsOf(funds, program)) };
}

function total(label: string, centsOf: (funds: ProgramFunds) => number | null): FundsRow {
  return { ...row(label, centsOf), isTotal: true };
}

function months(label: string, monthsOf: (funds: ProgramFunds) => number | null, instead: string): FundsRow {
  return {
    label,
    isTotal: true,
    cell: (funds) => {
      const number = monthsOf(funds);
      return number === null ? instead : monthsWords(number);
    },
  };
}

/** FHA and USDA: gifts that closing does not use are no reserves. */
function giftsNotReserves(funds: ProgramFunds, program: Program): number | null {
  if (program !== "fha" && program !== "usda") return 0;
  const { cashToCloseCents: need, surplusCents: surplus, giftCents, depositedGiftCents } = funds;
  if (need === null || surplus === null) return null;
  return Math.min(Math.max(0, surplus), Math.max(0, giftCents + depositedGiftCents - need));
}

function* fundsTable(fonts: Fonts, evaluation: StoredEvaluation): Generator<Block> {
  const { programs, funds, inputs } = evaluation;
  const width = programs.length > 3 ? 74 : 88;
  const columns: readonly Column[] = [
    { label: "US dollars", width: remainingWidth(...programs.map(() => width)) },
    ...programs.map((program) => ({
      label: answerProgram(program, inputs.policy.overlay),
      width,
      figures: true,
      wrapsLabel: true,
    })),
  ];
  const { transactionType } = inputs.loan;
  const remark = transactionType === undefined ? "" : PURPOSE_LABELS[transactionType];
  yield section(fonts, HEADINGS.funds, { remark, needs: 220, before: 28, strong: true });
  const rows = rowsOf(inputs.loan).map(({ label, cell, isTotal }): Row => {
    const cells = [
      label,
      ...programs.map((program) => {
        const one = funds[program];
        return one === undefined ? UNKNOWN : cell(one, program);
      }),
    ];
    return isTotal ? { total: cells } : cells;
  });
  yield* table(fonts, columns, rows, "No program was evaluated.");
  const bases = programs.map((program) => {
    const one = funds[program];
    return one === undefined
      ? ""
      : `${answerProgram(program, inputs.policy.overlay)}: ${one.requiredReservesBasis === "" ? REQUIRED_BY_AUS : one.requiredReservesBasis}.`;
  });
  if (inputs.policy.overlay) yield* paragraph(fonts, overlayNote(inputs.policy.overlay), STYLE.strong, { before: 5 });
  yield* paragraph(fonts, `${FUNDS_TEXTS.requiredReservesCents}. ${bases.join(" ")}`, STYLE.aside, { before: 5 });
  yield* paragraph(fonts, DASH_LEGEND, STYLE.aside);
}

const DASH_LEGEND = `${UNKNOWN} means that the loan terms do not say enough, or that the program has no such requirement. Cash back at closing is never counted as reserves.`;

// ---- Levels -----------------------------------------------------------------------------------------------------

const LEVEL_COLUMNS: readonly Column[] = [
  { label: "Program", width: 50 },
  { label: "Level", width: remainingWidth(50, 62, 62, 80, 62, 32) },
  { label: FUNDS_TEXTS.usableClosingCents, width: 62, figures: true },
  { label: FUNDS_TEXTS.cashToCloseCents, width: 62, figures: true },
  { label: FUNDS_TEXTS.surplusCents, width: 80, figures: true },
  { label: FUNDS_TEXTS.reservesCents, width: 62, figures: true },
  { label: COVERED, width: 32, figures: true },
];

function* levels(fonts: Fonts, { programs, funds, inputs }: StoredEvaluation): Generator<Block> {
  yield section(fonts, HEADINGS.levels, { needs: 90 });
  const rows = programs.flatMap((program) => {
    const one = funds[program];
    if (one === undefined) return [];
    return (["sure", "printed", "all"] as const).map((level) => {
      const { usableClosingCents, cashToCloseCents, surplusCents, reservesCents, suffices } = one.levels[level];
      return [
        answerProgram(program, inputs.policy.overlay),
        LEVEL_LABELS[level],
        dollars(usableClosingCents),
        dollarsOr(cashToCloseCents),
        dollarsOr(surplusCents),
        dollarsOr(reservesCents),
        yesNo(suffices),
      ];
    });
  });
  yield* table(fonts, LEVEL_COLUMNS, rows, "No program was evaluated.");
}

// ---- What was taken off, and where ------------------------------------------------------------------------------

/** Programs whose reductions and accounts are the same are printed once. */
function alike({ programs, funds }: StoredEvaluation): Program[][] {
  const groups = new Map<string, Program[]>();
  for (const program of programs) {
    const one = funds[program];
    if (one === undefined) continue;
    const { usableByAccount, reductions: lines, reductionCents, investmentReductionCents, earnestReductionCents } = one;
    const facts = [usableByAccount, lines, reductionCents, investmentReductionCents, earnestReductionCents];
    const key = JSON.stringify([isConventional(program), facts]);
    groups.set(key, [...(groups.get(key) ?? []), program]);
  }
  return [...groups.values()];
}

function isConventional(program: Program): boolean {
  return program === "fannie" || program === "freddie";
}

const REDUCTION_COLUMNS: readonly Column[] = [
  { label: "Account", width: 28 },
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(28, 50, 104, 50, 56, 58), style: STYLE.softCell },
  { label: "Why", width: 104 },
  { label: "Can be cleared", width: 50, style: STYLE.softCell },
  { label: "Bank line", width: 56, figures: true },
  { label: "To take off", width: 58, figures: true },
];

function* reductions(
  fonts: Fonts,
  { funds, findings, inputs }: StoredEvaluation,
  programs: readonly Program[],
  index: DocumentIndex,
): Generator<Block> {
  const one = funds[programs[0]!]; // grouped above, so there is one
  if (one === undefined) return;
  yield section(fonts, `${HEADINGS.reductions}: ${answerPrograms(programs, inputs.policy.overlay)}`, {
    needs: 60,
    before: 24,
    wraps: true,
  });
  const byLine = new Map<string, { cents: number; why: string[]; neverCounts: boolean }>();
  for (const { transactionId, code, neverCounts } of one.reductions) {
    const known = byLine.get(transactionId);
    const place = findings.findIndex(
      (finding) => finding.code === code && finding.transactionIds.includes(transactionId),
    );
    const why = place === -1 ? code : `${findingRef(place)} ${findings[place]?.title ?? code}`;
    byLine.set(transactionId, {
      cents: centsOf(one.reductions, transactionId, index),
      why: [...(known?.why ?? []), why],
      neverCounts: (known?.neverCounts ?? false) || neverCounts,
    });
  }
  const rows: Row[] = [...byLine].map(([id, { cents, why, neverCounts }]) => {
    const found = index.line(id);
    return [
      found?.account.ref ?? "",
      found === undefined ? "" : longDay(found.line.date),
      found?.line.description ?? "",
      why.join(", "),
      neverCounts ? "No" : "Yes",
      found === undefined ? "" : dollars(0 - found.line.amountCents),
      dollars(cents),
    ];
  });
  if (rows.length > 0)
    rows.push({ total: ["", "", "", FUNDS_TEXTS.unexplainedCents, "", "", dollars(one.unexplainedCents)] });
  yield* table(fonts, REDUCTION_COLUMNS, rows, "Nothing is taken off.");
}

function centsOf(reductions: ProgramFunds["reductions"], transactionId: string, index: DocumentIndex): number {
  const line = index.line(transactionId)?.line;
  return deductedCents(
    line === undefined ? Infinity : 0 - line.amountCents,
    reductions.filter((one) => one.transactionId === transactionId),
  );
}

function* counted(
  fonts: Fonts,
  { funds, figures, inputs }: StoredEvaluation,
  programs: readonly Program[],
  index: DocumentIndex,
): Generator<Block> {
  const one = funds[programs[0]!]; // grouped above, so there is one
  if (one === undefined) return;
  const asReserves = !isConventional(programs[0]!);
  const columns: readonly Column[] = [
    { label: "Account", width: remainingWidth(46, 64, 64, 64, ...(asReserves ? [64] : [])) },
    { label: "Conditional", width: 46, style: STYLE.softCell },
    { label: "Counted", width: 64, figures: true },
    { label: "Taken off", width: 64, figures: true },
    { label: "Left", width: 64, figures: true },
    ...(asReserves ? [{ label: "As reserves", width: 64, figures: true }] : []),
  ];
  const remark = `To take off: ${dollars(one.unexplainedCents)}, at most all counted money`;
  yield section(fonts, `${HEADINGS.counted}: ${answerPrograms(programs, inputs.policy.overlay)}`, {
    remark,
    needs: 60,
    wraps: true,
  });
  const { investments } = one;
  const bank = one.usableByAccount;
  const bankSum = sumOf(bank.map(({ countedCents }) => countedCents));
  const bankTaken = sumOf(bank.map(({ reductionCents }) => reductionCents));
  const investmentSum = sumOf(investments.map(({ countedCents }) => countedCents));
  const { investmentReductionCents, earnestReductionCents, earnestPaidCents, reductionCents } = one;
  const earnestSum = earnestPaidCents + earnestReductionCents;
  const sums = (label: string, all: number, taken: number, reserves = ""): Row => ({
    total: [label, "", dollars(all), dollars(0 - taken), dollars(all - taken), reserves],
  });
  const rows: Row[] = [
    ...bank.map(({ accountId, isConditional, countedCents, reductionCents: taken, cents }) => [
      index.accountWords(accountId),
      isConditional ? "Yes" : "",
      dollars(countedCents),
      dollars(0 - taken),
      dollars(cents),
      "",
    ]),
    sums(FUNDS_LABELS.allBank, bankSum, bankTaken),
    ...investments.map(({ accountId, countedCents, reductionCents: taken, cents, reserveCents }) => [
      index.accountWords(accountId),
      figures.accounts.some((row) => row.accountId === accountId && row.isConditional) ? "Yes" : "",
      dollars(countedCents),
      dollars(0 - taken),
      dollars(cents),
      dollars(reserveCents),
    ]),
    sums(
      FUNDS_LABELS.allInvestments,
      investmentSum,
      investmentReductionCents,
      dollars(sumOf(investments.map(({ reserveCents }) => reserveCents))),
    ),
    sums(FUNDS_TEXTS.earnestPaidCents, earnestSum, earnestReductionCents),
    sums(FUNDS_LABELS.allCounted, bankSum + investmentSum + earnestSum, reductionCents),
  ];
  yield* table(fonts, columns, rows, "No account counts.");
}

function sumOf(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}
