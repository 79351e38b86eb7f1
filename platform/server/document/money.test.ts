import { expect, test } from "vitest";
import { grouped, money } from "./money.ts";

test.each([
  [0, "USD", "$0.00"],
  [-0, "USD", "$0.00"],
  [5, "USD", "$0.05"],
  [-5, "USD", "−$0.05"],
  [123_456, "USD", "$1,234.56"],
  [-100_000_000, "USD", "−$1,000,000.00"],
  [Number.MAX_SAFE_INTEGER, "USD", "$90,071,992,547,409.91"],
  [2_693_484_865_366_400, "USD", "$26,934,848,653,664.00"],
  [-2_340, "EUR", "EUR −23.40"],
  [2_340, null, "23.40"],
])("%d cents of %s are %s", (cents, currency, words) => {
  expect(money(cents, currency)).toBe(words);
});

test.each([
  [0, "0"],
  [2505.652, "2,505.652"],
  [-1234, "-1,234"],
  [0.123456789, "0.123457"],
])("%d is grouped as %s", (number, words) => {
  expect(grouped(number)).toBe(words);
});
