import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AssetReportGetResponse } from "plaid";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { providerCodeOf } from "./plaid-errors.ts";
import { readPlaidReport } from "./plaid-report.ts";

const golden = readFileSync(join(import.meta.dirname, "../sandbox/plaid/bank-data/golden-asset-report.json"));
const told = JSON.parse(golden.toString("utf8")) as AssetReportGetResponse;
const parsedReport = readPlaidReport(golden);
const accounts = parsedReport.items.flatMap((item) => item.accounts);

/** Another report than the golden one. */
function read(change: (reply: AssetReportGetResponse) => void) {
  const reply = structuredClone(told);
  change(reply);
  return readPlaidReport(Buffer.from(JSON.stringify(reply)));
}

test("the published example reads as a ParsedReport, nothing more and nothing less", () => {
  expect(ParsedReport.parse(parsedReport)).toEqual(parsedReport);
  expect(parsedReport).toMatchObject({
    providerReportId: told.report.asset_report_id,
    generatedAt: "2026-11-02T14:05:37.000Z",
    daysRequested: 90,
    warnings: [],
  });
});

test("its banks, accounts, owners and balances are there, in cents", () => {
  expect(parsedReport.items.map(({ institutionName }) => institutionName)).toEqual(
    told.report.items.map(({ institution_name }) => institution_name),
  );
  const [checking] = accounts;
  expect(checking).toMatchObject({
    name: "Plaid Checking",
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 1_909_032,
    availableCents: 1_906_714,
    limitCents: null,
    ownershipType: "joint",
  });
  expect(checking!.owners[0]!.names).toEqual(["Alberta Bobbeth Charleson"]);
  expect(checking!.owners[0]!.addresses[0]).toContain("Malakoff, NY, 14236, US");
  expect(accounts).toHaveLength(4);
});

test("no line is lost, and each keeps its sign and its cents", () => {
  const lines = told.report.items.flatMap((item) => item.accounts.flatMap(({ transactions }) => transactions));
  const read = accounts.flatMap(({ transactions }) => transactions);
  expect(read.length).toBe(lines.length);
  expect(read.map(({ amountCents }) => (amountCents / 100).toFixed(2))).toEqual(
    lines.map(({ amount }) => amount.toFixed(2)),
  );
  expect(read.some(({ amountCents }) => amountCents < 0)).toBe(true);
});

test("amounts whose hundredfold is no whole number in binary come out as whole cents", () => {
  for (const [amount, cents] of [
    [1.15, 115],
    [8.04, 804],
    [19.99, 1_999],
    [4.35, 435],
    [1_234_567.89, 123_456_789],
    [-0.07, -7],
  ] as const) {
    const [account] = read(({ report }) => {
      const { balances, transactions, historical_balances } = report.items[0]!.accounts[0]!;
      balances.current = balances.available = amount;
      transactions[0]!.amount = historical_balances[0]!.current = amount;
    }).items[0]!.accounts;
    const { currentCents, availableCents, transactions, historicalBalances } = account!;
    const found = [currentCents, availableCents, transactions[0]!.amountCents, historicalBalances[0]!.currentCents];
    expect(found).toEqual([cents, cents, cents, cents]);
  }
});

test("what the bank does not tell stays unknown: it is never zero", () => {
  const { items } = read(({ report }) => {
    Object.assign(report.items[0]!.accounts[0]!.balances, { current: null, available: null, iso_currency_code: null });
  });
  expect(items[0]!.accounts[0]).toMatchObject({ currentCents: null, availableCents: null, currency: null });
});

test.each([
  [" ", "Plaid Gold Standard 0% Interest Checking"],
  ["", "  "],
])("an account that the bank gave no name has one to be called by", (name, official) => {
  const { items } = read(({ report }) => {
    Object.assign(report.items[0]!.accounts[0]!, { name, official_name: official });
  });
  expect(items[0]!.accounts[0]!.name).toBe(official.trim() || "Unnamed account");
});

test("the day that counts is that of the oldest update, in UTC", () => {
  const { asOf } = read(({ report }) => {
    report.items[0]!.date_last_updated = "2026-11-01T23:30:00-05:00";
    for (const item of report.items.slice(1)) item.date_last_updated = "2026-11-05T00:00:00Z";
  });
  expect(asOf).toBe("2026-11-02");
  expect(read(({ report }) => (report.items = [])).asOf).toBe("2026-11-02");
});

test("a warning names its bank and says what is missing", () => {
  const { warnings } = read((reply) => {
    reply.warnings = [
      {
        warning_type: "ASSET_REPORT_WARNING",
        warning_code: "OWNERS_UNAVAILABLE",
        cause: { item_id: "item-1", error_message: "owners could not be read" },
      } as unknown as AssetReportGetResponse["warnings"][number],
    ];
  });
  expect(warnings).toEqual([{ code: "OWNERS_UNAVAILABLE", itemId: "item-1", message: "owners could not be read" }]);
});

test("bytes that are no report are refused aloud", () => {
  for (const text of ["", "{}", "<html>", "null"]) {
    const refusal = caught(() => readPlaidReport(Buffer.from(text)));
    expect(providerCodeOf(refusal), text).toBe("REPORT_UNREADABLE");
  }
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("signs that no database keeps become a mark in their place", () => {
  const [account] = read(({ report }) => {
    const { transactions } = report.items[0]!.accounts[0]!;
    transactions[0]!.original_description = "NUL \u0000 HALF \ud800 WHOLE \u{1F642}";
  }).items[0]!.accounts;
  expect(account!.transactions[0]!.description).toBe("NUL \ufffd HALF \ufffd WHOLE \u{1F642}");
});

test("a sum or a day that cannot be read is left out and told, never a wrong sum", () => {
  const first = told.report.items[0]!.accounts[0]!;
  const { items, warnings } = read(({ report }) => {
    const { balances, transactions, historical_balances } = report.items[0]!.accounts[0]!;
    balances.current = 1e20;
    transactions[0]!.amount = -1e20;
    transactions[1]!.date = "2026-02-30";
    historical_balances[0]!.date = "yesterday";
  });
  const [account] = items[0]!.accounts;
  expect(account!.currentCents).toBeNull();
  expect(account!.transactions).toHaveLength(first.transactions.length - 2);
  expect(account!.historicalBalances).toHaveLength(first.historical_balances.length - 1);
  expect(warnings).toMatchObject([{ code: "NOT_READABLE", itemId: items[0]!.id }]);
  expect(warnings[0]!.message).toContain("Plaid Checking, ending in 0000, as they cannot be read: 4 figures or lines");
});
