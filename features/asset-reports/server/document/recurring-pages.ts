import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { LOAN_LABELS } from "#features/borrowers/labels.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import { CADENCE_LABELS, classWords, DEBT_LABELS, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentIndex } from "./document-index.ts";
import { type DocumentInput, type Pair, pairTable, type Row, table } from "./schema.ts";
import { dollars, dollarsOr, HEADINGS, NONE, NSF_LABELS, RECURRING_LABELS, UNKNOWN, yesNo } from "./document-labels.ts";

/** Recurring money in and out: income, debts, support, other properties, rent and returned items. */
export function* recurringPages(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  yield* income(fonts, evaluation);
  yield* debts(fonts, evaluation);
  yield* flows(fonts, HEADINGS.support, evaluation.figures.support);
  yield* flows(fonts, HEADINGS.otherProperties, evaluation.figures.otherProperties);
  yield* rent(fonts, evaluation);
  yield* returnedItems(fonts, evaluation, index);
}

const INCOME_COLUMNS: readonly Column[] = [
  { label: "Payer", width: remainingWidth(66, 70, 28, 50, 58, 58, 36) },
  { label: "Kind", width: 66, style: STYLE.softCell },
  { label: "Paid", width: 70 },
  { label: "Times", width: 28, figures: true },
  { label: "Last", width: 50 },
  { label: "Usual net pay", width: 58, figures: true },
  { label: "Monthly net", width: 58, figures: true },
  { label: "Ratio", width: 36, figures: true },
];

function* income(fonts: Fonts, { figures, inputs }: StoredEvaluation): Generator<Block> {
  yield section(fonts, HEADINGS.income, {
    remark: "Deposits support income; they do not verify it",
    needs: 60,
    before: 28,
    strong: true,
  });
  yield* pairTable(fonts, [[LOAN_LABELS.monthlyIncome, dollarsOr(inputs.loan.monthlyIncome, "Missing")]]);
  const rows = figures.income.map((one) => [
    one.payer,
    classWords(one.class),
    one.cadence === null ? "No regular cadence" : CADENCE_LABELS[one.cadence],
    String(one.payDates.length),
    longDay(one.lastPaidOn),
    dollars(one.medianCents),
    dollarsOr(one.monthlyCents),
    one.ratio === null ? UNKNOWN : one.ratio.toFixed(4),
  ]);
  yield* table(fonts, INCOME_COLUMNS, rows, NONE);
  for (const { payer, payDates, extraCents, gaps, parts, isAlsoBiweekly } of figures.income) {
    const words = [
      `${payer}: ${payDates.map(longDay).join("; ")}`,
      isAlsoBiweekly ? "Every two weeks fits as well; the lower figure is used" : "",
      extraCents > 0 ? `Extra pay, not in the usual pay: ${dollars(extraCents)}` : "",
      ...gaps.map(({ from, to, days }) => `No pay for ${formatCount(days, "day")}, ${longDay(from)} to ${longDay(to)}`),
      parts.length > 1 ? `Parts: ${parts.map(({ label, cents }) => `${label} ${dollars(cents)}`).join(", ")}` : "",
    ];
    yield* paragraph(fonts, `${words.filter((part) => part !== "").join(". ")}.`, STYLE.aside, { before: 3 });
  }
}

const DEBT_COLUMNS: readonly Column[] = [
  { label: "Creditor", width: remainingWidth(44, 62, 28, 50, 92, 56, 60) },
  { label: "Kind", width: 44, style: STYLE.softCell },
  { label: "Paid", width: 62 },
  { label: "Times", width: 28, figures: true },
  { label: "Last", width: 50 },
  { label: "On the application", width: 92, style: STYLE.softCell },
  { label: "Usual payment", width: 56, figures: true },
  { label: "Monthly", width: 60, figures: true },
];

