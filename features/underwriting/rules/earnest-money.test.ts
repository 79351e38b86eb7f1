import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
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
/** Of a payment that cleared before the bank was read. */
const receipt = (cents: number, more: Partial<EvidenceSource> = {}): EvidenceSource => ({
  transactionId: null,
  kind: "emd_receipt",
  sourcedCents: cents,
  clearedOn: daysAgo(1),
  hasDocument: true,
  reason: null,
  ...more,
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
    const lines = [escrow(EMD, 20, { id: "paid" }), escrow(-8_500_00, 10, { id: "refund" })];
    const model = modelWith(lines);
    const [paid, refund] = ["paid", "refund"].map((id) => model.accounts[0]!.lines.find((one) => one.id === id)!);
    expect(readEarnestMoney(modelWith(lines), purchase())!.foundCents).toBe(EMD);
    for (const netOf of [new Map([[refund!, paid!]]), new Map([[paid!, refund!]])])
      expect(readEarnestMoney({ ...model, netOf }, purchase())!.foundCents).toBe(0);
  });

  test("without what the title company paid back, posted or pending, once for each return", () => {
    const back = (cents: number, ago = 10, more: Partial<ReportTransaction> = {}) => escrow(-cents, ago, more);
    const [first, second] = [escrow(EMD, 30, { id: "first" }), escrow(EMD, 20, { id: "second" })];
    expect(found([first, back(EMD)])).toEqual([]);
    expect(found([first, back(EMD, 30)])).toEqual([]);
    expect(found([first, back(EMD, 31)])).toEqual([EMD]);
    expect(found([first, back(9_000_00)])).toEqual([]);
    expect(found([first, back(8_999_99)])).toEqual([EMD]);
    expect(found([first, back(EMD + 1)])).toEqual([EMD]);
    expect(found([first, back(EMD, 10, { pending: true })])).toEqual([]);
    // One return of two payments; the newer payment came back.
    const stored = readEarnestMoney(modelWith([first, second, back(EMD)]), purchase())!.payments;
    expect(stored.map(({ line: one }) => one.id)).toEqual(["first"]);
    expect(found([first, second, back(EMD, 10), back(EMD, 9, { id: "again" })])).toEqual([]);
    expect(found([escrow(1, 30), back(1)], purchase({ emd: 1 }))).toEqual([]);
    // Of the newest deposits only; other lines of the title company are none.
    const later = (cents: number, more: Partial<ReportTransaction> = {}) =>
      Array.from({ length: 45 }, (_, at) => escrow(cents, 5, { id: `later ${at}`, ...more }));
    expect(found([first, back(EMD), ...later(1_00, { pending: true })])).toEqual([]);
    expect(found([first, back(EMD), ...later(0)])).toEqual([]);
    // Two payments that came back as one.
    const parts = [escrow(6_000_00, 30), escrow(4_000_00, 20)];
    expect(found([...parts, back(EMD)])).toEqual([]);
    expect(found([...parts, back(EMD, 25)])).toEqual([6_000_00, 4_000_00]);
  });

  test("the newest 40 returns are read, so that a report of thousands stays fast", () => {
    const others = Array.from({ length: 39 }, (_, at) => escrow(-1_00 - at, 1));
    const old = escrow(-EMD, 5);
    expect(found([escrow(EMD), old, ...others])).toEqual([]);
    expect(found([escrow(EMD), old, ...others, escrow(-2, 1)])).toEqual([EMD]);
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
    expect(credit([], [receipt(4_000_00, { kind: "letter" })])).toMatchObject({ receiptCents: 0, sureCents: 0 });
  });

  test("is conditional until the payment is known to have cleared before the bank was read", () => {
    const open = { sureCents: 0, conditionalCents: 4_000_00 };
    const gone = { sureCents: 4_000_00, conditionalCents: 0 };
    const cleared = (clearedOn: string | null) => credit([], [receipt(4_000_00, { clearedOn })]);
    expect(cleared(daysAgo(1))).toMatchObject(gone);
    expect(cleared(daysAgo(0))).toMatchObject(open);
    expect(cleared(daysAgo(-1))).toMatchObject(open);
    expect(cleared(null)).toMatchObject(open);
    expect(credit([], [receipt(4_000_00, { clearedOn: null }), receipt(1_000_00)])).toMatchObject({
      receiptCents: 5_000_00,
      sureCents: 1_000_00,
      conditionalCents: 4_000_00,
    });
    expect(credit([], [receipt(EMD, { clearedOn: null }), receipt(1_00)])).toMatchObject({
      sureCents: 1_00,
      conditionalCents: EMD - 1_00,
    });
  });

  test("is conditional only up to what the accounts that may hold the money count for", () => {
    const open = receipt(4_000_00, { clearedOn: null });
    const holding = (...balances: number[]) => {
      const accounts = balances.map((currentCents, at) => account({ id: `of ${at}`, mask: `000${at}`, currentCents }));
      const { sureCents, conditionalCents } = readEarnestMoney(
        modelOf(report([item(accounts)]), { classes: CLASSES, evidence: [open] }),
        purchase(),
      )!;
      return { sureCents, conditionalCents };
    };
    expect(holding()).toEqual({ sureCents: 4_000_00, conditionalCents: 0 });
    expect(holding(0)).toEqual({ sureCents: 4_000_00, conditionalCents: 0 });
    expect(holding(1_500_00)).toEqual({ sureCents: 2_500_00, conditionalCents: 1_500_00 });
    expect(holding(1_500_00, 1_000_00)).toEqual({ sureCents: 1_500_00, conditionalCents: 2_500_00 });
    expect(holding(4_000_00)).toEqual({ sureCents: 0, conditionalCents: 4_000_00 });
    expect(holding(9_000_00)).toEqual({ sureCents: 0, conditionalCents: 4_000_00 });
  });

  test("is compared with the reading of the account that paid, else with every account that counts", () => {
    const [early, late] = [10, 2].map((ago) => `${daysAgo(ago)}T00:00:00Z`);
    const [first, second] = [account({ id: "first", mask: "1111" }), account({ id: "second", mask: "2222" })];
    const other = account({ id: "other", mask: "3333" });
    const model = (more: Partial<EvidenceSource>) =>
      modelOf(
        report([
          item([first, other], { id: "one", lastUpdatedAt: early! }),
          item([second], { id: "two", lastUpdatedAt: late! }),
        ]),
        { classes: CLASSES, uncounted: ["other"], evidence: [receipt(4_000_00, more)] },
      );
    const sure = (more: Partial<EvidenceSource>) => readEarnestMoney(model(more), purchase())!.sureCents;
    expect(sure({ clearedOn: daysAgo(11) })).toBe(4_000_00);
    expect(sure({ clearedOn: daysAgo(5) })).toBe(0);
    expect(sure({ clearedOn: daysAgo(5), accountId: "second" })).toBe(4_000_00);
    expect(sure({ clearedOn: daysAgo(5), accountId: "first" })).toBe(0);
    // An account that does not count cannot count the money a second time.
    expect(sure({ clearedOn: null, accountId: "other" })).toBe(4_000_00);
    // An account of an earlier report may be any of these.
    expect(sure({ clearedOn: daysAgo(5), accountId: "gone" })).toBe(0);
  });

  test("for more than is missing repeats the payments that were found", () => {
    const paid = escrow(9_000_00);
    const dateless = { clearedOn: null };
    expect(credit([paid], [receipt(9_000_00, dateless)])).toMatchObject({ sureCents: 9_000_00, conditionalCents: 0 });
    expect(credit([paid], [receipt(1_000_00)])).toMatchObject({ sureCents: EMD });
    expect(credit([paid], [receipt(1_000_01)])).toMatchObject({ sureCents: 9_000_00 });
    expect(credit([paid], [receipt(9_600_00)])).toMatchObject({ sureCents: 9_600_00, conditionalCents: 0 });
    expect(credit([paid], [receipt(9_600_00, dateless)])).toMatchObject({
      sureCents: 9_000_00,
      conditionalCents: 600_00,
    });
    expect(credit([paid], [receipt(9_600_00), receipt(3_000_00, dateless)])).toMatchObject({
      sureCents: 9_000_00,
      conditionalCents: 1_000_00,
    });
    // A small payment and a large one, each with its own receipt.
    const two = [escrow(300_00), paid];
    expect(credit(two, [receipt(300_00), receipt(9_000_00)])).toMatchObject({ sureCents: 9_300_00 });
    expect(credit(two, [receipt(300_00), receipt(400_00)])).toMatchObject({ sureCents: 9_700_00 });
  });

  test("for a bank line credits a payment that no rule took for earnest money, and nothing else", () => {
    const on = (line: ReportTransaction, cents: number) => receipt(cents, { transactionId: line.id, clearedOn: null });
    const paid = escrow(9_000_00);
    const other = check(700_00);
    const deposit = line(-EMD, daysAgo(20), { description: "DEPOSIT", id: "deposit" });
    const lines = [paid, other, deposit];
    expect(credit(lines, [on(other, 700_00)])).toMatchObject({ sureCents: 9_700_00, conditionalCents: 0 });
    expect(credit(lines, [on(paid, 600_00)])).toMatchObject({ sureCents: 9_000_00, conditionalCents: 0 });
    expect(credit(lines, [on(deposit, 600_00)])).toMatchObject({ sureCents: 9_000_00, conditionalCents: 0 });
    expect(credit([check(EMD)], [on(check(EMD), EMD)])).toMatchObject({ sureCents: EMD, conditionalCents: 0 });
    // A bank line that this report does not have is like none.
    expect(credit([], [on(other, 700_00)])).toMatchObject({ sureCents: 0, conditionalCents: 700_00 });
  });

  test("for a transfer between own accounts, or for a payment that came back, credits nothing", () => {
    const wire = check(EMD);
    const model = modelWith([wire], { evidence: [receipt(EMD, { transactionId: wire.id })] });
    const paid = model.accounts[0]!.lines[0]!;
    const moved = new Map([[paid, paid]]);
    expect(readEarnestMoney(model, purchase())).toMatchObject({ sureCents: EMD });
    const nothing = { receiptCents: EMD, sureCents: 0, conditionalCents: 0 };
    expect(readEarnestMoney({ ...model, transferOf: moved }, purchase())).toMatchObject(nothing);
    expect(readEarnestMoney({ ...model, netOf: moved }, purchase())).toMatchObject(nothing);
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

describe("receipts and gifts", () => {
  const letter = (cents: number, more: Partial<EvidenceSource> = {}): EvidenceSource => ({
    transactionId: null,
    kind: "gift",
    sourcedCents: cents,
    donor: { name: "Ines Quist", address: "12 Alder Street", phone: "512 555 0119", relationship: "mother" },
    amountCents: cents,
    noRepayment: true,
    transferEvidence: true,
    hasDocument: true,
    reason: null,
    ...more,
  });
  const other = { donor: { ...letter(1).donor!, name: "Karl Quist" } };
  const read = (evidence: EvidenceSource[], lines: ReportTransaction[] = [], loan = purchase()) => {
    const { sureCents, givenCents, conditionalCents } = readEarnestMoney(modelWith(lines, { evidence }), loan)!;
    return [sureCents, givenCents, conditionalCents];
  };

  test("a receipt of a gift's amount is the gift, each gift for one receipt", () => {
    expect(read([receipt(EMD), letter(EMD)])).toEqual([0, EMD, 0]);
    expect(read([receipt(EMD), letter(EMD - 1)])).toEqual([EMD, 0, 0]);
    expect(read([receipt(EMD), letter(500, { amountCents: EMD })])).toEqual([0, EMD, 0]);
    const [half, day] = [EMD / 2, { clearedOn: daysAgo(2) }];
    expect(read([receipt(half), receipt(half, day), letter(half)])).toEqual([half, half, 0]);
    expect(read([receipt(half), receipt(half, day), letter(half), letter(half, other)])).toEqual([0, EMD, 0]);
    expect(read([receipt(half), receipt(half - 1), letter(half), letter(half - 1)])).toEqual([0, EMD - 1, 0]);
    expect(read([receipt(EMD), receipt(EMD, day), letter(EMD)])).toEqual([EMD, 0, 0]);
  });

  test("a gift that counts for another reason explains no receipt", () => {
    const deposit = line(-EMD, daysAgo(30), { id: "gift" });
    const held = letter(EMD, { transactionId: "gift" });
    expect(read([receipt(EMD), held], [deposit])).toEqual([EMD, 0, 0]);
    expect(read([receipt(EMD), held, letter(EMD)], [deposit])).toEqual([EMD, 0, 0]);
    const [half, day] = [EMD / 2, { clearedOn: daysAgo(2) }];
    expect(read([receipt(half), receipt(half, day), letter(half), letter(half)])).toEqual([half, half, 0]);
  });

  test("a gift may pay what the borrower's own payment leaves open, unless the receipt names what paid it", () => {
    const own = escrow(9_500_00);
    const rest = line(500_00, daysAgo(15), { id: "rest" });
    expect(read([receipt(EMD), letter(500_00)], [own])).toEqual([9_500_00, 500_00, 0]);
    expect(read([receipt(EMD), letter(499_99)], [own])).toEqual([EMD, 0, 0]);
    expect(read([receipt(EMD, { transactionId: "rest" }), letter(500_00)], [own, rest])).toEqual([EMD, 0, 0]);
    const both = [receipt(EMD, { transactionId: "rest" }), receipt(9_500_00), letter(EMD)];
    expect(read(both, [own, rest])[1]).toBe(0);
    expect(read([receipt(9_500_00), letter(EMD, { amountCents: 0 })], [own])).toEqual([9_500_00, 0, 0]);
  });

  test("a receipt for a payment from a counted account is no gift, from another account it may be", () => {
    const paid = line(EMD, daysAgo(15), { id: "paid", description: "OTHER" });
    const sources = [receipt(EMD, { transactionId: "paid" }), letter(EMD)];
    expect(read(sources, [paid])).toEqual([EMD, 0, 0]);
    const uncounted = modelWith([paid], { evidence: sources, uncounted: ["checking"] });
    expect(readEarnestMoney(uncounted, purchase())).toMatchObject({ sureCents: 0, givenCents: EMD });
  });

  test("a receipt that was accepted twice shows one payment", () => {
    const half = EMD / 2;
    expect(read([receipt(half), receipt(half)])).toEqual([half, 0, 0]);
    expect(read([receipt(half), receipt(half, { accountId: null })])).toEqual([half, 0, 0]);
    expect(read([receipt(half, { accountId: "a" }), receipt(half, { accountId: "b" })])).toEqual([EMD, 0, 0]);
    expect(read([receipt(half), receipt(half, { clearedOn: daysAgo(2) })])).toEqual([EMD, 0, 0]);
    const paid = ["one", "two"].map((id) => line(half, daysAgo(15), { id, description: "OTHER" }));
    const [one, two] = paid.map(({ id }) => receipt(half, { transactionId: id })) as [EvidenceSource, EvidenceSource];
    expect(read([one, two], paid)).toEqual([EMD, 0, 0]);
    expect(read([one, one], paid)).toEqual([half, 0, 0]);
    const keyed = { lineKey: "key" };
    expect(
      read([receipt(half, { ...keyed, transactionId: "a" }), receipt(half, { ...keyed, transactionId: "b" })]),
    ).toEqual([half, 0, 0]);
    const undated = { clearedOn: null };
    const { clearedOn: _, ...without } = receipt(half);
    expect(read([receipt(half, undated), without])).toEqual([0, 0, half]);
  });

  test("only accounts that may hold an undated payment cap what it may add", () => {
    const paid = line(4_000_00, daysAgo(15), { id: "paid", description: "OTHER" });
    const accounts = [
      account({ transactions: [paid] }),
      account({ id: "small", mask: "0002", currentCents: 1_000_00 }),
    ];
    const evidence = [
      receipt(4_000_00, { transactionId: "paid", clearedOn: null }),
      receipt(3_000_00, { accountId: "small", clearedOn: null }),
    ];
    const model = modelOf(report([item(accounts)]), { classes: CLASSES, evidence });
    expect(readEarnestMoney(model, purchase())).toMatchObject({ sureCents: 6_000_00, conditionalCents: 1_000_00 });
  });
});
