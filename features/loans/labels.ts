import type { Loan } from "#features/loans/contract.ts";

export type LoanField = keyof Loan;

/** The terms of a loan as pages and files name them. */
export const LOAN_WORDS = {
  transactionType: "Purpose",
  program: "Program",
  underwriting: "Underwriting",
  occupancy: "Occupancy",
  units: "Units",
  salesPrice: "Sales price",
  payoff: "Payoff",
  appraisedValue: "Appraised value",
  loanAmount: "Loan amount",
  financedFees: "Financed fees",
  subordinateFinancing: "Subordinate financing",
  monthlyIncome: "Monthly qualifying income",
  pitia: "Monthly housing payment",
  closingCosts: "Closing costs",
  prepaids: "Prepaids",
  credits: "Seller credits",
  lenderCredits: "Lender credits",
  inducements: "Inducements to purchase",
  emd: "Earnest money deposit",
  contractDate: "Contract date",
  applicationDate: "Application date",
  noteDate: "Note date",
  disbursementDate: "Disbursement date",
  reserveMonthsRequired: "Required reserves",
  reserveReason: "Reason for fewer months",
  ausReserves: "Reserves required by AUS",
  financedProperties: "Other financed properties",
  acquiredOn: "Property acquired on",
  acquisitionCost: "Acquisition cost",
  creditScore: "Credit score",
  isFirstTimeBuyer: "First-time homebuyer",
  isHomeReady: "HomeReady loan",
  interestedParties: "Interested parties",
  disclosedLiabilities: "Disclosed debts",
  leftOutAccounts: "Accounts left out",
} as const satisfies Readonly<Record<LoanField, string>>;

export const PURPOSE_WORDS = {
  purchase: "Purchase",
  rate_term: "Rate and term refinance",
  cash_out: "Cash-out refinance",
} as const satisfies Readonly<Record<NonNullable<Loan["transactionType"]>, string>>;

export const LOAN_PROGRAM_NAMES = {
  conventional: "Conventional",
  fannie: "Fannie Mae",
  freddie: "Freddie Mac",
  fha: "FHA",
  va: "VA",
  usda: "USDA",
  other: "Other",
} as const satisfies Readonly<Record<NonNullable<Loan["program"]>, string>>;

export function isLoanField(name: string): name is LoanField {
  return Object.hasOwn(LOAN_WORDS, name);
}

const PROPER = /^(?:AUS|HomeReady)\b/;

/** A term in a sentence: `sales price`. A name that is not a loan term stays as it is. */
export function termWords(field: string): string {
  if (!isLoanField(field)) return field;
  const words = LOAN_WORDS[field];
  return PROPER.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
