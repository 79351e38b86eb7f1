import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Line } from "./model.ts";
import { account, daysAgo, item, line, modelOf, type ModelOptions, report } from "./test-model.ts";
import { evaluateWithdrawals } from "./withdrawals.ts";
import { cashIn, cashOut, checking, evaluated, evidence, findings } from "./test-report.ts";

describe("withdrawals", () => {
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
            evaluateWithdrawals({ model, loan: { monthlyIncome }, programs: ["fha"] }).rows.map(
              (row): Line => row.line,
            );
          expect(found(income)).toEqual(expect.arrayContaining(found(income + more)));
          expect(found(income)).toHaveLength(
            payments.filter(({ cents, ago }) => cents * 2 > income - (income % 2) && ago <= 30).length,
          );
        },
      ),
    );
  });
});

describe("flows", () => {
  const READ_BEFORE = "2026-11-15";
  const OLDEST_DAY = "2026-09-17"; // 60 days before the bank was read
  const cash = (cents: number, day = READ_BEFORE) => cashIn("COUNTER CASH DEPOSIT", cents, day);

  /** A balance of $31,000.00 that was $19,000.00 until the day before: $11,800.00 above its average of $19,200.00. */
  function rise(
    deposits: readonly ReturnType<typeof cashIn>[],
    sourced: readonly number[],
    others: Parameters<typeof checking>[0][] = [],
  ) {
    const account = checking({ id: "risen", cents: 31_000_00, everyday: false, lines: deposits });
    const e = evaluated({
      accounts: [account, ...others.map(checking)],
      evidence: sourced.map((cents, at) => evidence("other", deposits[at]!, cents)),
    });
    return findings(e, "ABOVE_AVERAGE")
      .filter(({ accountIds }) => accountIds.includes("risen"))
      .map(({ severity, inputs }) => [severity, inputs["riseCents"]]);
  }

  test("documented deposits explain a rise of the balance from the cent on that they cover it", () => {
    expect(rise([cash(12_000_00)], [])).toEqual([["review", 11_800_00]]);
    expect(rise([cash(12_000_00)], [11_799_99])).toEqual([["review", 11_800_00]]);
    expect(rise([cash(12_000_00)], [11_800_00])).toEqual([["info", 11_800_00]]);
  });

  test("documented deposits of an account are added up", () => {
    expect(rise([cash(6_000_00), cash(6_000_00)], [6_000_00, 5_800_00])).toEqual([["info", 11_800_00]]);
    expect(rise([cash(6_000_00), cash(6_000_00)], [6_000_00, 5_799_99])).toEqual([["review", 11_800_00]]);
  });

  test("a deposit explains no more than itself", () => {
    const deposit = cash(6_000_00);
    const twice = [deposit, cash(6_000_00)];
    expect(rise(twice, [12_000_00])).toEqual([["review", 11_800_00]]);
  });

  test("identified deposits explain a rise", () => {
    const own = cashIn("ONLINE TRANSFER FROM SAV ...8810", 12_000_00, READ_BEFORE);
    const from = {
      id: "from",
      mask: "8810",
      cents: 90_000_00,
      lines: [cashOut("ONLINE TRANSFER TO CHK", 12_000_00, READ_BEFORE)],
    };
    expect(rise([own], [], [from])).toEqual([["info", 11_800_00]]);
  });

  test("deposits of another account explain nothing", () => {
    const other = cash(20_000_00, "2026-11-14");
    const account = checking({ id: "risen", cents: 31_000_00, everyday: false, lines: [cash(12_000_00)] });
    const e = evaluated({
      accounts: [account, checking({ id: "other", cents: 90_000_00, lines: [other] })],
      evidence: [evidence("other", other, 20_000_00)],
    });
    expect(findings(e, "ABOVE_AVERAGE")).toMatchObject([{ severity: "review", accountIds: ["risen"] }]);
  });

  test("deposits of the last 60 days explain a rise, older ones do not", () => {
    const explained = (day: string) => {
      const old = cash(3_000_00, day);
      return rise([cash(12_000_00), old], [9_000_00, 3_000_00])[0]![0];
    };
    expect(explained(OLDEST_DAY)).toBe("info");
    expect(explained("2026-09-16")).toBe("review");
  });
});
