import { expect, test } from "vitest";
import type { ReportAccount, ReportItem } from "./parsed-report.ts";
import { account, item, modelOf, report, type ModelOptions } from "./test-model.ts";
import { conditionsOf } from "./counting.ts";
import { evaluateWarnings } from "./warnings.ts";

const MAIN = ["fannie", "freddie", "fha"] as const;
const brokerage = account({ id: "brokerage", type: "investment", subtype: "brokerage" });

function modelWith(code: string, of: ReportAccount, options: ModelOptions = {}, message: string | null = null) {
  return modelOf(report([item([of])], { warnings: [{ code, itemId: "item", message }] }), options);
}

const findings = (...about: Parameters<typeof modelWith>) =>
  evaluateWarnings({ model: modelWith(...about), programs: MAIN }).findings;

test("a fraud alert blocks until a document shows that the person was contacted and verified", () => {
  const [alert, ...others] = findings("USER_FRAUD_ALERT", account());
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ ruleId: "R30", code: "IDENTITY_ALERT", severity: "blocker", programs: MAIN });
  expect(alert!.source).toContain("15 U.S.C. 1681c-1(h)");
  expect(alert).toMatchObject({ text: expect.stringContaining("Bank One"), subject: "Bank One" });
  expect(alert!.clearedBy).toContainEqual({ by: "confirmation", kind: "identity", needsDocument: true });
  expect(alert!.clearedBy).not.toContainEqual({ by: "waiver" });
});

const verified = (itemId: string, hasDocument = true) =>
  ({ id: "1", kind: "identity", subject: { itemId }, reason: "Called", hasDocument }) as const;

test.each([
  ["with a document", verified("item"), 0],
  ["without a document", verified("item", false), 1],
  ["of another connection", verified("second"), 1],
  ["of nothing", { ...verified("item"), subject: {} }, 1],
])(
  "an identity confirmed %s leaves %s alerts, however many accounts the connection has",
  (_what, confirmation, count) => {
    const accounts = [account(), account({ id: "savings" })];
    const warnings = [{ code: "USER_FRAUD_ALERT", itemId: "item", message: null }];
    const model = { ...modelOf(report([item(accounts)], { warnings })), confirmations: [confirmation] };
    expect(evaluateWarnings({ model, programs: MAIN }).findings).toHaveLength(count);
  },
);

test("two connections with alerts are answered one by one, and so are all where an alert names none", () => {
  const items = [item([account()]), item([account({ id: "savings" })], { id: "second" })];
  const alerted = (itemIds: (string | null)[], ...confirmed: string[]) => {
    const warnings = itemIds.map((itemId) => ({ code: "USER_FRAUD_ALERT", itemId, message: null }));
    const confirmations = confirmed.map((itemId) => verified(itemId));
    const model = { ...modelOf(report(items, { warnings: [...warnings, ...warnings] })), confirmations };
    return evaluateWarnings({ model, programs: MAIN }).findings.map(({ itemId, accountIds }) => [itemId, accountIds]);
  };
  const [first, second] = [
    ["item", ["checking"]],
    ["second", ["savings"]],
  ];
  expect(alerted(["item"])).toEqual([first]);
  expect(alerted(["item", "second"])).toEqual([first, second]);
  expect(alerted(["item", "second"], "item")).toEqual([second]);
  expect(alerted([null])).toEqual([first, second]);
  expect(alerted(["unknown"], "second")).toEqual([first]);
  expect(alerted([null], "item", "second")).toEqual([]);
});

test("an alert is answered also where the connection's accounts count under another sign-in, or it has none", () => {
  const alertOn = (of: ReportItem, copyIds: readonly string[]) => {
    const warnings = [{ code: "USER_FRAUD_ALERT", itemId: "second", message: null }];
    const model = modelOf(report([item([account()]), of], { warnings }));
    const accounts = model.accounts.filter(({ id }) => !copyIds.includes(id)).map((one) => ({ ...one, copyIds }));
    return evaluateWarnings({ model: { ...model, accounts }, programs: MAIN }).findings;
  };
  const answer = { by: "confirmation", kind: "identity", needsDocument: true };
  const clearedBy = expect.arrayContaining([answer]);
  expect(alertOn(item([account({ id: "copy" })], { id: "second" }), ["copy"])).toMatchObject([
    { itemId: "second", accountIds: ["checking"], clearedBy },
  ]);
  expect(alertOn(item([], { id: "second" }), [])).toMatchObject([{ itemId: "second", accountIds: [], clearedBy }]);
});

