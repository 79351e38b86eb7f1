import { describe, expect, test } from "vitest";
import type { Loan } from "#features/loans/contract.ts";
import { readEarnestMoney } from "./earnest-money.ts";
import type { Confirmation, EvidenceSource } from "./evaluation.ts";
import type { Line, Model } from "./model.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import { RULES } from "./rule-set.ts";
import { account, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const EMD = 10_000_00;
const purchase = (terms: Loan = {}): Loan => ({ transactionType: "purchase", emd: EMD, ...terms });

const CLASSES = { ESCROW: "title_escrow", CHECK: "check" } as const;
const escrow = (cents: number, ago = 20, more: Partial<ReportTransaction> = {}) =>
  line(cents, daysAgo(ago), { description: "ESCROW", id: `escrow ${cents} ${ago}`, ...more });
const check = (cents: number, ago = 20, more: Partial<ReportTransaction> = {}) =>
  line(cents, daysAgo(ago), { description: "CHECK", id: `check ${cents} ${ago}`, ...more });

function modelWith(lines: readonly ReportTransaction[], options: ModelOptions = {}): Model {
  return modelOf(report([item([account({ transactions: [...lines] })])]), { classes: CLASSES, ...options });
}

const centsOf = (lines: readonly Line[]) => lines.map(({ cents }) => cents);
const found = (lines: readonly ReportTransaction[], loan: Loan = purchase(), options: ModelOptions = {}) =>
  centsOf(readEarnestMoney(modelWith(lines, options), loan)!.payments.map((one) => one.line));

const isConfirmed: NonNullable<ModelOptions["confirmed"]> = (kind) =>
  kind === "thisCheck" ? ({ id: "confirmation" } as Confirmation) : undefined;
const receipt = (cents: number, kind: EvidenceSource["kind"] = "emd_receipt"): EvidenceSource => ({
  transactionId: null,
  kind,
  sourcedCents: cents,
  hasDocument: true,
  reason: null,
});

describe("whether there is earnest money", () => {
  test("only a purchase with an amount has it", () => {
    const model = modelWith([escrow(EMD)]);
    expect(readEarnestMoney(model, purchase())).toMatchObject({ enteredCents: EMD, foundCents: EMD, sureCents: EMD });
    expect(readEarnestMoney(model, { transactionType: "purchase" })).toBeNull();
    expect(readEarnestMoney(model, purchase({ emd: 0 }))).toBeNull();
    expect(readEarnestMoney(model, purchase({ transactionType: "rate_term" }))).toBeNull();
    expect(readEarnestMoney(model, { emd: EMD })).toBeNull();
    expect(readEarnestMoney(model, purchase({ emd: 1 }))).not.toBeNull();
  });
});

describe("the payments that are taken for it", () => {
  test("together 90 to 100 percent of the amount, else the nearest single one up to 110 percent", () => {
    expect(found([escrow(8_999_99)])).toEqual([]);
    expect(found([escrow(9_000_00)])).toEqual([9_000_00]);
    expect(found([escrow(10_000_01)])).toEqual([10_000_01]);
    expect(found([escrow(11_000_00)])).toEqual([11_000_00]);
    expect(found([escrow(11_000_01)])).toEqual([]);
    expect(found([escrow(9_000_00), escrow(10_000_01)])).toEqual([9_000_00]);
    expect(found([escrow(10_900_00, 30), escrow(10_500_00, 20), escrow(10_700_00, 10)])).toEqual([10_500_00]);
    expect(found([escrow(10_500_00, 30), escrow(10_700_00, 20)])).toEqual([10_500_00]);
  });

  test("the nearest sum of up to three", () => {
    expect(found([escrow(1_000_00, 30), escrow(9_000_00, 20)])).toEqual([1_000_00, 9_000_00]);
    expect(found([escrow(9_200_00, 30), escrow(9_500_00, 20), escrow(9_400_00, 10)])).toEqual([9_500_00]);
    expect(found([3_000_00, 3_500_00, 3_500_00].map((cents, at) => escrow(cents, 30 - at)))).toEqual([
      3_000_00, 3_500_00, 3_500_00,
    ]);
    expect(found([2_500_00, 2_500_00, 2_500_00, 2_500_00].map((cents, at) => escrow(cents, 30 - at)))).toEqual([]);
    expect(found([escrow(5_000_00)])).toEqual([]);
    expect(found([escrow(6_000_00, 30), escrow(8_000_00, 20), escrow(3_500_00, 10)])).toEqual([6_000_00, 3_500_00]);
  });

  test("of equal sums the one with fewer payments, then the older", () => {
    const halves = [escrow(5_000_00, 40), escrow(5_000_00, 39)];
    expect(found([...halves, escrow(EMD, 20)])).toEqual([EMD]);
    expect(found([escrow(EMD, 50), ...halves])).toEqual([EMD]);
    const twice = readEarnestMoney(modelWith([escrow(EMD, 20), escrow(EMD, 30)]), purchase())!;
    expect(twice.payments.map((one) => one.line.source.date)).toEqual([daysAgo(30)]);
    const inTwo = (first: ReportTransaction, second: ReportTransaction) =>
      modelOf(
        report([
          item([
            account({ id: "first", mask: "1111", transactions: [first] }),
            account({ id: "second", mask: "2222", transactions: [second] }),
          ]),
        ]),
        { classes: CLASSES },
      );
    const chosenFrom = (model: Model) =>
      readEarnestMoney(model, purchase())!.payments.map((one) => one.line.account.id);
    expect(chosenFrom(inTwo(escrow(EMD, 20), escrow(EMD, 30)))).toEqual(["second"]);
    expect(chosenFrom(inTwo(escrow(EMD, 30), escrow(EMD, 20)))).toEqual(["first"]);
    expect(chosenFrom(inTwo(escrow(EMD, 20), escrow(EMD, 20)))).toEqual(["first"]);
    expect(chosenFrom(inTwo(check(EMD, 20), check(EMD, 20)))).toEqual(["first"]);
    expect(chosenFrom(inTwo(check(EMD, 20), check(EMD, 10)))).toEqual(["second"]);
    const above = readEarnestMoney(modelWith([escrow(10_500_00, 20), escrow(10_500_00, 30)]), purchase())!;
    expect(above.payments).toHaveLength(1);
    expect(chosenFrom(inTwo(escrow(10_500_00, 20), escrow(10_500_00, 20)))).toEqual(["first"]);
  });

  test("posted payments to a title company that are neither own transfers nor paid back", () => {
    expect(found([escrow(EMD, 20, { description: "OTHER" })])).toEqual([]);
    expect(found([escrow(EMD, 20, { pending: true })])).toEqual([]);
    expect(found([escrow(-EMD)])).toEqual([]);
    expect(found([escrow(EMD, 20, { id: "moved" })], purchase(), { matched: ["moved"] })).toEqual([]);
    const lines = [escrow(EMD, 20, { id: "paid" }), escrow(-9_500_00, 10, { id: "refund" })];
    const model = modelWith(lines);
    const [paid, refund] = ["paid", "refund"].map((id) => model.accounts[0]!.lines.find((one) => one.id === id)!);
    expect(readEarnestMoney(modelWith(lines), purchase())!.foundCents).toBe(EMD);
    for (const netOf of [new Map([[refund!, paid!]]), new Map([[paid!, refund!]])])
      expect(readEarnestMoney({ ...model, netOf }, purchase())!.foundCents).toBe(0);
  });

  test("since the contract date", () => {
    for (const pay of [escrow, check]) {
      expect(found([pay(EMD, 20)], purchase({ contractDate: daysAgo(20) }))).toEqual([EMD]);
      expect(found([pay(EMD, 20)], purchase({ contractDate: daysAgo(19) }))).toEqual([]);
      expect(found([pay(EMD, 700)], purchase())).toEqual([EMD]);
    }
  });

  test("only the newest 40 are tried, so that a report of thousands stays fast", () => {
    const others = Array.from({ length: 39 }, (_, at) => escrow(11_500_00 + at, 39 - at));
    expect(found([escrow(EMD, 60), ...others])).toEqual([EMD]);
    expect(found([escrow(EMD, 60), ...others, escrow(11_400_00, 0)])).toEqual([]);
  });
});

describe("an account that does not count", () => {
  test("gives no credit, and its payment is named", () => {
    const model = modelWith([escrow(EMD)], { uncounted: ["checking"] });
    expect(readEarnestMoney(model, purchase())).toMatchObject({ payments: [], foundCents: 0, sureCents: 0 });
    expect(centsOf(readEarnestMoney(model, purchase())!.fromOther)).toEqual([EMD]);
    expect(readEarnestMoney(modelWith([check(EMD)], { uncounted: ["checking"] }), purchase())).toMatchObject({
      payments: [],
      fromOther: [],
    });
  });

  test("is not asked about when a counted account paid", () => {
    const counted = account({ id: "own", mask: "1111", transactions: [escrow(9_500_00)] });
    const other = account({ id: "other", mask: "2222", transactions: [escrow(EMD)] });
    const model = modelOf(report([item([counted, other])]), { classes: CLASSES, uncounted: ["other"] });
    const { payments, fromOther } = readEarnestMoney(model, purchase())!;
    expect(centsOf(payments.map((one) => one.line))).toEqual([9_500_00]);
    expect(fromOther).toEqual([]);
    const none = modelOf(report([item([account({ id: "own", mask: "1111" }), other])]), {
      classes: CLASSES,
      uncounted: ["other"],
    });
    expect(centsOf(readEarnestMoney(none, purchase())!.fromOther)).toEqual([EMD]);
    const half = (id: string, mask: string) => account({ id, mask, transactions: [escrow(5_000_00)] });
    const halves = modelOf(report([item([half("own", "1111"), half("other", "2222")])]), {
      classes: CLASSES,
      uncounted: ["other"],
    });
    expect(readEarnestMoney(halves, purchase())).toMatchObject({ payments: [], fromOther: [] });
  });
});

describe("a check whose payee the bank does not report", () => {
  test("of the exact amount is conditional until it is confirmed", () => {
    const open = readEarnestMoney(modelWith([check(EMD)]), purchase())!;
    expect(open).toMatchObject({ foundCents: EMD, sureCents: 0, conditionalCents: EMD });
    expect(centsOf(open.uncounted)).toEqual([EMD]);
    const confirmed = readEarnestMoney(modelWith([check(EMD)], { confirmed: isConfirmed }), purchase())!;
    expect(confirmed).toMatchObject({ foundCents: EMD, sureCents: EMD, conditionalCents: 0, uncounted: [] });
    expect(found([check(EMD - 1)])).toEqual([]);
    expect(found([check(EMD + 1)])).toEqual([]);
  });

  test("does not matter beside a payment to a title company", () => {
    expect(readEarnestMoney(modelWith([check(EMD), escrow(9_000_00)]), purchase())).toMatchObject({
      foundCents: 9_000_00,
      sureCents: 9_000_00,
      conditionalCents: 0,
      uncounted: [],
    });
  });

  test("is the newest of several, posted, and neither a transfer nor paid back", () => {
    const dates = (lines: readonly ReportTransaction[], options: ModelOptions = {}) =>
      readEarnestMoney(modelWith(lines, options), purchase())!.payments.map((one) => one.line.source.date);
    expect(dates([check(EMD, 30), check(EMD, 10), check(EMD, 20)])).toEqual([daysAgo(10)]);
    expect(dates([check(EMD, 10, { pending: true })])).toEqual([]);
    expect(dates([check(-EMD, 10)])).toEqual([]);
    expect(dates([check(EMD, 10, { id: "moved" })], { matched: ["moved"] })).toEqual([]);
    expect(dates([line(EMD, daysAgo(10), { description: "GROCERIES" })])).toEqual([]);
    expect(
      dates([line(EMD, daysAgo(10), { description: "STEWART TITLE" })], {
        classes: { ...CLASSES, "STEWART TITLE": "check" },
      }),
    ).toEqual([]);
    const model = modelWith([check(EMD, 10)]);
    const [paid] = model.accounts[0]!.lines;
    expect(readEarnestMoney({ ...model, netOf: new Map([[paid!, paid!]]) }, purchase())!.payments).toEqual([]);
  });
});

describe("a receipt", () => {
  const credit = (lines: readonly ReportTransaction[], evidence: readonly EvidenceSource[]) => {
    const { receiptCents, sureCents, conditionalCents } = readEarnestMoney(modelWith(lines, { evidence }), purchase())!;
    return { receiptCents, sureCents, conditionalCents };
  };

  test("is credited with what was found, together at most the amount", () => {
    expect(credit([], [receipt(4_000_00)])).toMatchObject({ receiptCents: 4_000_00, sureCents: 4_000_00 });
    expect(credit([], [receipt(4_000_00), receipt(1_00)])).toMatchObject({ sureCents: 4_001_00 });
    expect(credit([escrow(9_000_00)], [receipt(600_00)])).toMatchObject({ sureCents: 9_600_00 });
    expect(credit([escrow(9_000_00)], [receipt(3_000_00)])).toMatchObject({ sureCents: EMD });
    expect(credit([], [receipt(4_000_00, "letter")])).toMatchObject({ receiptCents: 0, sureCents: 0 });
  });

  test("leaves an unconfirmed check only the rest", () => {
    expect(credit([check(EMD)], [receipt(4_000_00)])).toMatchObject({
      sureCents: 4_000_00,
      conditionalCents: 6_000_00,
    });
  });
});

describe("whether the account supports the payment", () => {
  const supported = (balances: readonly (readonly [ago: number, cents: number])[], cents = EMD) => {
    const historicalBalances = balances.map(([ago, currentCents]) => ({ date: daysAgo(ago), currentCents }));
    const model = modelOf(report([item([account({ transactions: [escrow(cents, 10)], historicalBalances })])]), {
      classes: CLASSES,
    });
    const { averageCents, isSupported } = readEarnestMoney(model, purchase())!.payments[0]!;
    return [averageCents, isSupported];
  };

  test("its average before the payment is at least the payment", () => {
    expect(supported([[11, EMD - 1]])).toEqual([EMD - 1, false]);
    expect(supported([[11, EMD]])).toEqual([EMD, true]);
    expect(supported([])).toEqual([null, null]);
  });

  test("the day of the payment and later days do not count", () => {
    expect(supported([[10, 90_000_00]])).toEqual([null, null]);
    expect(
      supported([
        [9, 90_000_00],
        [10, 90_000_00],
        [11, 4_00],
        [12, 2_00],
      ]),
    ).toEqual([3_00, false]);
  });

  test("it is the mean of the newest 60 balances, half up", () => {
    expect(RULES.R14.parameters.averageDays).toBe(60);
    const sixty = Array.from({ length: 60 }, (_, at) => [11 + at, EMD] as const);
    expect(supported([...sixty, [71, 0]])).toEqual([EMD, true]);
    expect(supported([[71, 0], ...sixty])).toEqual([EMD, true]);
    expect(supported([...sixty.slice(1), [71, 0]])).toEqual([Math.round((59 * EMD) / 60), false]);
    expect(
      supported([
        [11, EMD],
        [12, EMD - 1],
      ]),
    ).toEqual([EMD, true]);
  });
});
