// Cases worked by hand from the guides' words: what a deposit is, when it is large, what settles it. R3, R3b, R3c, R3d.
import { describe, expect, test } from "vitest";
import { account, codesOf, deposit, judged, owner, payment, PURCHASE } from "../test-case.ts";

/** Fannie Mae B3-4.2-02: a single deposit that exceeds 50 % of the total monthly qualifying income; here of 10,000 dollars. */
const LARGE = 600_000;

const outcomesOf = (one: ReturnType<typeof judged>) =>
  one.figures.largeDeposits.evaluated.map(({ conventional, fha }) => [conventional, fha]);
const identitiesOf = (one: ReturnType<typeof judged>) =>
  one.figures.largeDeposits.evaluated.map(({ identifiableAs }) => identifiableAs);

describe("B3-4.2-02: where the source is identified on the statement, nothing more is asked for", () => {
  test.each([
    ["ACME CORP DES:PAYROLL ID:1", null, "payroll"],
    ["SOMEBODY", "INCOME_SALARY", "payroll"],
    ["US TREAS 310 XXSOC SEC", null, "government_benefit"],
    ["US TREAS 310 VA BENEF", null, "government_benefit"],
    ["STATE UNEMPLOYMENT", null, "government_benefit"],
    ["IRS TREAS 310 TAX REF", null, "tax_refund"],
    ["INTEREST PAID", null, "interest"],
    ["US TREAS 310 MISC PAY", null, null],
    ["ZELLE FROM A FRIEND", "TRANSFER_IN_ACCOUNT_TRANSFER", null],
  ])("%s (%s) is %s", (description, category, identity) => {
    const one = judged([account({ transactions: [deposit(LARGE, 10, { description, category })] })]);
    expect(identitiesOf(one)).toEqual([identity]);
    expect(codesOf(one).includes("LARGE_UNSOURCED")).toBe(identity === null);
  });

  test("the provider's category is heard before the words", () => {
    const line = deposit(LARGE, 10, { description: "INTEREST PAID", category: "INCOME_SALARY" });
    expect(identitiesOf(judged([account({ transactions: [line] })]))).toEqual(["payroll"]);
  });
});

describe("B3-4.2-02: a transfer between accounts of the report", () => {
  const savings = (...transactions: ReturnType<typeof payment>[]) =>
    account({ id: "savings", mask: "1111", transactions });

  test.each([
    [0, "transfer_verified_account"],
    [3, "transfer_verified_account"],
    [4, null],
  ])("that left %i days before is %s", (apart, identity) => {
    const one = judged([
      account({ transactions: [deposit(LARGE, 10)] }),
      savings(payment(LARGE, 10 + apart, { description: "ONLINE TRANSFER" })),
    ]);
    expect(identitiesOf(one)).toEqual([identity]);
  });

  test("is matched one to one: two deposits of one sum need two that left", () => {
    const one = judged([
      account({ transactions: [deposit(LARGE, 10), deposit(LARGE, 11)] }),
      savings(payment(LARGE, 10)),
    ]);
    expect(identitiesOf(one)).toEqual([null, "transfer_verified_account"]); // the older one is left over
  });

  test("from an account that is not the borrower's shows nothing", () => {
    const theirs = { ...savings(payment(LARGE, 10)), owners: [owner("Someone Else")] };
    expect(identitiesOf(judged([account({ transactions: [deposit(LARGE, 10)] }), theirs]))).toEqual([null]);
  });

  test("from a card is borrowed, not moved", () => {
    const card = { ...savings(payment(LARGE, 10)), type: "credit" };
    expect(identitiesOf(judged([account({ transactions: [deposit(LARGE, 10)] }), card]))).toEqual([null]);
  });
});

