// Cases worked by hand: how long an account is shown. R1, R2b.
import { describe, expect, test } from "vitest";
import { account, daysAgo, deposit, judged } from "../test-case.ts";

describe("B3-4.4-02: two months of activity for a purchase, one for a refinance", () => {
  test.each([
    ["purchase", 59, false],
    ["purchase", 60, true],
    ["rate_term", 29, false],
    ["rate_term", 30, true],
  ] as const)("%s with %i days: %s", (transactionType, daysAvailable, isEnough) => {
    const one = judged([account({ daysAvailable })], { loan: { transactionType } });
    expect(one.figures.history[0]?.isEnough.fannie).toBe(isEnough);
    expect(one.figures.history[0]?.isEnough.fha).toBe(daysAvailable >= 30);
  });

  test("an investment account is not asked for its history", () => {
    expect(judged([account({ type: "investment", daysAvailable: 0 })]).figures.history[0]?.isEnough.fannie).toBeNull();
  });
});

describe("Freddie Mac 5501.3(a)(i): an account opened within 90 days", () => {
  const opened = (net: number, balance: number, daysAvailable = 41) =>
    judged([
      account({
        daysAvailable,
        historicalBalances: [{ date: daysAgo(41), currentCents: balance }],
        transactions: [deposit(net, 41)],
      }),
    ]).figures.history[0]?.isRecentlyOpened;

  test.each([
    [1_500_000, 1_500_000, 41, true],
    [1_500_000, 1_500_100, 41, true],
    [1_500_000, 1_500_101, 41, false],
    [1_500_000, 2_000_000, 41, false],
    [1_500_000, 1_500_000, 90, false],
  ])("a first day of %i in and %i held, %i days shown: %s", (net, balance, days, isRecent) => {
    expect(opened(net, balance, days)).toBe(isRecent);
  });
});
