// Cases worked by hand: cash to close, reserves, securities and retirement, gifts. R6b, R7, R7b, R9.
import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { account, codesOf, deposit, judged, PURCHASE } from "../test-case.ts";

const holding = (valueCents: number, vestedValueCents: number | null) => ({
  name: null,
  ticker: null,
  quantity: 1,
  valueCents,
  vestedValueCents,
});
const investment = (subtype: string, ...holdings: ReturnType<typeof holding>[]) =>
  account({ id: subtype, mask: "7777", type: "investment", subtype, currentCents: null, holdings });

describe("B3-4.1-01: cash to close, and what is left of it", () => {
  test("price less loan, with costs and prepaids, less credits", () => {
    const loan = { ...PURCHASE, closingCosts: 900_000, prepaids: 100_000, credits: 250_000 };
    expect(judged([account()], { loan }).figures.funds.fannie.cashToCloseCents).toBe(2_750_000);
  });

  test("a refinance pays off what is owed instead of a price", () => {
    const loan = { ...PURCHASE, transactionType: "rate_term", payoff: 37_000_000 } as const;
    expect(judged([account()], { loan }).figures.funds.fannie.cashToCloseCents).toBe(-1_000_000);
    const { payoff: _left, ...without } = loan;
    expect(judged([account()], { loan: without }).notEvaluated).toContainEqual({
      ruleId: "R7",
      programs: ["fannie"],
      missing: ["payoff"],
    });
  });

  test.each([
    [2_749_999, 2.99],
    [2_750_000, 3],
    [2_752_500, 3.01],
  ])("%i cents leave %d months of 2,500 dollars: never rounded up", (currentCents, months) => {
    expect(judged([account({ currentCents })]).figures.funds.fannie.reserveMonths).toBe(months);
  });

  test("without a payment nothing is said of months", () => {
    const { figures, notEvaluated } = judged([account()], { loan: { ...PURCHASE, pitia: 0 } });
    expect([figures.funds.fannie.reserveMonths, figures.funds.fannie.isReserveEnough]).toEqual([null, null]);
    expect(notEvaluated.flatMap(({ missing }) => missing)).toContain("pitia");
  });
});

describe("B3-4.1-01, FHA 4000.1: required reserves, where the loan names none", () => {
  test.each([
    ["primary", 1, null, 1],
    ["primary", 2, 6, 1],
    ["primary", 3, 6, 3],
    ["second_home", 1, 2, 1],
    ["investment", 1, 6, 1],
    ["investment", 4, 6, 3],
  ] as const)("%s of %i units: %s months, FHA %i", (occupancy, units, conventional, fha) => {
    const { reserveMonthsRequired: _left, ...loan } = PURCHASE;
    const { funds } = judged([account()], { loan: { ...loan, occupancy, units } }).figures;
    expect([funds.freddie.requiredReserveMonths, funds.fha.requiredReserveMonths]).toEqual([conventional, fha]);
  });
});

describe("B3-4.3-01, B3-4.3-03: securities and retirement", () => {
  test("a plan counts for what is vested, under FHA for 60 % of it, floored to the cent", () => {
    const { funds } = judged([account(), investment("401k", holding(900, 101))]).figures;
    expect([funds.fannie.investmentReserveCents, funds.fha.investmentReserveCents]).toEqual([101, 60]);
  });

  test("a plan that does not say what is vested counts for nothing, and its terms are asked for", () => {
    const { funds } = judged([account(), investment("ira", holding(900, 101), holding(900, null))]).figures;
    expect([funds.fannie.investmentReserveCents, funds.fannie.investments[0]?.valueCents]).toEqual([0, null]);
  });

  test("securities count for what is vested, or else for their value", () => {
    const { funds } = judged([account(), investment("brokerage", holding(900, 700), holding(500, null))]).figures;
    expect([funds.fannie.investmentReserveCents, funds.fha.investmentReserveCents]).toEqual([1_200, 1_200]);
  });

  test.each([
    [1_199_999, 0, 1_199_999],
    [1_200_000, 1_000_000, 200_000],
  ])("10,000 dollars short, %i cents of securities close with %i and leave %i", (value, closing, reserve) => {
    const one = judged([account({ currentCents: 1_000_000 }), investment("brokerage", holding(value, null))]);
    expect(one.figures.funds.fannie).toMatchObject({
      investmentClosingCents: closing,
      investmentReserveCents: reserve,
      isSufficientToClose: closing > 0,
    });
  });

  test.each([
    ["enough", 0, "with 0.8 months of reserves left."],
    ["short of reserves", 24, "but reserves last 0.8 months of the 24 required."],
  ])("an answer of %s says that it counts on a sale of investments", (_answer, reserveMonthsRequired, rest) => {
    const accounts = [account({ currentCents: 1_000_000 }), investment("brokerage", holding(1_200_000, null))];
    const { verdicts } = judged(accounts, { loan: { ...PURCHASE, reserveMonthsRequired } });
    const sold = "Enough to close under Fannie Mae, counting the sale of $10,000.00 of investments";
    expect(verdicts.fannie.text).toBe(`${sold}, ${rest}`);
  });

  test("what is enough at the bank leaves securities whole", () => {
    const one = judged([account({ currentCents: 2_000_000 }), investment("brokerage", holding(500, null))]);
    expect(one.figures.funds.fannie).toMatchObject({ investmentClosingCents: 0, reservesCents: 500 });
    expect(one.verdicts.fannie.text).not.toContain("investments");
  });
});

