import type { EvaluationInputs } from "#features/underwriting/contract.ts";
import { evaluate } from "#features/underwriting/rules-edition-1/evaluate.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { Cover, DocumentInput, EvaluatedSet } from "./document-input.ts";

const MERCHANTS = [
  ["UBER TRIP HELP.UBER.COM", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES"],
  ["H-E-B #455 GEORGETOWN TX POS PURCHASE", "FOOD_RETAIL_GROCERIES"],
  ["STARBUCKS STORE 48213 AUSTIN TX", "DINING_DINING"],
  ["ACH CREDIT MALAKOFF UNIFIED SCHOOL DIST DIRECT DEP PAYROLL 004417", "INCOME_SALARY"],
  ["ONLINE TRANSFER TO SAV XXXX1111 REF #IB0K4T2QPV", "TRANSFER_OUT_ACCOUNT_TRANSFER"],
  ["PEDERNALES ELECTRIC COOP WEB PMT", "HOME_UTILITIES"],
  ["AMZN Mktp US*2X7HD91F0 Amzn.com/bill WA", null],
] as const;

/** A day `back` days before the reading's, `YYYY-MM-DD`. */
function dayBefore(back: number): string {
  return new Date(Date.UTC(2026, 10, 2) - back * 86_400_000).toISOString().slice(0, 10);
}

/** Bank lines as a bank would give them, newest first, some 16 a day; the same for the same count. */
export function sampleTransactions(count: number): ReportTransaction[] {
  return Array.from({ length: count }, (_, index) => {
    const [description, category] = MERCHANTS[index % MERCHANTS.length] ?? MERCHANTS[0];
    return {
      id: `transaction-${index}`,
      date: dayBefore(Math.floor(index / 16)),
      description,
      merchantName: null,
      category,
      amountCents: description.startsWith("ACH CREDIT") ? -312_045 : 250 + ((index * 7919) % 48_000),
      currency: "USD",
      pending: index < 2,
    };
  });
}

/** A checking account with one owner and 90 days of balances; `overrides` replace whole fields. */
export function sampleAccount(overrides: Partial<ReportAccount> = {}): ReportAccount {
  return {
    id: "account-1",
    name: "Plaid Checking",
    officialName: "Plaid Gold Standard 0% Interest Checking",
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 1_909_032,
    availableCents: 1_906_714,
    limitCents: null,
    daysAvailable: 90,
    ownershipType: "individual",
    owners: [
      {
        names: ["Alberta Bobbeth Charleson"],
        emails: ["accountholder0@example.com"],
        phones: ["1112223333"],
        addresses: ["2992 Cameron Road, Malakoff, NY 14236, US"],
      },
    ],
    historicalBalances: Array.from({ length: 90 }, (_, back) => ({
      date: dayBefore(back),
      currentCents:
        1_909_032 - back * 9_100 + Math.round(260_000 * Math.sin(back / 4.4)) - (back % 14 < 7 ? 0 : 210_000),
    })),
    holdings: [],
    transactions: sampleTransactions(66),
    ...overrides,
  };
}

/** One bank with the given accounts, by default a single checking account. */
export function sampleReport(accounts: ReportAccount[] = [sampleAccount()]): ParsedReport {
  return {
    providerReportId: "028e8404-a013-4a45-ac9e-002482f9cafc",
    generatedAt: "2026-11-02T14:05:37Z",
    asOf: "2026-11-02",
    daysRequested: 90,
    items: [
      {
        id: "item-1",
        institutionId: "ins_109508",
        institutionName: "First Platypus Bank",
        lastUpdatedAt: "2026-11-02T14:04:51Z",
        accounts,
      },
    ],
    warnings: [],
  };
}

/** What the document says beside the reading. */
export function sampleCover(overrides: Partial<Cover> = {}): Cover {
  return {
    productName: "Keyturn",
    organizationName: "Acme Lending",
    borrowerName: "Alberta Charleson",
    coBorrowerNames: ["Marcus Charleson"],
    loanNumber: "2026-004417",
    reportId: "6f1c2b1e-92a4-4f0c-9d0e-5b7a0f3f1c55",
    jsonSha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    readyAt: "2026-11-02T14:05:41Z",
    expiresOn: "2027-03-02",
    timeZone: "America/New_York",
    verifyUrl: "https://keyturn.example/verify",
    ...overrides,
  };
}

/** A purchase that every rule can be read for. */
export function sampleInputs(overrides: Partial<EvaluationInputs> = {}): EvaluationInputs {
  return {
    loan: {
      transactionType: "purchase",
      program: "fannie",
      occupancy: "primary",
      units: 1,
      salesPrice: 21_000_000,
      appraisedValue: 21_500_000,
      loanAmount: 19_900_000,
      monthlyIncome: 550_000,
      pitia: 165_000,
      emd: 300_000,
    },
    borrowers: [
      { firstName: "Alberta", lastName: "Charleson" },
      { firstName: "Marcus", lastName: "Charleson" },
    ],
    evidence: [],
    feePolicy: { reviewFrom: 3, blockFrom: 5 },
    printed: {
      fullNames: ["Alberta Charleson", "Marcus Charleson"],
      loanNumber: "2026-004417",
      lender: "Acme Lending",
      timeZone: "America/New_York",
    },
    ...overrides,
  };
}

/** A reading as the rules judge it. */
export function sampleSet(report: ParsedReport, grounds = sampleInputs()): EvaluatedSet {
  const { ruleSetVersion, findings, notEvaluated, verdicts, figures } = evaluate({ reading: report, ...grounds });
  const judgedAt = "2026-11-02T14:05:41.000Z";
  return { ruleSetVersion, judgedAt, findings, notEvaluated, verdicts, funds: figures.funds, grounds };
}

/** The document of a reading. */
export function documentOf(report: ParsedReport, cover = sampleCover(), grounds = sampleInputs()): DocumentInput {
  return { report, set: sampleSet(report, grounds), cover };
}

/** A document with that many bank lines in one account. */
export function sampleDocument(transactions: number): DocumentInput {
  return documentOf(sampleReport([sampleAccount({ transactions: sampleTransactions(transactions) })]));
}