test("data that the consumer disputes is reviewed, with what they said", () => {
  const said = "The consumer disputes data of this bank: not my account";
  expect(findings("CONSUMER_DISPUTE", account(), {}, said)).toMatchObject([
    { ruleId: "R30", code: "CONSUMER_DISPUTE", severity: "review", subject: said },
  ]);
});

test("a dispute without words names the bank and its accounts, and one of no known bank names neither", () => {
  const items = [item([account()]), item([account({ id: "savings" })], { id: "second", institutionName: "Bank Two" })];
  const disputes = (itemId: string) => {
    const warnings = [{ code: "CONSUMER_DISPUTE", itemId, message: null }];
    return evaluateWarnings({ model: modelOf(report(items, { warnings })), programs: MAIN }).findings;
  };
  const words = "The consumer disputes data of Bank Two.";
  expect(disputes("second")).toMatchObject([{ subject: words, accountIds: ["savings"] }]);
  expect(disputes("second")[0]!.text.startsWith(`${words} Ask the borrower what is wrong`)).toBe(true);
  expect(disputes("unknown")).toMatchObject([{ subject: "The consumer disputes data of a bank.", accountIds: [] }]);
});

test("a bank that is not in the report blocks, by name, and can't be waived", () => {
  const [missing] = findings("BANK_MISSING", account(), {}, "Bank Two");
  expect(missing).toMatchObject({ code: "BANK_MISSING", severity: "blocker", clearedBy: [{ by: "newReport" }] });
  expect(missing!.text).toMatch(/^Bank Two is connected/);
  expect(findings("BANK_MISSING", account())).toMatchObject([{ subject: "A connected bank" }]);
});

test("a counted investment whose holdings the bank did not give blocks; one with holdings, or at a bank, does not", () => {
  const codes = (of: ReportAccount) => findings("INVESTMENTS_UNAVAILABLE", of).map(({ code }) => code);
  const fund = { name: "Fund", ticker: null, securityType: "etf", currency: "USD", quantity: 1 };
  expect(codes(brokerage)).toEqual(["HOLDINGS_UNAVAILABLE"]);
  expect(codes({ ...brokerage, holdings: [{ ...fund, valueCents: 1_00, vestedValueCents: null }] })).toEqual([]);
  expect(codes(account())).toEqual([]);
});

test("holdings are missing once, and wherever the warning names no bank", () => {
  const other = item([{ ...brokerage, id: "other" }], { id: "other" });
  const warnings = (...itemIds: (string | null)[]) =>
    itemIds.map((itemId) => ({ code: "INVESTMENTS_UNAVAILABLE", itemId, message: null }));
  const found = (...itemIds: (string | null)[]) =>
    evaluateWarnings({
      model: modelOf(report([item([brokerage]), other], { warnings: warnings(...itemIds) })),
      programs: MAIN,
    }).findings.map(({ accountIds }) => accountIds);
  expect(found("item")).toEqual([["brokerage"]]);
  expect(found(null, null, "item")).toEqual([["brokerage"], ["other"]]);
  expect(found("another")).toEqual([]);
});

test.each(["IDENTITY_UNAVAILABLE", "OWNERS_UNAVAILABLE", "TRANSACTIONS_UNAVAILABLE", "NOT_READABLE"])(
  "%s has its finding in another rule",
  (code) => expect(findings(code, account())).toEqual([]),
);

test("securities count only conditionally while a margin loan can't be seen, until a statement shows their value", () => {
  const conditions = (code: string, options: ModelOptions = {}, of = brokerage) => {
    const model = modelWith(code, of, options);
    return conditionsOf(model, model.accounts[0]!).filter((one) => one === "margin");
  };
  expect(conditions("MARGIN_NOT_REPORTED")).toEqual(["margin"]);
  expect(conditions("OTHER")).toEqual([]);
  expect(conditions("MARGIN_NOT_REPORTED", {}, { ...brokerage, marginLoanCents: 0 })).toEqual([]);
  expect(conditions("MARGIN_NOT_REPORTED", {}, account())).toEqual([]);
});
