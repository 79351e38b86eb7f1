import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, formatNumber, toCents, typedMoney } from "./money.ts";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [-5, "\u2212$0.05"],
  [1_250_000, "$12,500.00"],
  [-123_456_789, "\u2212$1,234,567.89"],
  [100_000_000_000, "$1,000,000,000.00"],
])("%i cents are %s", (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test("another currency is named, one that is not known is not", () => {
  expect(formatMoney(-1050, "EUR")).toBe("EUR \u221210.50");
  expect(formatMoney(-1050, null)).toBe("\u221210.50");
});

test("the text, read back, is the same number of cents", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const digits = formatMoney(cents).replace("\u2212", "-").replace(/[$,.]/g, "");
      expect(BigInt(digits)).toBe(BigInt(cents));
    }),
  );
});

test.each([
  ["1250", 125_000],
  [" $1,250.5 ", 125_050],
  ["0.07", 7],
  ["99.", 9_900],
  ["", undefined],
  ["-1", -100],
  ["\u2212$1.5", -150],
  ["-0", 0],
  ["--1", undefined],
  ["1.234", undefined],
  ["1e5", undefined],
  ["9".repeat(20), Number.MAX_SAFE_INTEGER],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
])("%j as typed is %s cents", (typed, cents) => {
  expect(toCents(typed)).toBe(cents);
});

test("what a field shows, typed again, is the same number of cents", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      expect(toCents(typedMoney(cents))).toBe(cents);
    }),
  );
});

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
  expect(formatMoney(cents, currency)).toBe(words);
});

test.each([
  [0, "0"],
  [2505.652, "2,505.652"],
  [-1234, "-1,234"],
  [0.123456789, "0.123457"],
])("%d is grouped as %s", (number, words) => {
  expect(formatNumber(number)).toBe(words);
});
