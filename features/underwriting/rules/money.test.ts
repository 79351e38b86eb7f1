import { expect, test } from "vitest";
import { half, median, monthsOf, ratio, sum } from "./money.ts";

test("halves are rounded up", () => {
  expect([0, 1.4, 1.5, 2.5, 2.49].map(half)).toEqual([0, 1, 2, 3, 2]);
});

test("the median is by value, not by text, and of an even number the mean of both middle ones", () => {
  expect(median([900, 1000, 80])).toBe(900);
  expect(median([1000, 900, 80, 7])).toBe(490);
  expect(median([3, 4])).toBe(4);
  expect(median([1, 2, 4, 9])).toBe(3);
  expect(median([5])).toBe(5);
});

test("the median leaves its list as it was", () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test("ratios have four places, and none without a whole", () => {
  expect(ratio(4_960_00, 9_000_00)).toBe(0.5511);
  expect(ratio(2, 3)).toBe(0.6667);
  expect(ratio(3, 1)).toBe(3);
  expect(ratio(0, 1)).toBe(0);
  expect(ratio(1, 0)).toBeNull();
  expect(ratio(1, -5)).toBeNull();
});

test("months are rounded down to two places", () => {
  expect(monthsOf(3_100_00, 2_000_00)).toBe(1.55);
  expect(monthsOf(27_600_00, 2_500_00)).toBe(11.04);
  expect(monthsOf(2_999_99, 1_000_00)).toBe(2.99);
});

test("sums, of nothing too", () => {
  expect(sum([1, 2, 3])).toBe(6);
  expect(sum([])).toBe(0);
});