describe("B3-4.3-04: gifts", () => {
  const whole: EvidenceSource = {
    transactionId: null,
    sourcedCents: 1_000_000,
    kind: "gift",
    donor: { name: "Rosa Lovell", address: "1 Main Street", phone: "+15551234567", relationship: "parent" },
    amountCents: 1_000_000,
    noRepayment: true,
    transferEvidence: true,
  };
  const withGift = (gift: EvidenceSource, more = {}) =>
    judged([account({ currentCents: 1_000_000 })], { evidence: [gift], ...more });

  test("complete and still to come it counts for closing", () => {
    expect(withGift(whole).figures.funds.fannie).toMatchObject({ giftCents: 1_000_000, usableClosingCents: 2_000_000 });
  });

  test.each([
    [{ donor: { ...whole.donor, phone: undefined } }, ["donor.phone"]],
    [{ noRepayment: false }, ["noRepayment"]],
    [{ transferEvidence: undefined, amountCents: undefined }, ["amount", "transferEvidence"]],
    [{ donor: undefined }, ["donor.name", "donor.address", "donor.phone", "donor.relationship"]],
  ])("with %j left out it does not, and says what it lacks", (left, missing) => {
    const one = withGift({ ...whole, ...left });
    expect(one.figures.gifts.gifts[0]?.missing).toEqual(missing);
    expect(one.figures.funds.fannie.giftCents).toBe(0);
  });

  test("deposited it stands in the balance, and is not counted twice", () => {
    const line = deposit(1_000_000);
    const one = judged([account({ currentCents: 1_000_000, transactions: [line] })], {
      evidence: [{ ...whole, transactionId: line.id }],
    });
    expect(one.figures.funds.fannie).toMatchObject({ giftCents: 0, usableClosingCents: 1_000_000, reductionCents: 0 });
  });

  test("from the seller it does not count", () => {
    const one = withGift(whole, { loan: { ...PURCHASE, interestedParties: ["ROSA LOVELL"] } });
    expect([codesOf(one).includes("GIFT_FROM_INTERESTED_PARTY"), one.figures.gifts.expectedCents]).toEqual([true, 0]);
  });

  test("for an investment property it does not count", () => {
    const one = withGift(whole, { loan: { ...PURCHASE, occupancy: "investment" } });
    expect([codesOf(one).includes("GIFT_ON_INVESTMENT_PROPERTY"), one.figures.gifts.expectedCents]).toEqual([true, 0]);
  });

  test.each([
    [2_000_000, 1, "primary", false],
    [2_000_000, 2, "primary", false],
    [1_999_999, 2, "primary", true],
    [1_999_999, 1, "second_home", true],
    [1_999_999, 1, "primary", false],
  ] as const)(
    "%i cents of one's own, %i units, %s: five percent of the price are short: %s",
    (own, units, occupancy, isShort) => {
      const loan = { ...PURCHASE, units, occupancy };
      const one = judged([account({ currentCents: own })], { evidence: [whole], loan });
      expect(codesOf(one).includes("OWN_FUNDS_SHORT")).toBe(isShort);
    },
  );

  test("up to 80 % of the value nothing of one's own is asked for", () => {
    const loan = { ...PURCHASE, units: 2, loanAmount: 32_000_000 };
    expect(codesOf(judged([account({ currentCents: 0 })], { evidence: [whole], loan }))).not.toContain(
      "OWN_FUNDS_SHORT",
    );
  });
});

test("B3-4.3-04: of one's own is what gifts did not bring: each deposit once, and only those of this report", () => {
  const loan = { ...PURCHASE, units: 2 };
  const line = deposit(1_000_000);
  const gift = (transactionId: string, sourcedCents: number): EvidenceSource => ({
    ...{ transactionId, kind: "gift", sourcedCents },
  });
  const evidence = [gift(line.id, 1_000_000), gift(line.id, 1_000_000), gift("of-an-older-report", 900_000)];
  // 30,000 dollars less the gift of 10,000 are 20,000, which is five percent of 400,000.
  const one = judged([account({ currentCents: 3_000_000, transactions: [line] })], { evidence, loan });
  expect(codesOf(one)).not.toContain("OWN_FUNDS_SHORT");
  const less = judged([account({ currentCents: 2_999_999, transactions: [line] })], { evidence, loan });
  expect(codesOf(less)).toContain("OWN_FUNDS_SHORT");
});
