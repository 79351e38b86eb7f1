// Cases worked by hand: fees for what was not covered. R10.
import { describe, expect, test } from "vitest";
import { account, daysAgo, deposit, judged, judgedOf, payment } from "../test-case.ts";

describe("B3-4.2-02: returned items and overdrafts", () => {
  const fee = (ago: number, more = {}) => payment(3_500, ago, { description: "OVERDRAFT FEE FOR ITEM", ...more });

  test.each([
    [1, "info"],
    [3, "review"],
    [5, "blocker"],
  ])("%i in twelve months are %s", (times, severity) => {
    const one = judgedOf(...Array.from({ length: times }, (_fee, at) => fee(at * 10)));
    expect(one.findings.find(({ code }) => code === "RETURNED_ITEMS")?.severity).toBe(severity);
  });

  test("the organization's own policy decides", () => {
    const one = judged([account({ transactions: [fee(1), fee(2)] })], { feePolicy: { reviewFrom: 1, blockFrom: 2 } });
    expect(one.findings.find(({ code }) => code === "RETURNED_ITEMS")?.severity).toBe("blocker");
  });

  test("a fee that was given back is none; of two, one is left", () => {
    const back = deposit(3_500, 3, { description: "OVERDRAFT FEE REFUND" });
    expect(judgedOf(fee(5), fee(9), back).figures.fees.events.map(({ source }) => source.date)).toEqual([daysAgo(9)]);
  });

  test("moving money over in time is told apart; buying with a word like it is no fee", () => {
    const one = judgedOf(
      payment(1_000, 5, { description: "OVERDRAFT PROTECTION TRANSFER FEE" }),
      payment(1_000, 6, { description: "NSFW RECORDS FEE" }),
    );
    expect([one.figures.fees.events.length, one.figures.fees.protectionTransfers.length]).toEqual([0, 1]);
  });

  test("counts of 60 days, 90 days and a year", () => {
    const { fees } = judgedOf(fee(60), fee(61), fee(90), fee(91), fee(365), fee(366)).figures;
    expect([fees.count60Days, fees.count90Days, fees.count12Months]).toEqual([1, 3, 5]);
  });

  test("days below zero are listed, oldest first", () => {
    const historicalBalances = [5, -1, 5, -2].map((cents, ago) => ({ date: daysAgo(ago + 1), currentCents: cents }));
    expect(judged([account({ historicalBalances })]).figures.fees.negativeBalanceDays).toEqual([
      daysAgo(4),
      daysAgo(2),
    ]);
  });
});
