import { expect, test } from "vitest";
import { account, deposit, judged, PURCHASE } from "#features/underwriting/rules-edition-1/test-case.ts";
import { waterfallOf } from "./waterfall-steps.ts";

const stepsOf = (...question: Parameters<typeof judged>) => waterfallOf(judged(...question).figures.funds.fannie);

test("what is taken off and what is left add up, step by step", () => {
  const steps = stepsOf([account({ transactions: [deposit(1_250_000)] })]);
  expect(steps.map(({ label, cents }) => [label, cents])).toEqual([
    ["In the borrower's accounts", 10_000_000],
    ["Not counted, unsourced or borrowed", -1_250_000],
    ["Usable to close", 8_750_000],
    ["Cash to close", -2_000_000],
    ["Left after closing", 6_750_000],
    ["Reserves", 6_750_000],
  ]);
});

test("bars hang between what was and what is", () => {
  const [bank, taken] = stepsOf([account({ transactions: [deposit(1_250_000)] })]);
  expect(bank?.bar).toEqual({ from: 0, to: 100 });
  expect(taken?.bar).toEqual({ from: 87.5, to: 100 });
});

test("what is short is drawn below zero", () => {
  const short = stepsOf([account({ currentCents: 1_000_000 })]);
  expect(short.at(-1)).toMatchObject({ cents: -1_000_000, bar: { from: 0, to: 50 } });
});

test("what the loan does not say is not drawn", () => {
  const { loanAmount: _, ...loan } = PURCHASE;
  expect(
    stepsOf([account()], { loan })
      .filter(({ cents }) => cents === null)
      .map(({ bar }) => bar),
  ).toEqual([null, null, null]);
});
