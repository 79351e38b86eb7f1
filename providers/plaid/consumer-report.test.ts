import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AssetReportGetResponse } from "plaid";
import { joinReports, readConsumerReport } from "./consumer-report-body.ts";
import { providerCodeOf } from "./errors.ts";

const golden = readFileSync(join(import.meta.dirname, "../../sandbox/plaid/bank-data/golden-asset-report.json"));
const { report } = JSON.parse(golden.toString("utf8")) as AssetReportGetResponse;
const [item] = report.items;
const brokerage = { ...item!.accounts[0]!, account_id: "brokerage", type: "investment", subtype: "brokerage" };
const baseOf = (account: object) => ({ ...report, report_id: "report-1", items: [{ ...item, accounts: [account] }] });
const noHoldings = { account_id: "brokerage", investments: { holdings: [], securities: [] } };
const verified = { report_id: "report-1", voa: { items: [{ accounts: [noHoldings] }] } };

function read(verification: object, warnings: readonly object[] = [], base: object = baseOf(brokerage)) {
  const bytes = (value: object) => Buffer.from(JSON.stringify(value));
  const answers = {
    base: bytes({ report: base, warnings: [] }),
    verification: bytes({ report: verification, warnings }),
  };
  return readConsumerReport(joinReports([answers]));
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return providerCodeOf(error);
  }
  return undefined;
}

test("a brokerage account that the verification lists with no holdings has none", () => {
  expect(read(verified).items[0]!.accounts[0]).toMatchObject({ holdings: [], unreadCount: 0 });
});

test.each([
  ["leaves out", []],
  ["lists without investments", [{ accounts: [{ account_id: "brokerage" }] }]],
])("a brokerage account that the verification %s is not taken as one without holdings", (_what, voa) => {
  const { items, warnings } = read({ ...verified, voa: { items: voa } });
  expect(items[0]!.accounts[0]).toMatchObject({ holdings: [], unreadCount: 1 });
  expect(warnings.map(({ code }) => code)).toEqual(["NOT_READABLE", "MARGIN_NOT_REPORTED"]);
});

test.each([
  ["is missing", { report_id: "report-1" }],
  ["is of another report", { ...verified, report_id: "report-2" }],
])("a report whose verification of assets %s cannot be read", (_what, verification) => {
  expect(codeOf(() => read(verification))).toBe("REPORT_UNREADABLE");
});

test("a warning that only the verification has is in the report", () => {
  const warning = { warning_code: "USER_FRAUD_ALERT", cause: { item_id: item!.item_id, error_message: "Fraud alert" } };
  expect(read(verified, [warning, warning]).warnings).toEqual([
    { code: "USER_FRAUD_ALERT", itemId: item!.item_id, message: "Fraud alert" },
    { code: "MARGIN_NOT_REPORTED", itemId: item!.item_id, message: "A consumer report does not show margin loans." },
  ]);
});

test("a warning that names no connection is about each of the person's, and an alert about one of them", () => {
  const second = { ...item, item_id: "second", accounts: [] };
  const base = { ...baseOf(brokerage), items: [{ ...item, accounts: [] }, second] };
  const warning = (warning_code: string) => ({ warning_code, cause: null });
  const { warnings } = read(verified, [warning("USER_FRAUD_ALERT"), warning("TRANSACTIONS_UNAVAILABLE")], base);
  expect(warnings.map(({ code, itemId }) => [code, itemId])).toEqual([
    ["USER_FRAUD_ALERT", item!.item_id],
    ["TRANSACTIONS_UNAVAILABLE", item!.item_id],
    ["TRANSACTIONS_UNAVAILABLE", "second"],
  ]);
});

test("an investment account under its earlier name is one too", () => {
  const unlisted = { ...verified, voa: { items: [] } };
  const { items, warnings } = read(unlisted, [], baseOf({ ...brokerage, type: "brokerage" }));
  expect(items[0]!.accounts[0]).toMatchObject({ holdings: [], unreadCount: 1 });
  expect(warnings.map(({ code }) => code)).toEqual(["NOT_READABLE", "MARGIN_NOT_REPORTED"]);
});
