import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney } from "./money.ts";

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

test("another currency is named", () => {
  expect(formatMoney(-1050, "EUR")).toBe("\u221210.50 EUR");
});

test("the text, read back, is the same number of cents", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const digits = formatMoney(cents).replace("\u2212", "-").replace(/[$,.]/g, "");
      expect(BigInt(digits)).toBe(BigInt(cents));
    }),
  );
});
