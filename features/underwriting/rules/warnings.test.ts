import { expect, test } from "vitest";
import type { EvaluationInputs } from "./evaluation.ts";
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
  expect(alert!.text).toContain("Bank One");
  expect(alert!.clearedBy).toContainEqual({ by: "confirmation", kind: "identity", needsDocument: true });
  expect(alert!.clearedBy).not.toContainEqual({ by: "waiver" });
});

test.each([
  ["with a document", true, 0],
  ["without a document", false, 1],
])("a confirmed identity %s leaves %i alerts", (_what, hasDocument, count) => {
  const confirmation = { id: "1", kind: "identity", subject: { accountId: "checking" }, reason: "Called", hasDocument };
  const confirmations = [confirmation] as EvaluationInputs["confirmations"];
  const model = modelWith("USER_FRAUD_ALERT", account());
  const confirmed: typeof model.confirmed = (kind, { account: about }) =>
    confirmations.find((one) => one.kind === kind && one.subject.accountId === about?.id);
  expect(evaluateWarnings({ model: { ...model, confirmed }, programs: MAIN }).findings).toHaveLength(count);
});

test("a fraud alert that names no bank, or one whose accounts count under another sign-in, can be answered too", () => {
  const alertOn = (itemId: string | null, items: readonly ReportItem[], copyIds: readonly string[] = []) => {
    const warnings = [{ code: "USER_FRAUD_ALERT", itemId, message: null }];
    const model = modelOf(report(items, { warnings: [...warnings, ...warnings] }));
    const accounts = model.accounts.filter(({ id }) => !copyIds.includes(id)).map((one) => ({ ...one, copyIds }));
    return evaluateWarnings({ model: { ...model, accounts }, programs: MAIN }).findings;
  };
  const joint = item([account({ id: "copy" })], { id: "second" });
  const answer = { by: "confirmation", kind: "identity", needsDocument: true };
  for (const found of [
    alertOn(null, [item([account()])]),
    alertOn("second", [item([account()]), joint], ["copy"]),
    alertOn("second", [item([account()]), item([], { id: "second" })]),
  ]) {
    expect(found).toMatchObject([{ code: "IDENTITY_ALERT", accountIds: ["checking"] }]);
    expect(found[0]!.clearedBy).toContainEqual(answer);
  }
});

test("data that the consumer disputes is reviewed, with what they said", () => {
  const said = "The consumer disputes data of this bank: not my account";
  expect(findings("CONSUMER_DISPUTE", account(), {}, said)).toMatchObject([
    { ruleId: "R30", code: "CONSUMER_DISPUTE", severity: "review", subject: said },
  ]);
});

test("a bank that is not in the report blocks, by name, and can't be waived", () => {
  const [missing] = findings("BANK_MISSING", account(), {}, "Bank Two");
  expect(missing).toMatchObject({ code: "BANK_MISSING", severity: "blocker", clearedBy: [{ by: "newReport" }] });
  expect(missing!.text).toMatch(/^Bank Two is connected/);
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
