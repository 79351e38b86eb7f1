// Owns the terms of a loan in the order of the form: what each is good for, and how it is read.
import type { Loan } from "#features/loans/contract.ts";
import { LOAN_WORDS, PURPOSE_WORDS, type LoanField } from "#features/loans/words.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";

type Kind = "choice" | "money" | "date" | "months" | "list";

interface FieldWords {
  readonly label: string;
  readonly kind: Kind;
  readonly help?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** In the order of the form. */
export const LOAN_FIELDS = {
  transactionType: {
    label: LOAN_WORDS.transactionType,
    kind: "choice",
    options: PURPOSE_WORDS,
  },
  program: {
    label: LOAN_WORDS.program,
    kind: "choice",
    help: "The one that the answer is given under. All three are read.",
    options: { fannie: "Fannie Mae", freddie: "Freddie Mac", fha: "FHA", va: "VA", other: "Another" },
  },
  occupancy: {
    label: LOAN_WORDS.occupancy,
    kind: "choice",
    options: { primary: "Primary home", second_home: "Second home", investment: "Investment property" },
  },
  units: {
    label: LOAN_WORDS.units,
    kind: "choice",
    options: { 1: "1 unit", 2: "2 units", 3: "3 units", 4: "4 units" },
  },
  salesPrice: { label: LOAN_WORDS.salesPrice, kind: "money", help: "Of a purchase, as the contract has it." },
  payoff: { label: LOAN_WORDS.payoff, kind: "money", help: "Of a refinance: what it pays off." },
  appraisedValue: { label: LOAN_WORDS.appraisedValue, kind: "money" },
  loanAmount: { label: LOAN_WORDS.loanAmount, kind: "money" },
  monthlyIncome: {
    label: LOAN_WORDS.monthlyIncome,
    kind: "money",
    help: "Of everybody on the loan. A deposit over half of it is large.",
  },
  pitia: {
    label: LOAN_WORDS.pitia,
    kind: "money",
    help: "Principal, interest, taxes, insurance, association dues. Reserves are counted in it.",
  },
  closingCosts: { label: LOAN_WORDS.closingCosts, kind: "money" },
  prepaids: { label: LOAN_WORDS.prepaids, kind: "money", help: "Taxes, insurance and interest paid ahead." },
  credits: { label: LOAN_WORDS.credits, kind: "money" },
  inducements: { label: LOAN_WORDS.inducements, kind: "money", help: "Taken off the price under FHA." },
  emd: { label: LOAN_WORDS.emd, kind: "money" },
  applicationDate: { label: LOAN_WORDS.applicationDate, kind: "date" },
  noteDate: { label: LOAN_WORDS.noteDate, kind: "date", help: "The report must still be fresh on this day." },
  reserveMonthsRequired: {
    label: LOAN_WORDS.reserveMonthsRequired,
    kind: "months",
    help: "In months. Empty: as the program asks.",
  },
  disclosedLiabilities: { label: LOAN_WORDS.disclosedLiabilities, kind: "list" },
  interestedParties: { label: LOAN_WORDS.interestedParties, kind: "list" },
} as const satisfies Readonly<Record<LoanField, FieldWords>>;

const FIELDS: Readonly<Record<string, FieldWords | undefined>> = LOAN_FIELDS;

export const LOAN_FIELD_NAMES = Object.keys(LOAN_FIELDS) as LoanField[]; // its own keys

export function optionsOf(field: "transactionType" | "program" | "occupancy" | "units") {
  const options = Object.entries(LOAN_FIELDS[field].options).map(([value, label]) => ({ value, label }));
  return [{ value: "", label: "Not filled in" }, ...options];
}

/** A term as people read it; empty where it is not filled in. */
export function loanWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  const { kind, options } = FIELDS[field] ?? {};
  if (Array.isArray(value)) return value.map(itemWords).join(", ");
  if (kind === "money") return typeof value === "number" ? formatMoney(value) : "";
  if (kind === "date") return typeof value === "string" ? formatDate(value) : "";
  if (kind === "months") return `${Number(value)} ${Number(value) === 1 ? "month" : "months"}`;
  return typeof value === "string" || typeof value === "number" ? (options?.[value] ?? "") : "";
}

function itemWords(item: unknown): string {
  if (typeof item === "string") return item;
  const { creditor, monthlyPayment } = item as NonNullable<Loan["disclosedLiabilities"]>[number]; // the only other list
  return typeof monthlyPayment === "number" ? `${creditor} ${formatMoney(monthlyPayment)} a month` : creditor;
}
