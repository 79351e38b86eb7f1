// Cases worked by hand: rent that was paid in time. R15.
import { describe, expect, test } from "vitest";
import { account, again, judged } from "../test-case.ts";

describe("Desktop Underwriter: twelve months of rent in a row", () => {
  const rentOf = (times: number, cents = 150_000, apart = 30) =>
    judged([account({ transactions: again(cents, times, apart, { description: "MAPLE APARTMENTS RENT" }) })]).figures
      .rent;

  test.each([
    [12, 150_000, true],
    [11, 150_000, false],
    [12, 30_000, true],
    [12, 29_999, false],
  ])("%i of %i cents help: %s", (times, cents, isEligible) => {
    expect(rentOf(times, cents)).toMatchObject({ months: times, isEligible });
  });

  test("a month left out begins anew, and no rent is none", () => {
    expect(rentOf(3, 150_000, 36)?.months).toBe(1);
    expect(judged([account()]).figures.rent).toBeNull();
  });
});
