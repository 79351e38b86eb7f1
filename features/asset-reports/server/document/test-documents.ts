import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import { type ConditionEvent, nextConditions } from "#features/underwriting/rules/conditions.ts";
import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { evaluate, type Question } from "#features/underwriting/rules/evaluate.ts";
import type { EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { sourcesOf } from "#features/underwriting/server/run-edition.ts";
import { REPORT_SCHEMA_PATH } from "../files/report-formats.ts";
import type { DocumentInput, ReportMeta } from "./schema.ts";

const MERCHANTS = [
  ["UBER TRIP HELP.UBER.COM", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES"],
  ["H-E-B #455 GEORGETOWN TX POS PURCHASE", "FOOD_RETAIL_GROCERIES"],
  ["STARBUCKS STORE 48213 AUSTIN TX", "DINING_DINING"],
  ["ACH CREDIT MALAKOFF UNIFIED SCHOOL DIST DIRECT DEP PAYROLL 004417", "INCOME_SALARY"],
  ["ONLINE TRANSFER TO SAV XXXX1111 REF #IB0K4T2QPV", "TRANSFER_OUT_ACCOUNT_TRANSFER"],
  ["PEDERNALES ELECTRIC COOP WEB PMT", "HOME_UTILITIES"],
  ["AMZN Mktp US*2X7HD91F0 Amzn.com/bill WA", null],
] as const;

/** A day before the bank was read, `YYYY-MM-DD`. */
function dayBefore(days: number): string {
  return new Date(Date.UTC(2026, 10, 2) - days * 86_400_000).toISOString().slice(0, 10);
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
      categoryPrimary: null,
      categoryDetailed: category,
      checkNumber: null,
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
    persistentId: null,
    name: "Plaid Checking",
    officialName: "Plaid Gold Standard 0% Interest Checking",
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 1_909_032,
    availableCents: 1_906_714,
    limitCents: null,
    marginLoanCents: null,
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
    unreadCount: 0,
    ...overrides,
  };
}

/** One bank with the given accounts, by default a single checking account. */
export function sampleReport(accounts: ReportAccount[] = [sampleAccount()]): ParsedReport {
  return {
    providerReportId: "028e8404-a013-4a45-ac9e-002482f9cafc",
    generatedAt: "2026-11-02T14:05:37.000Z",
    asOf: "2026-11-02",
    daysRequested: 90,
    items: [
      {
        id: "item-1",
        institutionId: "ins_109508",
        institutionName: "First Platypus Bank",
        lastUpdatedAt: "2026-11-02T14:04:51.000Z",
        accounts,
      },
    ],
    warnings: [],
  };
}

/** A purchase that every rule can be evaluated for. */
export function sampleInputs(overrides: Partial<EvaluationInputs> = {}): EvaluationInputs {
  return {
    loan: {
      transactionType: "purchase",
      program: "fannie",
      underwriting: "aus",
      occupancy: "primary",
      units: 1,
      salesPrice: 21_000_000,
      appraisedValue: 21_500_000,
      loanAmount: 19_900_000,
      monthlyIncome: 550_000,
      pitia: 165_000,
      closingCosts: 420_000,
      prepaids: 130_000,
      credits: 100_000,
      emd: 300_000,
      reserveMonthsRequired: 2,
      creditScore: 712,
      isFirstTimeBuyer: true,
      applicationDate: "2026-10-20",
      noteDate: "2026-12-01",
      disbursementDate: "2026-12-04",
    },
    borrowers: [
      { firstName: "Alberta", middleName: null, lastName: "Charleson", suffix: null, email: null, phone: null },
      { firstName: "Marcus", middleName: null, lastName: "Charleson", suffix: null, email: null, phone: null },
    ],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    ...overrides,
  };
}

export const SAMPLE_META: ReportMeta = {
  id: "6f1c2b1e-92a4-4f0c-9d0e-5b7a0f3f1c55",
  readyAt: "2026-11-02T14:05:41.000Z",
  daysRequested: 90,
  product: "assets",
  providerReportId: "028e8404-a013-4a45-ac9e-002482f9cafc",
  providerJsonSha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  parentReportId: null,
  investorCopies: [],
};

const EVALUATED_AT = "2026-11-02T14:05:41.000Z";

/** The event that opens the first conditions of a report. */
const REPORT_READY: ConditionEvent = {
  at: EVALUATED_AT,
  by: null,
  reason: null,
  evidenceId: null,
  decisionId: null,
  documents: [],
  closesAs: "gone",
  proposed: [],
  outcomesBefore: {},
};

const PREVIOUS_REPORT_ID = "b0a7f0b4-6d5e-4f60-8f6e-0d4a8f1c9e21";

/** The evaluation of these inputs as it is stored; every review and blocker is an open condition. */
export function storedEvaluation({ report, previous = null, ...inputs }: Question): StoredEvaluation {
  const question = questionOf(report, previous, inputs);
  const evaluation = evaluate(question);
  return {
    ...evaluation,
    ...sourcesOf(question, { editionHash: NEWEST_EDITION.hash, previousReportId: previous && PREVIOUS_REPORT_ID }),
    id: "0b9d3f4e-3a51-4a6e-8a60-3a3c1e1b7f02",
    reportId: SAMPLE_META.id,
    number: 1,
    evaluatedAt: EVALUATED_AT,
    cause: "report",
    inputs,
    printed: {
      fullNames: inputs.borrowers.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      exhibits: [],
      loanNumber: "2026-004417",
      lender: "Acme Lending",
      letterhead: {
        nmlsId: "1234567",
        phone: "+15125550100",
        address: "500 Congress Avenue\nAustin, TX 78701",
        logoId: null,
        officer: { name: "Robin Vale", nmlsId: "7654321", phone: "+15125550142", email: "robin@acme.example" },
      },
      timeZone: "America/New_York",
      authorizations: [{ person: "Alberta Charleson", consent: null }],
    },
    conditions: nextConditions([], evaluation, REPORT_READY),
  };
}

interface DocumentOverrides {
  readonly inputs?: Partial<EvaluationInputs>;
  readonly printed?: Partial<StoredEvaluation["printed"]>;
  readonly meta?: Partial<ReportMeta>;
  readonly previous?: ParsedReport | null;
  readonly files?: DocumentInput["files"];
  readonly logo?: DocumentInput["logo"];
  /** Changes the evaluation after the rules, for what the server adds. */
  readonly change?: (evaluation: StoredEvaluation) => StoredEvaluation;
}

/** The document of a report. */
export function documentOf(
  report: ParsedReport,
  {
    inputs,
    printed,
    meta,
    previous = null,
    files = new Map(),
    logo = null,
    change = (one) => one,
  }: DocumentOverrides = {},
): DocumentInput {
  const evaluation = storedEvaluation({ report, previous, ...sampleInputs(inputs) });
  return {
    product: {
      name: "Keyturn",
      verifyUrl: "https://keyturn.example/verify",
      schemaUrl: `https://keyturn.example${REPORT_SCHEMA_PATH}`,
    },
    report: { ...SAMPLE_META, daysRequested: report.daysRequested, providerReportId: report.providerReportId, ...meta },
    parsedReport: report,
    previousReport: previous,
    files,
    logo,
    evaluation: change({ ...evaluation, printed: { ...evaluation.printed, ...printed } }),
  };
}

/** A document with that many bank lines in one account. */
export function sampleDocument(transactions: number): DocumentInput {
  return documentOf(sampleReport([sampleAccount({ transactions: sampleTransactions(transactions) })]));
}

/** The document of a parsed report, with the loan and documents of a scenario. */
export function documentOfQuestion(question: Question, overrides: DocumentOverrides = {}): DocumentInput {
  const { report, previous, ...inputs } = question;
  return documentOf(report, { ...overrides, inputs, previous: previous ?? null });
}
