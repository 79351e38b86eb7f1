// Owns small reports for tests: an account, its lines, a purchase that every rule can be read for.
import type { ReportAccount, ReportTransaction, ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { EvaluationContext } from "./case.ts";
import { addDays } from "./days.ts";
import { evaluate } from "./evaluate.ts";

export const AS_OF = "2026-11-02";
/** So many days before the report. */
export const daysAgo = (days: number) => addDays(AS_OF, -days);

let lines = 0;

/** Money in: so many cents, posted, so many days ago. */
export function deposit(cents: number, ago = 10, more: Partial<ReportTransaction> = {}): ReportTransaction {
  return payment(-cents, ago, { description: "BRANCH DEPOSIT", ...more });
}

/** Money out. */
export function payment(cents: number, ago = 10, more: Partial<ReportTransaction> = {}): ReportTransaction {
  return {
    id: `line-${String(++lines).padStart(6, "0")}`,
    date: daysAgo(ago),
    description: "PURCHASE",
    merchantName: null,
    category: null,
    amountCents: cents,
    currency: "USD",
    pending: false,
    ...more,
  };
}

/** Checking of the borrower's own, with ninety days of history and $100,000 in it. */
export function account(more: Partial<ReportAccount> = {}): ReportAccount {
  return {
    id: "checking",
    name: "Checking",
    officialName: null,
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 10_000_000,
    availableCents: null,
    limitCents: null,
    daysAvailable: 90,
    ownershipType: "individual",
    owners: [owner("Ada Lovell")],
    historicalBalances: Array.from({ length: 90 }, (_day, ago) => ({
      date: daysAgo(ago + 1),
      currentCents: 10_000_000,
    })),
    holdings: [],
    transactions: [],
    ...more,
  };
}

export function owner(...names: string[]): ReportAccount["owners"][number] {
  return { names, emails: [], phones: [], addresses: [] };
}

export function reading(...accounts: ReportAccount[]): ParsedReport {
  return {
    providerReportId: "report",
    generatedAt: `${AS_OF}T12:00:00.000Z`,
    asOf: AS_OF,
    daysRequested: 90,
    items: [
      {
        id: "item",
        institutionId: "ins_1",
        institutionName: "First Bank",
        lastUpdatedAt: `${AS_OF}T11:00:00.000Z`,
        accounts,
      },
    ],
    warnings: [],
  };
}

/** $400,000 for a home worth as much, $380,000 of it lent; $10,000 a month come in and $2,500 go out for the home. */
export const PURCHASE: EvaluationContext["loan"] = {
  transactionType: "purchase",
  occupancy: "primary",
  units: 1,
  salesPrice: 40_000_000,
  appraisedValue: 40_000_000,
  loanAmount: 38_000_000,
  monthlyIncome: 1_000_000,
  pitia: 250_000,
  reserveMonthsRequired: 2,
  applicationDate: daysAgo(10),
  noteDate: "2026-12-01",
};

/** What the rules say of these accounts under that purchase. */
export function judged(accounts: readonly ReportAccount[], more: Partial<EvaluationContext> = {}) {
  return evaluate({
    reading: reading(...accounts),
    loan: PURCHASE,
    borrowers: [{ firstName: "Ada", lastName: "Lovell" }],
    evidence: [],
    ...more,
  });
}

/** Judged for a purchase: one account of the borrower with these lines. */
export function judgedOf(...transactions: ReportTransaction[]) {
  return judged([account({ transactions })]);
}

/** The same sum, so many times, so many days apart, the newest so many days ago. */
export function again(cents: number, times: number, apart: number, more: Partial<ReportTransaction>, newest = 5) {
  return Array.from({ length: times }, (_payment, at) => payment(cents, newest + at * apart, more));
}

/** The codes that were found, each once, in order. */
export function codesOf({ findings }: Pick<ReturnType<typeof evaluate>, "findings">): string[] {
  return [...new Set(findings.map(({ code }) => code))];
}
