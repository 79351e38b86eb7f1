import type { AssetReport } from "#features/asset-reports/contract.ts";
import type { Condition } from "#features/underwriting/contract.ts";
import type { EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import { NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import { validThrough } from "#features/underwriting/rules/summary.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

export const REPORT_ID = "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b003";

export function aReport(facts: Partial<AssetReport> = {}): AssetReport {
  return {
    id: REPORT_ID,
    borrowerId: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001",
    state: "ready",
    step: "ready",
    product: "assets",
    daysRequested: 90,
    requestedAt: "2026-11-02T12:00:00Z",
    readyAt: "2026-11-02T12:01:00Z",
    parentReportId: null,
    error: null,
    price: 2500,
    jsonSha256: "ab12",
    pdfSha256: "cd34",
    ...facts,
  };
}

export function aTransaction(facts: Partial<ReportTransaction> = {}): ReportTransaction {
  return {
    id: "t1",
    date: "2026-11-01",
    description: "KROGER #0728",
    merchantName: "Kroger",
    categoryPrimary: "FOOD_RETAIL",
    categoryDetailed: "FOOD_RETAIL_GROCERIES",
    checkNumber: null,
    amountCents: 5_524,
    currency: "USD",
    pending: false,
    ...facts,
  };
}

export function anAccount(facts: Partial<ReportAccount> = {}): ReportAccount {
  return {
    id: "checking",
    persistentId: null,
    name: "Checking",
    officialName: null,
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 125_000,
    availableCents: 120_000,
    limitCents: null,
    marginLoanCents: null,
    daysAvailable: 90,
    ownershipType: "individual",
    owners: [{ names: ["Dana Reyes"], emails: [], phones: [], addresses: [] }],
    historicalBalances: [
      { date: "2026-11-02", currentCents: 125_000 },
      { date: "2026-11-01", currentCents: 100_000 },
    ],
    holdings: [],
    transactions: [aTransaction()],
    unreadCount: 0,
    ...facts,
  };
}

export const aCard = (facts: Partial<ReportAccount> = {}) =>
  anAccount({
    id: "card",
    name: "Card",
    mask: "1111",
    type: "credit",
    subtype: "credit card",
    transactions: [],
    ...facts,
  });

export function aParsedReport(accounts: ReportAccount[] = [anAccount(), aCard()]): ParsedReport {
  return {
    providerReportId: "provider-1",
    generatedAt: "2026-11-02T12:01:00Z",
    asOf: "2026-11-02",
    daysRequested: 90,
    items: [
      {
        id: "item",
        institutionId: "ins_1",
        institutionName: "First Platypus Bank",
        lastUpdatedAt: "2026-11-02T12:00:00Z",
        accounts,
      },
    ],
    warnings: [],
  };
}

/** The report as the server evaluates it, with the same rules. */
export function aRetrieved(
  accounts?: ReportAccount[],
  known: Partial<EvaluationInputs> = {},
  conditions: readonly Condition[] = [],
) {
  const inputs: EvaluationInputs = {
    loan: {},
    borrowers: [
      { firstName: "Dana", middleName: null, lastName: "Reyes", suffix: null, email: "dana@example.net", phone: null },
    ],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5 },
    ...known,
  };
  const parsedReport = aParsedReport(accounts);
  const evaluation = evaluate({ report: parsedReport, previous: null, ...inputs });
  return {
    ...evaluation,
    ...{
      editionHash: NEWEST_EDITION.hash,
      reportHash: null,
      previousReportId: null,
      previousHash: null,
      inputsHash: null,
    },
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b021",
    number: 1,
    evaluatedAt: "2026-11-02T12:01:00Z",
    cause: "report" as const,
    inputs,
    printed: {
      exhibits: [],
      fullNames: ["Dana Reyes"],
      loanNumber: null,
      lender: "Acme Lending",
      timeZone: "America/New_York",
      authorizations: [{ person: "Dana Reyes", consent: null }],
    },
    conditions,
    report: aReport(),
    parsedReport,
    warnings: [],
    asOf: "2026-11-02",
    expiresOn: validThrough(evaluation.verdicts, inputs.loan),
  };
}
