// Owns a report for tests: one bank, a checking account and a card, unless said.
import type { AssetReport, Reading, ReportAccount, ReportTransaction } from "#features/asset-reports/contract.ts";

export const REPORT_ID = "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b003";

export function aReport(facts: Partial<AssetReport> = {}): AssetReport {
  return {
    id: REPORT_ID,
    borrowerId: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001",
    state: "ready",
    step: "ready",
    daysRequested: 90,
    requestedAt: "2026-11-02T12:00:00Z",
    readyAt: "2026-11-02T12:01:00Z",
    parentReportId: null,
    error: null,
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
    category: "FOOD_RETAIL_GROCERIES",
    amountCents: 5_524,
    currency: "USD",
    pending: false,
    ...facts,
  };
}

export function anAccount(facts: Partial<ReportAccount> = {}): ReportAccount {
  return {
    id: "checking",
    name: "Checking",
    officialName: null,
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 125_000,
    availableCents: 120_000,
    limitCents: null,
    daysAvailable: 90,
    ownershipType: "individual",
    owners: [{ names: ["Dana Reyes"], emails: [], phones: [], addresses: [] }],
    historicalBalances: [
      { date: "2026-11-02", currentCents: 125_000 },
      { date: "2026-11-01", currentCents: 100_000 },
    ],
    holdings: [],
    transactions: [aTransaction()],
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

export function aReading(accounts: ReportAccount[] = [anAccount(), aCard()]): Reading {
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

export function aRetrieved(accounts?: ReportAccount[]) {
  return { report: aReport(), reading: aReading(accounts), warnings: [], asOf: "2026-11-02", expiresOn: "2027-03-02" };
}
