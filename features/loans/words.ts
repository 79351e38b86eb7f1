// Owns what the terms of a loan are called, on pages and in files alike.
import type { Loan } from "#features/loans/contract.ts";

export type LoanField = keyof Loan;

export const LOAN_WORDS = {
  transactionType: "Purpose",
  program: "Program",
  occupancy: "Occupancy",
  units: "Units",
  salesPrice: "Sales price",
  payoff: "Payoff",
  appraisedValue: "Appraised value",
  loanAmount: "Loan amount",
  monthlyIncome: "Monthly qualifying income",
  pitia: "Monthly housing payment",
  closingCosts: "Closing costs",
  prepaids: "Prepaids",
  credits: "Seller and lender credits",
  inducements: "Inducements to buy",
  emd: "Earnest money deposit",
  applicationDate: "Application date",
  noteDate: "Note date",
  reserveMonthsRequired: "Required reserves",
  disclosedLiabilities: "Disclosed debts",
  interestedParties: "Interested parties",
} as const satisfies Readonly<Record<LoanField, string>>;

export const PURPOSE_WORDS = {
  purchase: "Purchase",
  rate_term: "Rate and term refinance",
  cash_out: "Cash-out refinance",
} as const satisfies Readonly<Record<NonNullable<Loan["transactionType"]>, string>>;

export function isLoanField(name: string): name is LoanField {
  return Object.hasOwn(LOAN_WORDS, name);
}

/** A term in a sentence: `sales price`. What is no term of a loan stays as it is. */
export function termWords(field: string): string {
  return isLoanField(field) ? LOAN_WORDS[field].toLowerCase() : field;
}
