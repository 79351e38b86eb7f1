// Cases worked by hand: what is paid again and again. R11.
import { describe, expect, test } from "vitest";
import { account, again, judged, judgedOf, payment, PURCHASE } from "../test-case.ts";

describe("Undisclosed liabilities, FHA 4000.1: debts that come again", () => {
  const car = { description: "TOYOTA FINANCIAL SVC", category: "LOAN_PAYMENTS_CAR_PAYMENT" };
  const debtsOf = (one: ReturnType<typeof judged>) =>
    one.figures.debts.debts.map(({ monthlyCents, occurrences }) => [monthlyCents, occurrences]);

  test.each([
    [2, 24, 1],
    [2, 35, 1],
    [2, 23, 0],
    [2, 36, 0],
    [1, 30, 0],
  ])("%i payments of a known lender, %i days apart, are %i debts", (times, apart, debts) => {
    expect(debtsOf(judgedOf(...again(40_000, times, apart, car)))).toHaveLength(debts);
  });

  test("of a payee nobody knows three are needed, and a word for a loan", () => {
    const unknown = { description: "MAPLE COUNTY LEASE" };
    expect(debtsOf(judgedOf(...again(40_000, 2, 30, unknown)))).toEqual([]);
    expect(debtsOf(judgedOf(...again(40_000, 3, 30, unknown)))).toEqual([[40_000, 3]]);
    expect(debtsOf(judgedOf(...again(40_000, 3, 30, { description: "MAPLE COUNTY GYM" })))).toEqual([]);
  });

  test("sums within ten percent are one debt, the median its payment; a card's may differ", () => {
    const differing = (more: object) => [
      payment(40_000, 5, more),
      payment(43_000, 35, more),
      payment(41_000, 65, more),
    ];
    expect(debtsOf(judgedOf(...differing(car)))).toEqual([[41_000, 3]]);
    const card = { description: "CHASE CREDIT CRD AUTOPAY", category: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT" };
    expect(debtsOf(judgedOf(payment(5_000, 5, card), payment(90_000, 35, card)))).toEqual([[47_500, 2]]);
  });

  test("paid in four it counts by 26 a year, and is over when nothing was paid for 30 days", () => {
    const fourth = { description: "AFTERPAY US" };
    expect(debtsOf(judgedOf(...again(6_000, 3, 14, fourth, 30)))).toEqual([[13_000, 3]]);
    expect(debtsOf(judgedOf(...again(6_000, 3, 14, fourth, 31)))).toEqual([]);
  });

  test("rent, utilities, insurance and money moved between own accounts are no debts", () => {
    const household = ["RENT_AND_UTILITIES_RENT", "GENERAL_SERVICES_INSURANCE"].flatMap((category) =>
      again(90_000, 3, 30, { description: "ACME FINANCE", category }),
    );
    expect(debtsOf(judgedOf(...household))).toEqual([]);
    const moved = judged([
      account({ transactions: again(40_000, 3, 30, { description: "LOAN SAVINGS" }) }),
      account({ id: "savings", transactions: again(-40_000, 3, 30, { description: "FROM CHECKING" }) }),
    ]);
    expect(debtsOf(moved)).toEqual([]);
  });

  test("what a card of the report is credited with within three days is no debt apart; another card's is one", () => {
    const autopay = { description: "CREDIT CARD AUTOPAY", category: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT" };
    const paid = account({ transactions: again(90_000, 3, 30, autopay) });
    const credited = (cents: number, late: number) =>
      account({
        id: "card",
        type: "credit",
        transactions: again(-cents, 3, 30, { description: "THANK YOU" }, 5 - late),
      });
    expect(debtsOf(judged([paid, credited(90_000, 0)]))).toEqual([]);
    expect(debtsOf(judged([paid, credited(90_000, 3)]))).toEqual([]);
    expect(debtsOf(judged([paid, credited(90_000, 4)]))).toEqual([[90_000, 3]]);
    expect(debtsOf(judged([paid, credited(90_001, 0)]))).toEqual([[90_000, 3]]);
    expect(debtsOf(judged([paid, { ...credited(90_000, 0), type: "loan" }]))).toEqual([[90_000, 3]]);
  });

  test.each([
    ["Toyota Financial", 40_000, null],
    ["Toyota", 46_000, null],
    ["Toyota", 47_100, "AMOUNT_DIFFERS"],
    ["Honda", 40_000, "NOT_NAMED"],
  ])("named as %s with %i cents it is disclosed unless %s", (creditor, monthlyPayment, reason) => {
    const loan = { ...PURCHASE, disclosedLiabilities: [{ creditor, monthlyPayment, type: "installment" as const }] };
    const one = judged([account({ transactions: again(40_000, 2, 30, car) })], { loan });
    expect(one.figures.debts.debts.map((debt) => debt.reason)).toEqual([reason]);
  });

  test.each([
    [10_000, false],
    [10_001, true],
  ])("FHA 4000.1: undisclosed debts of %i cents a month ask for a new submission: %s", (cents, isResubmit) => {
    expect(judgedOf(...again(cents, 2, 30, car)).figures.debts.isFhaResubmit).toBe(isResubmit);
  });
});