describe("B3-4.2-02: only the part that is not sourced is tested, and taken off the funds", () => {
  const large = deposit(1_200_000);
  const sourced = (cents: number) => ({
    evidence: [{ transactionId: large.id, sourcedCents: cents, kind: "other" as const }],
  });

  test("nothing sourced: all of it", () => {
    const one = judged([account({ transactions: [large] })]);
    expect(outcomesOf(one)).toEqual([["large_unsourced", "document_source"]]);
    expect(one.figures.funds.fannie.reductionCents).toBe(1_200_000);
  });

  test("half of it sourced, and the rest still above half of the income: the rest", () => {
    const one = judged([account({ transactions: [large] })], sourced(600_000));
    expect(outcomesOf(one)).toEqual([["large_unsourced", "document_source"]]);
    expect(one.figures.funds.fannie.reductionCents).toBe(600_000);
  });

  test("so much sourced that the rest is not large: nothing; FHA still asks for the rest", () => {
    const one = judged([account({ transactions: [large] })], sourced(800_000));
    expect(outcomesOf(one)).toEqual([["not_large_after_sourcing", "document_source"]]);
    expect(one.figures.funds.fannie.reductionCents).toBe(0);
  });

  test("more sourced than was deposited counts as all of it", () => {
    const one = judged([account({ transactions: [large] })], sourced(9_000_000));
    expect(outcomesOf(one)).toEqual([["sourced", "sourced"]]);
  });

  test("the reduction is never more than the account holds", () => {
    const one = judged([account({ currentCents: 100_000, transactions: [large] })]);
    expect(one.figures.funds.fannie.reductionCents).toBe(100_000);
  });

  test("on an account that does not count it is told, and takes nothing", () => {
    const one = judged([account(), account({ id: "theirs", owners: [owner("Someone Else")], transactions: [large] })]);
    expect(outcomesOf(one)).toEqual([["large_unsourced", "document_source"]]);
    expect(one.figures.funds.fannie.reductionCents).toBe(0);
  });
});

describe("B3-4.2-02: what is not tested", () => {
  test("B3-4.2-02: a refinance asks for no papers of deposits; FHA does, against the appraisal", () => {
    const loan = { ...PURCHASE, transactionType: "rate_term", payoff: 30_000_000 } as const;
    expect(outcomesOf(judged([account({ transactions: [deposit(LARGE)] })], { loan }))).toEqual([
      [null, "document_source"],
    ]);
  });

  test("a pending deposit waits until it posts", () => {
    const one = judged([account({ transactions: [deposit(LARGE, 1, { pending: true })] })]);
    expect([outcomesOf(one), one.figures.largeDeposits.pendingIgnored]).toEqual([[], 1]);
  });

  test("an account in another currency is reviewed as a whole", () => {
    const one = judged([account({ currency: "EUR", transactions: [deposit(LARGE)] })]);
    expect([outcomesOf(one), codesOf(one)]).toEqual([[], expect.arrayContaining(["OTHER_CURRENCY"])]);
  });
});

test.each([
  [[300_000, 300_000], [10, 12], 1],
  [[300_000, 300_000], [10, 14], 0],
  [[250_000, 250_000], [10, 10], 0],
  [[250_000, 250_001], [10, 13], 1],
])("smaller deposits of %j cents, %j days ago, are %i run", (cents, days, runs) => {
  const transactions = cents.map((sum, at) => deposit(sum, days[at]));
  expect(judged([account({ transactions })]).figures.largeDeposits.runs).toHaveLength(runs);
});

test("B3-4.2-02: money that is enough without a large deposit asks for nothing", () => {
  const transactions = [deposit(LARGE)];
  const severityWith = (currentCents: number) =>
    judged([account({ currentCents, transactions })]).findings.find(({ code }) => code === "LARGE_UNSOURCED")?.severity;
  expect([severityWith(10_000_000), severityWith(2_600_000)]).toEqual(["info", "blocker"]);
});

test("FHA 4000.1: adjusted value is the lower of price less inducements and appraisal", () => {
  const thresholdWith = (loan: object) =>
    judged([account()], { loan: { ...PURCHASE, ...loan } }).figures.largeDeposits.fhaThresholdCents;
  expect([
    thresholdWith({}),
    thresholdWith({ inducements: 1_000_000 }),
    thresholdWith({ appraisedValue: 35_000_099 }),
    thresholdWith({ credits: 5_000_000 }),
  ]).toEqual([400_000, 390_000, 350_000, 400_000]);
});
