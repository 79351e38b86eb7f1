import { expect, test } from "vitest";
import {
  balanceWords,
  categoryWords,
  counted,
  historyWords,
  kindWords,
  listed,
  phrase,
  typeWords,
  warningWords,
} from "./words.ts";

test.each([
  ["FOOD_RETAIL_GROCERIES", "Food retail groceries"],
  ["checking", "Checking"],
  ["cash management", "Cash management"],
])("the code %s reads %s", (code, words) => {
  expect(phrase(code)).toBe(words);
});

test.each([
  ["FOOD_RETAIL_GROCERIES", "Food retail: groceries"],
  ["DINING_DINING", "Dining"],
  ["GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE", "General merchandise: other"],
  ["TRANSFER_IN_OTHER_TRANSFER_IN", "Transfer in: other"],
  ["LOAN_PAYMENTS_CAR_PAYMENT", "Loan payments: car payment"],
  ["INCOME", "Income"],
  ["HOME_UTILITIES", "Home utilities"],
])("the category %s says its first part once: %s", (code, words) => {
  expect(categoryWords(code)).toBe(words);
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

test.each([
  [0, "0 lines"],
  [1, "1 line"],
  [999, "999 lines"],
  [1_234_567, "1,234,567 lines"],
])("%i is counted as %s", (count, words) => {
  expect(counted(count, "line")).toBe(words);
});

test("a day that has just begun is no day of history", () => {
  expect(historyWords({ daysAvailable: 1.9 })).toBe("1 day");
});

test("what is owed is never called a balance that one has", () => {
  expect(["depository", "credit", "loan"].map((type) => balanceWords({ type }))).toEqual([
    "Current balance",
    "Balance owed",
    "Balance owed",
  ]);
  expect(["credit", "brokerage"].map(typeWords)).toEqual(["Owed on cards", "Brokerage"]);
});

test("what the provider could not give names the bank, by its message before its code", () => {
  const items = [
    {
      id: "one",
      institutionId: "ins",
      institutionName: "Platypus",
      lastUpdatedAt: "2026-11-02T12:00:00Z",
      accounts: [],
    },
  ];
  const warnings = [
    { code: "OWNERS_UNAVAILABLE", itemId: "one", message: null },
    { code: "OTHER", itemId: null, message: "Too many accounts" },
  ];
  expect(warningWords({ items, warnings })).toEqual(["Platypus: Owners unavailable", "Too many accounts"]);
});

test.each([
  [[], ""],
  [["Ann"], "Ann"],
  [["Ann", "Bo"], "Ann and Bo"],
  [["Ann", "Bo", "Cy"], "Ann, Bo and Cy"],
])("%j are listed as %j", (words, text) => {
  expect(listed(words)).toBe(text);
});
