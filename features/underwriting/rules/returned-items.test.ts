import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "./evaluation.ts";
import type { Model } from "./model.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import { evaluateReturnedItems, findReturnedItems } from "./returned-items.ts";
import { account, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const PROGRAMS = ["fannie", "freddie", "fha"] as const;
const POLICY = { nsfReview: 3, nsfBlocker: 5 };

let number = 0;
const bankLine = (description: string, cents: number, ago: number): ReportTransaction =>
  line(cents, daysAgo(ago), { id: `line ${++number}`, description });
const fee = (ago: number, cents = 35_00) => bankLine("NSF FEE FOR RETURNED ITEM 0827", cents, ago);
const refund = (ago: number, cents = 35_00) => bankLine("OVERDRAFT FEE REVERSAL", -cents, ago);

function modelWith(transactions: readonly ReportTransaction[], options: ModelOptions = {}): Model {
  return modelOf(report([item([account({ transactions: [...transactions] })])]), options);
}

function read(model: Model, policy = POLICY) {
  const { summary, findings } = evaluateReturnedItems(findReturnedItems(model), { model, policy, programs: PROGRAMS });
  return { ...summary, findings, codes: findings.map(({ code, severity }) => `${code} ${severity}`) };
}

const CASE_72 = [
  fee(300),
  bankLine("OVERDRAFT CHARGE", 35_00, 150),
  bankLine("INSUFFICIENT FUNDS FEE", 35_00, 70),
  bankLine("NON-SUFFICIENT FUNDS FEE", 35_00, 20),
  bankLine("REFUND OF 2 OVERDRAFT FEES", -70_00, 15),
  bankLine("OVERDRAFT TRANSFER FEE", 12_50, 14),
  bankLine("LATE PAYMENT FEE CARD ENDING 1188", 39_00, 13),
];

test("four fees of which two are refunded in one sum are four events", () => {
  const result = read(modelWith(CASE_72));
  expect(result).toMatchObject({ count60: 1, count90: 2, count365: 4, refunded: 2, netCents: 70_00 });
  expect(result.findings).toMatchObject([
    { code: "RETURNED_ITEMS", severity: "review", programs: PROGRAMS, ruleId: "R10" },
  ]);
});

test("a fifth fee blocks until a letter explains the newest", () => {
  const lines = [...CASE_72, fee(10)];
  expect(read(modelWith(lines)).codes).toEqual(["RETURNED_ITEMS blocker"]);
  const about = (one: ReportTransaction, kind: EvidenceSource["kind"] = "letter"): EvidenceSource[] => [
    { transactionId: one.id, kind, sourcedCents: 1, hasDocument: true, reason: null },
  ];
  expect(read(modelWith(lines, { evidence: about(lines[7]!) })).codes).toEqual([]);
  expect(read(modelWith(lines, { evidence: about(lines[3]!) })).codes).toEqual(["RETURNED_ITEMS blocker"]);
  expect(read(modelWith(lines, { evidence: about(lines[7]!, "gift") })).codes).toEqual(["RETURNED_ITEMS blocker"]);
});

test("three fees, one of them refunded, are three events", () => {
  expect(read(modelWith([fee(40), fee(30), fee(20), refund(18)]))).toMatchObject({
    count365: 3,
    refunded: 1,
    netCents: 70_00,
    codes: ["RETURNED_ITEMS review"],
  });
});

test.each([
  [2, []],
  [3, ["RETURNED_ITEMS review"]],
  [4, ["RETURNED_ITEMS review"]],
  [5, ["RETURNED_ITEMS blocker"]],
])("%i events", (count, expected) => {
  expect(read(modelWith(Array.from({ length: count }, (_, at) => fee(10 + at)))).codes).toEqual(expected);
});

test("the lender's policy sets the limits", () => {
  const model = modelWith([fee(10)]);
  expect(read(model, { nsfReview: 1, nsfBlocker: 2 }).codes).toEqual(["RETURNED_ITEMS review"]);
  expect(read(model, { nsfReview: 1, nsfBlocker: 1 }).codes).toEqual(["RETURNED_ITEMS blocker"]);
  expect(read(modelWith([]), { nsfReview: 0, nsfBlocker: 0 }).codes).toEqual([]);
});

test.each([
  [60, [1, 1, 1]],
  [61, [0, 1, 1]],
  [90, [0, 1, 1]],
  [91, [0, 0, 1]],
  [365, [0, 0, 1]],
  [366, [0, 0, 0]],
])("a fee of %i days ago", (ago, [in60, in90, in365]) => {
  expect(read(modelWith([fee(ago)]))).toMatchObject({ count60: in60, count90: in90, count365: in365 });
});

test.each([
  [3, 1],
  [4, 2],
])("a fee %i days before or after a returned debit: %i events", (days, events) => {
  const returned = bankLine("RETURNED ACH DEBIT NSF VERIZON", -139_00, 20);
  expect(read(modelWith([returned, fee(20 - days)]))).toMatchObject({ count365: events });
  expect(read(modelWith([fee(20 + days), returned]))).toMatchObject({ count365: events });
});

test.each([
  ["equal", 120, 35_00, 1, 0],
  ["equal", 121, 35_00, 0, 35_00],
  ["equal, on the same day", 0, 35_00, 1, 0],
  ["a part", 120, 20_00, 0, 15_00],
  ["a part", 121, 20_00, 0, 35_00],
])("a refund that is %s, %i days after the fee", (_name, days, cents, refunded, netCents) => {
  expect(read(modelWith([fee(5 + days), refund(5, cents)]))).toMatchObject({ count365: 1, refunded, netCents });
});

test.each([
  ["two that follow each other", [30_00, 35_00], 65_00, 2],
  ["two before the newest", [30_00, 35_00, 20_00], 65_00, 2],
  ["the newest two of three", [20_00, 30_00, 35_00], 65_00, 2],
  ["two of one amount that do not follow each other", [35_00, 20_00, 35_00], 70_00, 2],
  ["two of one amount out of three", [35_00, 20_00, 35_00, 21_00, 35_00], 70_00, 2],
  ["no number of fees", [35_00, 20_00, 35_00], 45_00, 0],
  ["more fees than there are", [35_00, 20_00, 35_00], 105_00, 0],
  ["fifty fees", Array<number>(51).fill(10_00), 500_00, 50],
  ["one fee rather than two", [35_00, 15_00, 20_00], 35_00, 1],
])("one refund of %s", (_name, fees, cents, refunded) => {
  const lines = fees.map((one, at) => fee(10 + fees.length - at, one));
  const charged = fees.reduce((total, one) => total + one, 0);
  expect(read(modelWith([...lines, refund(5, cents)]))).toMatchObject({
    count365: fees.length,
    refunded,
    netCents: Math.max(0, charged - cents),
  });
});

test("a refund is not split over more than fifty fees", () => {
  const fees = Array.from({ length: 51 }, (_, at) => fee(10 + at, 10_00));
  expect(read(modelWith([...fees, refund(5, 510_00)]))).toMatchObject({ count365: 51, refunded: 0 });
});

test("each fee is refunded once, the newest first", () => {
  expect(read(modelWith([fee(30), fee(25, 20_00), refund(20), refund(15, 20_00)]))).toMatchObject({
    refunded: 2,
    netCents: 0,
  });
  expect(read(modelWith([fee(30), refund(20), refund(15)]))).toMatchObject({ refunded: 1, netCents: 0 });
  const both = [fee(200), fee(190, 20_00), fee(100), fee(95, 20_00), fee(90), refund(85, 70_00)];
  // The fee of 200 days ago is too old for the second refund.
  expect(read(modelWith([...both, refund(75)]))).toMatchObject({ refunded: 2 });
});

test.each([
  [120, 1],
  [121, 2],
])("a fee of an equal sum %i days before comes before smaller ones: %i refunded", (days, refunded) => {
  const lines = [fee(5 + days), fee(20, 15_00), fee(19, 20_00), refund(5)];
  expect(read(modelWith(lines))).toMatchObject({ refunded, netCents: 35_00 });
});

test("a refund that does not say of what is one of a fee of that sum, and of no part", () => {
  const of = (description: string, cents: number) =>
    read(modelWith([fee(20), bankLine(description, -cents, 10)], { classes: { [description]: "fee_refund" } }));
  expect(of("COURTESY CREDIT", 35_00)).toMatchObject({ refunded: 1, netCents: 0 });
  expect(of("COURTESY CREDIT", 20_00)).toMatchObject({ refunded: 0, netCents: 35_00 });
  // Three hundred characters are read.
  expect(of("WIRE".padEnd(291) + "OVERDRAFT", 35_00)).toMatchObject({ refunded: 1 });
  expect(of("WIRE".padEnd(292) + "OVERDRAFT", 35_00)).toMatchObject({ refunded: 0 });
});

test("a refund of something else and a payment of that name are none", () => {
  const paidBack = bankLine("STORE", -35_00, 10);
  expect(read(modelWith([fee(20), paidBack]))).toMatchObject({ refunded: 0, netCents: 35_00 });
  const classes = { ODD: "fee_refund", RETURNED: "refund_reversal", FEE: "nsf_fee" } as const;
  expect(read(modelWith([fee(20), bankLine("ODD", 35_00, 10)], { classes }))).toMatchObject({ refunded: 0 });
  expect(read(modelWith([bankLine("RETURNED", -35_00, 10)], { classes }))).toMatchObject({ count365: 0 });
  expect(read(modelWith([bankLine("FEE", 1, 10)], { classes }))).toMatchObject({ count365: 1, netCents: 1 });
  expect(read(modelWith([bankLine("FEE", 0, 10), bankLine("FEE", -1, 10)], { classes }))).toMatchObject({
    count365: 0,
  });
});

test("a fee in another currency is an event that costs no dollars", () => {
  const model = modelOf(report([item([account({ currency: "CAD", transactions: [fee(10)] })])]));
  expect(read(model)).toMatchObject({ count365: 1, netCents: 0, negativeDays: [] });
});

test("a letter about the account explains all of its events", () => {
  const events = [fee(10), fee(20), fee(30)];
  const bought = bankLine("STORE", 10_00, 15);
  const codes = (...evidence: EvidenceSource[]) => read(modelWith([...events, bought], { evidence })).codes;
  const about = (transactionId: string | null, kind: EvidenceSource["kind"]): EvidenceSource => ({
    transactionId,
    accountId: "checking",
    kind,
    sourcedCents: 1,
    hasDocument: true,
    reason: null,
  });
  expect(codes(about(null, "letter"))).toEqual([]);
  expect(codes({ ...about(null, "letter"), accountId: "savings" })).toEqual(["RETURNED_ITEMS review"]);
  expect(codes(about(null, "statement"))).toEqual(["RETURNED_ITEMS review"]);
  expect(codes(about(bought.id, "letter"))).toEqual(["RETURNED_ITEMS review"]);
  expect(codes(about(events[0]!.id, "gift"), about(events[0]!.id, "letter"))).toEqual([]);
});

test("days are counted from the reading of the account's own bank", () => {
  const stale = item([account({ transactions: [fee(90)] })], { lastUpdatedAt: `${daysAgo(30)}T11:00:00.000Z` });
  expect(read(modelOf(report([stale])))).toMatchObject({ count60: 1 });
});

describe("a returned debit", () => {
  const debit = (ago: number) => bankLine("VERIZON WIRELESS PYMT", 139_00, ago);
  const returned = (ago: number) => bankLine("RETURNED ACH DEBIT NSF VERIZON", -139_00, ago);

  test("without a fee is an event", () => {
    expect(read(modelWith([debit(21), returned(20)]))).toMatchObject({ count365: 1, netCents: 0 });
  });

  test("with its fee is one event", () => {
    expect(read(modelWith([debit(21), returned(20), fee(19)]))).toMatchObject({ count365: 1, netCents: 35_00 });
    expect(read(modelWith([debit(31), returned(30), fee(20)]))).toMatchObject({ count365: 2 });
    expect(read(modelWith([debit(21), returned(20), returned(20), fee(19)]))).toMatchObject({ count365: 2 });
  });

  test("that is netted with its payment is still an event", () => {
    const lines = [debit(21), returned(20)];
    expect(read(modelWith(lines, { matched: lines.map(({ id }) => id) }))).toMatchObject({ count365: 1 });
  });
});

test("a wire fee that comes back refunds no returned item", () => {
  expect(read(modelWith([fee(20, 30_00), bankLine("WIRE FEE REVERSAL", -30_00, 10)]))).toMatchObject({
    refunded: 0,
    netCents: 30_00,
  });
});

test("a part of a fee that comes back lowers the cost, and no event is refunded", () => {
  expect(read(modelWith([fee(20), refund(10, 20_00)]))).toMatchObject({ count365: 1, refunded: 0, netCents: 15_00 });
});

test("a refund before the fee is not its own", () => {
  expect(read(modelWith([refund(21), fee(20)]))).toMatchObject({ refunded: 0, netCents: 35_00 });
});

test("negative days are listed apart", () => {
  const historicalBalances = [
    { date: daysAgo(1), currentCents: 0 },
    { date: daysAgo(3), currentCents: -19_00 },
    { date: daysAgo(2), currentCents: -1 },
    { date: daysAgo(3), currentCents: -20_00 },
    { date: daysAgo(3), currentCents: -18_00 },
    { date: daysAgo(365), currentCents: -4 },
    { date: daysAgo(366), currentCents: -5 },
  ];
  const model = modelOf(report([item([account({ historicalBalances })])]));
  expect(read(model)).toMatchObject({
    count365: 0,
    negativeDays: [
      { accountId: "checking", date: daysAgo(365), cents: -4 },
      { accountId: "checking", date: daysAgo(3), cents: -20_00 },
      { accountId: "checking", date: daysAgo(3), cents: -19_00 },
      { accountId: "checking", date: daysAgo(3), cents: -18_00 },
      { accountId: "checking", date: daysAgo(2), cents: -1 },
    ],
  });
});

test("an account that the lender leaves out counts no events", () => {
  expect(read(modelWith(CASE_72, { uncounted: ["checking"] }))).toMatchObject({ count365: 0, codes: [] });
});

test("a next event is the same condition with other facts", () => {
  const before = read(modelWith([fee(30), fee(20), fee(10)])).findings[0]!;
  const after = read(modelWith([fee(30), fee(20), fee(10), fee(5)])).findings[0]!;
  expect(after.key).toBe(before.key);
  expect(after.factsHash).not.toBe(before.factsHash);
});

test("refunds never lower the number of events", () => {
  const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 364 }), fc.constantFrom(30_00, 35_00)), { maxLength: 12 });
  const refunds = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 364 }),
      fc.constantFrom(30_00, 35_00, 65_00, 70_00, 105_00),
      fc.constantFrom("NSF FEE REFUND COURTESY CREDIT", "OVERDRAFT FEE REVERSAL", "SERVICE CHARGE REFUND"),
    ),
    { maxLength: 12 },
  );
  let matched = 0;
  fc.assert(
    fc.property(events, refunds, (charged, given) => {
      const fees = charged.map(([ago, cents]) => fee(ago, cents));
      const back = given.map(([ago, cents, words]) => bankLine(words, -cents, ago));
      const without = read(modelWith(fees));
      const with_ = read(modelWith([...fees, ...back]));
      matched += with_.refunded;
      expect(with_).toMatchObject({
        count60: without.count60,
        count90: without.count90,
        count365: fees.length,
        codes: without.codes,
      });
      expect(with_.netCents).toBeLessThanOrEqual(without.netCents);
      expect(with_.netCents).toBeGreaterThanOrEqual(0);
      expect(with_.refunded).toBeLessThanOrEqual(fees.length);
    }),
  );
  expect(matched).toBeGreaterThan(20);
});

test("thousands of fees and refunds are all read", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    at % 2 === 0 ? fee(at % 300, 30_00 + (at % 17)) : refund(at % 280, 31_00 + (at % 13)),
  );
  expect(read(modelWith(lines)).count365).toBe(10_000);
});

test("no data is no failure", () => {
  expect(read(modelOf(report([])))).toMatchObject({ count365: 0, netCents: 0, negativeDays: [], codes: [] });
});
