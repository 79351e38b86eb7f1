import { expect, test } from "vitest";
import { BASE, cashIn, checking, evaluated, type Scenario } from "#features/underwriting/rules/test-report.ts";
import { waterfallOf } from "./Waterfall.tsx";

const stepsOf = (cents: number, more: Partial<Scenario> = {}) => {
  const lines = [cashIn("BRANCH DEPOSIT", 1_250_000, "2026-11-06")];
  return waterfallOf(evaluated({ accounts: [checking({ cents, lines })], ...more }).funds.fannie);
};

test("reductions and remaining amounts add up, step by step", () => {
  expect(stepsOf(10_000_000).map(({ label, cents }) => [label, cents])).toEqual([
    ["Accounts that count", 10_000_000],
    ["Unexplained deposits taken off", -1_250_000],
    ["Available to close", 8_750_000],
    ["Cash to close", -2_800_000],
    ["Left after closing", 5_950_000],
    ["Reserves", 5_950_000],
  ]);
});

test("bars extend from the previous total to the new one", () => {
  const [bank, taken] = stepsOf(10_000_000);
  expect(bank?.bar).toEqual({ from: 0, to: 100 });
  expect(taken?.bar).toEqual({ from: 87.5, to: 100 });
});

test("a shortfall is drawn below zero", () => {
  const short = stepsOf(1_250_000).find(({ label }) => label === "Left after closing");
  expect(short).toMatchObject({ cents: -2_800_000, isTotal: true });
  expect(short?.bar?.from).toBe(0);
});

test("a term that the loan does not have is not drawn", () => {
  const { loanAmount: _, ...loan } = BASE;
  const unknown = stepsOf(10_000_000, { loan }).filter(({ cents }) => cents === null);
  expect(unknown.map(({ bar }) => bar)).toEqual([null, null, null]);
});