function* debts(fonts: Fonts, { figures }: StoredEvaluation): Generator<Block> {
  yield section(fonts, HEADINGS.debts, { needs: 60 });
  const rows: Row[] = figures.debts.map((one) => [
    one.creditor,
    DEBT_LABELS[one.kind],
    one.cadence === null ? "No regular cadence" : CADENCE_LABELS[one.cadence],
    String(one.occurrences),
    longDay(one.lastPaidOn),
    debtState(one),
    dollars(one.medianCents),
    one.monthlyCents === null ? "Not known" : dollars(one.monthlyCents),
  ]);
  if (rows.length > 0)
    rows.push({
      total: [RECURRING_LABELS.undisclosed, "", "", "", "", "", "", dollars(figures.undisclosedMonthlyCents)],
    });
  yield* table(fonts, DEBT_COLUMNS, rows, NONE);
  if (rows.length > 0) yield* paragraph(fonts, SUM_LEGEND, STYLE.aside, { before: 4 });
}

const SUM_LEGEND =
  "Undisclosed adds the monthly payments that are known of debts that are paid and not disclosed, without mortgages.";

function debtState({
  isActive,
  isDisclosed,
  disclosedAs,
  disclosedCents,
  isConfirmedNoDebt,
}: StoredEvaluation["figures"]["debts"][number]): string {
  if (isConfirmedNoDebt) return RECURRING_LABELS.noDebt;
  const ended = isActive ? "" : `${RECURRING_LABELS.ended}. `;
  if (!isDisclosed) return `${ended}${RECURRING_LABELS.notDisclosed}`;
  return `${ended}${disclosedAs ?? "Yes"}${disclosedCents === null ? "" : `, ${dollars(disclosedCents)}`}`;
}

const FLOW_COLUMNS: readonly Column[] = [
  { label: "Payee", width: remainingWidth(60, 60, 80) },
  { label: "Payments", width: 60, figures: true },
  { label: "Last", width: 60 },
  { label: "Monthly", width: 80, figures: true },
];

function* flows(fonts: Fonts, heading: string, all: StoredEvaluation["figures"]["support"]): Generator<Block> {
  yield section(fonts, heading, { needs: 50 });
  const rows = all.map(({ payee, transactionIds, lastPaidOn, monthlyCents }) => [
    payee,
    String(transactionIds.length),
    longDay(lastPaidOn),
    monthlyCents === null ? "Not known" : dollars(monthlyCents),
  ]);
  yield* table(fonts, FLOW_COLUMNS, rows, NONE);
}

const RENT_COLUMNS: readonly Column[] = [
  { label: "Payee", width: 110 },
  { label: "Months paid", width: remainingWidth(110, 52, 44, 110, 66), style: STYLE.softCell },
  { label: "Confirmed", width: 52 },
  { label: "Eligible", width: 44 },
  { label: "Why", width: 110, style: STYLE.softCell },
  { label: "Monthly", width: 66, figures: true },
];

function* rent(fonts: Fonts, { figures }: StoredEvaluation): Generator<Block> {
  yield section(fonts, HEADINGS.rent, { needs: 50 });
  const rows = figures.rent.map(({ payee, months, isConfirmed, isEligible, why, monthlyCents }) => [
    payee,
    `${formatCount(months.length, "month")}: ${months.join(", ")}`,
    yesNo(isConfirmed),
    yesNo(isEligible),
    why,
    dollars(monthlyCents),
  ]);
  yield* table(fonts, RENT_COLUMNS, rows, NONE);
}

const NEGATIVE_COLUMNS: readonly Column[] = [
  { label: "Account", width: remainingWidth(90, 90) },
  { label: "Day below zero", width: 90 },
  { label: "Balance", width: 90, figures: true },
];

function* returnedItems(fonts: Fonts, { figures }: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  const { count60, count90, count365, refunded, netCents, negativeDays } = figures.nsf;
  yield section(fonts, HEADINGS.nsf, { remark: "Refunded events still count", needs: 60 });
  const pairs: Pair[] = [
    [NSF_LABELS.count60, String(count60)],
    [NSF_LABELS.count90, String(count90)],
    [NSF_LABELS.count365, String(count365)],
    [NSF_LABELS.refunded, String(refunded)],
    [NSF_LABELS.net, dollars(netCents)],
    [NSF_LABELS.negativeDays, String(negativeDays.length)],
  ];
  yield* pairTable(fonts, pairs);
  if (negativeDays.length === 0) return;
  const rows = negativeDays.map(({ accountId, date, cents }) => [
    index.accountWords(accountId) || NOT_GIVEN,
    longDay(date),
    dollars(cents),
  ]);
  yield* table(fonts, NEGATIVE_COLUMNS, rows, NONE, { before: 6 });
}
