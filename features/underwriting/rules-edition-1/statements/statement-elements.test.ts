// Cases worked by hand: what a statement must show. R4.
import { expect, test } from "vitest";
import { account, judged } from "../test-case.ts";

test.each([
  [{ mask: null }, "lastFour"],
  [{ currentCents: null }, "endingBalance"],
  [{ daysAvailable: 0 }, "period"],
  [{ historicalBalances: [] }, "transactions"],
])("B3-4.2-01: a statement without %j lacks its %s", (more, element) => {
  const [row] = judged([account(more)]).figures.elements;
  expect(Object.entries(row!.present).flatMap(([name, isThere]) => (isThere ? [] : [name]))).toEqual([element]);
});
