// Cases worked by hand: a balance against its average. R17.
import { describe, expect, test } from "vitest";
import { account, daysAgo, judged } from "../test-case.ts";

describe("Freddie Mac 5501.3: a balance well above its average", () => {
  test.each([
    [150, false],
    [151, true],
  ])("%i cents against 100 on average: %s", (currentCents, isGreater) => {
    const historicalBalances = [{ date: daysAgo(1), currentCents: 100 }];
    const [average] = judged([account({ currentCents, historicalBalances })]).figures.averages;
    expect(average?.isSignificantlyGreater).toBe(isGreater);
  });

  test("the newest sixty days alone are counted, or as many as there are", () => {
    const historicalBalances = Array.from({ length: 70 }, (_day, ago) => ({
      date: daysAgo(ago + 1),
      currentCents: ago < 60 ? 100 : 1_000_000,
    }));
    expect(judged([account({ historicalBalances })]).figures.averages[0]).toMatchObject({
      days: 60,
      average60Cents: 100,
    });
  });
});
