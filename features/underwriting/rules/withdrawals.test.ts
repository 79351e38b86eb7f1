import fc from "fast-check";
import { expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Line } from "./model.ts";
import { account, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";
import { evaluateWithdrawals } from "./withdrawals.ts";

const INCOME: Loan = { monthlyIncome: 900_000 };

function evaluate(cents: number, ago: number, loan: Loan = INCOME, options: ModelOptions = {}, pending = false) {
  const paid = line(cents, daysAgo(ago), { id: "paid", description: "WIRE OUT ELITE MOTORS LLC", pending });
  const model = modelOf(report([item([account({ transactions: [paid] })])]), options);
  return evaluateWithdrawals({ model, loan, programs: ["fannie", "freddie", "fha"] }).findings;
}

test("a wire to a dealer six days ago is reviewed", () => {
  expect(evaluate(2_600_000, 6)).toMatchObject([
    { code: "LARGE_WITHDRAWAL", severity: "review", transactionIds: ["paid"], inputs: { amountCents: 2_600_000 } },
  ]);
  expect(evaluate(2_600_000, 6)[0]).toMatchObject({ inputs: { thresholdCents: 450_000, days: 6 } });
  expect(evaluate(2_600_000, 6)[0]!.text).toContain("$26,000.00 left Checking …4471 on Nov 10, 2026");
});

test.each([
  [14, ["review"]],
  [15, ["info"]],
  [30, ["info"]],
  [31, []],
  [-1, ["review"]],
])("%i days before the bank was read", (ago, expected) => {
  expect(evaluate(2_600_000, ago).map(({ severity }) => severity)).toEqual(expected);
});

test.each<[number, Loan, number]>([
  [450_000, INCOME, 0],
  [450_001, INCOME, 1],
  [450_001, { monthlyIncome: 900_001 }, 1],
  [500_000, {}, 0],
  [500_001, {}, 1],
  [500_000, { monthlyIncome: 0 }, 0],
])("%i cents with %o", (cents, loan, found) => {
  expect(evaluate(cents, 6, loan)).toHaveLength(found);
});

test.each([
  ["WIRE OUT STEWART TITLE", null, ", paid to Stewart Title."],
  ["ZELLE TO OLE BRANDT", "Zelle", ", paid to OLE BRANDT."],
  ["ELITE MOTORS LLC", "Elite Motors", ", paid to Elite Motors."],
  ["ELITE MOTORS LLC", null, "on Nov 10, 2026. It may"],
])("%s names the person, the payee or the merchant, when one is known", (description, merchantName, words) => {
  const paid = line(2_600_000, daysAgo(6), { description, merchantName });
  const model = modelOf(report([item([account({ transactions: [paid] })])]), {
    classes: { [description]: "purchase" },
  });
  const { findings } = evaluateWithdrawals({ model, loan: INCOME, programs: ["fha"] });
  expect(findings[0]!.text).toContain(words);
});

test.each<[string, ModelOptions]>([
  ["own account", { classes: { "WIRE OUT ELITE MOTORS LLC": "own_transfer" } }],
  ["title company", { classes: { "WIRE OUT ELITE MOTORS LLC": "title_escrow" } }],
  ["tax agency", { classes: { "WIRE OUT ELITE MOTORS LLC": "tax_payment" } }],
  ["card", { classes: { "WIRE OUT ELITE MOTORS LLC": "card_payment" } }],
  ["matched transfer", { matched: ["paid"] }],
  ["account that does not count", { uncounted: ["checking"] }],
  [
    "confirmed own transfer",
    {
      confirmed: (kind) =>
        kind === "ownTransfer" ? ({ id: "c" } as ReturnType<NonNullable<ModelOptions["confirmed"]>>) : undefined,
    },
  ],
  [
    "accepted letter",
    { evidence: [{ transactionId: "paid", kind: "letter", sourcedCents: 0, hasDocument: true, reason: null }] },
  ],
])("nothing to ask about: %s", (_name, options) => {
  expect(evaluate(2_600_000, 6, INCOME, options)).toEqual([]);
  expect(evaluate(2_600_000, 6, INCOME, { classes: { "WIRE OUT ELITE MOTORS LLC": "purchase" } })).toHaveLength(1);
});

test("a deposit and a pending payment are no withdrawals", () => {
  expect(evaluate(-2_600_000, 6)).toEqual([]);
  expect(evaluate(2_600_000, 6, INCOME, {}, true)).toEqual([]);
});

test("higher income never finds more", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ cents: fc.integer({ min: 1, max: 3_000_000 }), ago: fc.integer({ min: 0, max: 40 }) })),
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      (payments, income, more) => {
        const transactions = payments.map(({ cents, ago }, at) => line(cents, daysAgo(ago), { id: `p${at}` }));
        const model = modelOf(report([item([account({ transactions })])]));
        const found = (monthlyIncome: number) =>
          evaluateWithdrawals({ model, loan: { monthlyIncome }, programs: ["fha"] }).rows.map((row): Line => row.line);
        expect(found(income)).toEqual(expect.arrayContaining(found(income + more)));
        expect(found(income)).toHaveLength(
          payments.filter(({ cents, ago }) => cents * 2 > income - (income % 2) && ago <= 30).length,
        );
      },
    ),
  );
});
