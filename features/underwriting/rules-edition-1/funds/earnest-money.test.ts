// Cases worked by hand: the deposit that came with the offer. R14.
import { describe, expect, test } from "vitest";
import { account, daysAgo, judged, payment, PURCHASE } from "../test-case.ts";

describe("B3-4.3-09: earnest money", () => {
  const loan = { ...PURCHASE, emd: 500_000 };
  const foundOf = (cents: number, description: string, more = {}) =>
    judged([account({ transactions: [payment(cents, 20, { description })], ...more })], { loan }).figures.earnestMoney;

  test.each([
    [500_000, "LAKESIDE TITLE", true],
    [450_000, "FIRST ESCROW", true],
    [550_000, "OAK REALTY", true],
    [449_999, "LAKESIDE TITLE", false],
    [550_001, "LAKESIDE TITLE", false],
    [500_000, "GROCERY", false],
  ])("%i cents to %s are found: %s", (cents, description, isFound) => {
    expect(foundOf(cents, description)?.line !== null).toBe(isFound);
  });

  test("the average of two months must bear it", () => {
    const historicalBalances = [{ date: daysAgo(1), currentCents: 499_999 }];
    expect(foundOf(500_000, "LAKESIDE TITLE", { historicalBalances })?.averageSupports).toBe(false);
    expect(foundOf(500_000, "LAKESIDE TITLE")?.averageSupports).toBe(true);
  });

  test("found, it is no longer to be brought; the nearest sum is taken, then the newest", () => {
    const transactions = [
      payment(500_000, 30, { description: "OLD TITLE" }),
      payment(500_000, 20, { description: "NEW TITLE" }),
      payment(510_000, 10, { description: "OTHER TITLE" }),
    ];
    const { earnestMoney, funds } = judged([account({ transactions })], { loan }).figures;
    expect(earnestMoney?.line?.source.description).toBe("NEW TITLE");
    expect(funds.fannie.cashToCloseCents).toBe(1_500_000);
  });
});
