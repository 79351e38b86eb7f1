import { expect, test } from "vitest";
import { evaluateElements } from "./elements.ts";
import type { ParsedReport, ReportAccount, ReportItem } from "./parsed-report.ts";
import { account, daysAgo, item, line, modelOf, report, statement, type ModelOptions } from "./test-model.ts";

const COMPLETE = account({ transactions: [line(-500, daysAgo(20))] });

function evaluate(
  of: Partial<ReportAccount>,
  options: ModelOptions = {},
  bank: Partial<ReportItem> = {},
  more: Partial<ParsedReport> = {},
) {
  const model = modelOf(report([item([{ ...COMPLETE, ...of }], bank)], more), options);
  return evaluateElements({ model, programs: ["fannie", "freddie", "fha"] });
}

test("a complete account has nothing missing", () => {
  expect(evaluate({})).toMatchObject({ rows: [{ missing: [] }], findings: [] });
});

test.each<[string, Partial<ReportAccount>]>([
  ["lastFour", { mask: null }],
  ["lastFour", { mask: "471" }],
  ["holder", { owners: [] }],
  ["holder", { owners: [{ names: [" "], emails: [], phones: [], addresses: [] }] }],
  ["endingBalance", { currentCents: null }],
  ["period, transactions", { historicalBalances: [], transactions: [], daysAvailable: 0 }],
  ["transactions", { historicalBalances: [], transactions: [], daysAvailable: 1 }],
])("missing: %s", (missing, of) => {
  const { findings } = evaluate(of);
  expect(findings).toMatchObject([
    { code: "ELEMENT_MISSING", severity: "review", programs: ["fannie", "freddie", "fha"], inputs: { missing } },
  ]);
});

test("one name of the holder is enough", () => {
  const owner = { names: ["", "NORA QUIST"], emails: [], phones: [], addresses: [] };
  expect(evaluate({ owners: [owner] }).findings).toEqual([]);
});

test("one missing element is named alone", () => {
  expect(evaluate({ currentCents: null }).findings[0]!.text).toBe(
    "The bank does not report the ending balance for Checking …4471. Add a statement or get a new report.",
  );
});

test("a bank without a name is missing its name, and the text lists every element", () => {
  const { findings } = evaluate({ mask: null }, {}, { institutionName: "" });
  expect(findings[0]!.text).toBe(
    "The bank does not report the institution's name or the last four digits of the account number for Checking. Add a statement or get a new report.",
  );
});

test("transactions that the provider could not get are missing, few transactions are not", () => {
  const warning = { code: "TRANSACTIONS_UNAVAILABLE", itemId: "item", message: null };
  const none = { transactions: [] };
  expect(evaluate(none, {}, {}, { warnings: [{ ...warning, itemId: "other" }, warning] }).findings).toHaveLength(1);
  expect(evaluate(none, {}, {}, { warnings: [{ ...warning, itemId: "other" }] }).findings).toEqual([]);
});

test("an investment needs neither transactions nor a period, and its holdings are its balance", () => {
  const plan = { type: "investment", historicalBalances: [], transactions: [], daysAvailable: 0 };
  expect(evaluate(plan).findings).toEqual([]);
  expect(evaluate({ ...plan, currentCents: null }).findings).toHaveLength(1);
  const fund = { name: "Fund", ticker: null, securityType: null, currency: "USD", quantity: 1, vestedValueCents: null };
  expect(evaluate({ ...plan, currentCents: null, holdings: [{ ...fund, valueCents: 5 }] }).findings).toEqual([]);
});

test("a statement of that account supplies what is missing, one of another does not", () => {
  const of = (id: string) => evaluate({ mask: null }, { evidence: [statement(id, daysAgo(60), daysAgo(1))] }).findings;
  expect(of("checking")).toEqual([]);
  expect(of("savings")).toHaveLength(1);
});

test("an account that does not count is not examined", () => {
  expect(evaluate({ mask: null }, { uncounted: ["checking"] })).toMatchObject({ rows: [], findings: [] });
});
