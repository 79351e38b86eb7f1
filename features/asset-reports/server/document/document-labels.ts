import { longDay } from "#platform/dates/days.ts";
import { formatNumber, formatMoney } from "#platform/money/money.ts";
import { type Finding, type Source, SOURCE_MARKS } from "#features/underwriting/rules/evaluation.ts";
import { figuresOf, MARK_LABELS, NOT_GIVEN, VOD_TITLE } from "#features/underwriting/labels.ts";

// Text of the PDF alone. tools/recompute-pdf.ts finds figures by these headings and by the shared labels.

/** In tables, where a figure or a fact is not known. */
export const UNKNOWN = "\u2013";
export const NOT_RECORDED = "Not recorded";
export const NONE = "None.";

export const HEADINGS = {
  loanTerms: "Loan terms",
  disclosedDebts: "Disclosed debts",
  financedProperties: "Other financed properties",
  people: "Borrowers and account owners",
  funds: "Funds and reserves",
  levels: "With and without conditional money",
  reductions: "Money taken off",
  counted: "Accounts that count",
  earnestMoney: "Earnest money",
  gifts: "Gifts",
  accounts: "Accounts",
  totals: "Totals by account type",
  thresholds: "Deposit thresholds",
  deposits: "Deposits",
  pending: "Pending deposits",
  transfers: "Own transfers, returned items and refunds",
  income: "Recurring income",
  debts: "Recurring debts",
  support: "Support payments",
  otherProperties: "Other properties",
  rent: "Rent",
  nsf: "Returned items and overdrafts",
  findings: "Findings",
  conditions: "Conditions",
  evidence: "Accepted evidence",
  decisions: "Confirmations and waivers",
  account: "Account",
  vod: VOD_TITLE,
  months: "Balance by month",
  balances: "Daily balances",
  transactions: "Transactions",
  exhibits: "Exhibits",
} as const;

/** Rows of the funds tables that are not fields of `ProgramFunds`. */
export const FUNDS_LABELS = {
  bankReduction: "Taken off bank accounts",
  giftsNotReserves: "Gifts that are not reserves",
  allBank: "All bank accounts",
  allInvestments: "All investments",
  allCounted: "All counted money",
} as const;

export const THRESHOLD_LABELS = {
  largeAbove: (program: string) => `${program}: large above`,
  adjustedValue: "FHA adjusted value",
} as const;

export const EARNEST_LABELS = {
  entered: "Earnest money entered",
  receipts: "Shown by receipts",
  creditBefore: "Credit before money is taken off",
  creditUnder: (program: string) => `Credit under ${program}`,
} as const;

export const ACCOUNT_LABELS = {
  available: "Available balance",
  margin: "Margin loan",
  counts: "Counts as",
  fhaReserve: "As FHA reserves",
  average30: "30-day average",
  average60: "60-day average",
  average90: "90-day average",
  daysWithout: "Days without a balance",
} as const;

export const RECURRING_LABELS = {
  undisclosed: "Undisclosed",
  notDisclosed: "Not disclosed",
  noDebt: "Confirmed as no debt",
  ended: "Ended",
} as const;

export const NSF_LABELS = {
  count60: "Events in 60 days",
  count90: "Events in 90 days",
  count365: "Events in 365 days",
  refunded: "Events refunded",
  net: "Fees less refunds",
  negativeDays: "Days below zero",
} as const;

export const dollars = (cents: number): string => formatMoney(cents, "USD");

/** An amount in the account's own currency, or that the bank does not give it. */
export function amountOr(cents: number | null | undefined, currency: string | null): string {
  return cents === null || cents === undefined ? NOT_GIVEN : formatMoney(cents, currency);
}

export function dollarsOr(cents: number | null | undefined, instead: string = UNKNOWN): string {
  return cents === null || cents === undefined ? instead : dollars(cents);
}

export function dayOr(day: string | null | undefined, instead: string = UNKNOWN): string {
  return day === null || day === undefined ? instead : longDay(day);
}

export function yesNo(value: boolean | null): string {
  return value === null ? UNKNOWN : value ? "Yes" : "No";
}

/** The figures that a finding rests on, in one line. */
export function figureWords(inputs: Finding["inputs"]): string {
  return figuresOf(inputs, { money: dollars, day: longDay, number: formatNumber })
    .map(({ label, text }) => `${label} ${text}`)
    .join(" \u00b7 ");
}

/** `Fannie Mae Selling Guide B3-4.2-02, 12/14/2022 (V)`. */
export function sourceWords({ citation, date, mark }: Source): string {
  return `${citation}, ${date} (${mark})`;
}

export const MARKS_LEGEND = `Marks behind a source say how it was read. ${SOURCE_MARKS.map(
  (mark) => `${mark}: ${MARK_LABELS[mark].toLowerCase()}`,
).join("; ")}.`;

/** A missing input of a rule that is not a loan term: `the names of owners`. */
export function missingWords(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
