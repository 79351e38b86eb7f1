import fc from "fast-check";
import { expect, test } from "vitest";
import { shownNumber, typedNumber } from "./TableToolbar.tsx";

test.each([
  ["", null],
  [" $1,250.50 ", 125_050],
  ["-3", -300],
  ["\u22120.07", -7],
  [".5", 50],
  ["1.", 100],
  ["1.1", 110],
  ["ten", undefined],
  ["1e9", undefined],
  ["--1", undefined],
  ["9".repeat(40), undefined],
])("%j dollars are %j cents", (text, cents) => {
  expect(typedNumber(text, "cents")).toBe(cents);
});

test("what is shown is what was typed", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom("cents" as const, undefined), (number, unit) => {
      expect(typedNumber(shownNumber(number, unit), unit)).toBe(number);
    }),
  );
});
