import { expect, test } from "vitest";
import { kindWords, phrase } from "./labels.ts";

test.each([
  ["FOOD_RETAIL_GROCERIES", "Food retail groceries"],
  ["checking", "Checking"],
  ["cash management", "Cash management"],
])("the code %s reads %s", (code, words) => {
  expect(phrase(code)).toBe(words);
});

test.each([
  ["ira", "IRA"],
  ["sep ira", "SEP IRA"],
  ["simple ira", "SIMPLE IRA"],
  ["401k", "401(k)"],
  ["roth 401k", "Roth 401(k)"],
  ["403B", "403(b)"],
  ["cd", "CD"],
  ["529", "529"],
  ["credit card", "Credit card"],
])("the account's kind %s reads %s", (code, words) => {
  expect(kindWords(code)).toBe(words);
});
