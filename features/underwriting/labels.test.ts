import { expect, test } from "vitest";
import { formatCount } from "#platform/text/text.ts";
import type { EvidenceSource } from "#features/underwriting/rules/evaluation.ts";
import {
  answerLines,
  balanceWords,
  categoryWords,
  countWords,
  figuresOf,
  historyWords,
  letterWords,
  monthsWords,
  openedWords,
  ownerWords,
  queuedToast,
  typeWords,
  warningWords,
  type Formats,
} from "./labels.ts";

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
  [
    "Not evaluated under Fannie Mae yet. Missing: loan amount, units. $10,000.00 counts so far.",
    ["Not evaluated: loan terms are missing", "Missing: loan amount, units. $10,000.00 counts so far."],
  ],
  ["Not evaluated under Fannie Mae yet. $10,000.00 counts so far.", null],
  ["Not evaluated under FHA. Turned off by Lakeside overlay, version 3.", null],
  ["Enough to close under Fannie Mae.", null],
])("an answer is one short line, and the missing terms follow it: %s", (text, lines) => {
  const { headline, more } = answerLines(text);
  expect([headline, more]).toEqual(lines ?? [text, ""]);
});

test.each([
  [0, "0 lines"],
  [1, "1 line"],
  [999, "999 lines"],
  [1_234_567, "1,234,567 lines"],
])("%i is counted as %s", (count, words) => {
  expect(formatCount(count, "line")).toBe(words);
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

const FORMATS: Formats = {
  money: (cents) => `<${cents} cents>`,
  day: (day) => `<day ${day}>`,
  number: (n) => `<${n}>`,
};

test("a rule's figures are called by name, in its order, each in the format of its kind", () => {
  const inputs = { amountCents: 5, ratio: 1.6, validThrough: "2026-11-20", lender: "Upstart", noteDate: null };
  expect(figuresOf(inputs, FORMATS)).toEqual([
    { label: "Amount", text: "<5 cents>" },
    { label: "Ratio", text: "<1.6>" },
    { label: "Valid through", text: "<day 2026-11-20>" },
    { label: "Lender", text: "Upstart" },
  ]);
});

test("figures of a set from long ago, which no rule names now, are still read", () => {
  expect(figuresOf({ creditorShareCents: 7, toString: "own" }, FORMATS)).toEqual([
    { label: "Creditor share", text: "<7 cents>" },
    { label: "To string", text: "own" },
  ]);
});

test("an account that only others hold differs from one of which the bank names no owner", () => {
  const none = { match: "none", standing: "none", isJoint: true } as const;
  const owner = (...names: string[]) => ({ names, emails: [], phones: [], addresses: [] });
  expect(ownerWords(none, { owners: [owner("Acme LLC")] })).toBe("Not a borrower");
  expect(ownerWords(none, { owners: [owner()] })).toBe("Not provided");
  expect(
    ownerWords({ match: "fuzzy", standing: "unconfirmed", isJoint: true }, { owners: [owner("Dana Reyes")] }),
  ).toBe("Similar name, joint");
});

test("what was found is counted, the serious first, and nothing is None", () => {
  expect(countWords({ blocker: 1, review: 0, info: 3 })).toBe("1 blocking, 3 for information");
  expect(countWords({ blocker: 0, review: 0, info: 0 })).toBe("None");
});

test("the day an account was opened is never claimed", () => {
  expect(openedWords("Aug 4, 2026")).toBe("At least Aug 4, 2026");
  expect(openedWords(null)).toBe("Not provided");
});

test.each([
  [39.28, "39.28"],
  [39.3, "39.3"],
  [27, "27"],
  [0, "0"],
  [-89.05, "\u221289.05"],
  [1_234.56, "1,234.56"],
])("%d months of reserves read %s", (months, words) => {
  expect(monthsWords(months)).toBe(words);
});

const FULL = {
  kind: "gift",
  transactionId: null,
  sourcedCents: 500_000,
  amountCents: 500_000,
  donor: { name: "Marie Lovell", address: "1 Elm St", phone: "555 0100", relationship: "Mother" },
  noRepayment: true,
  transferEvidence: true,
  hasDocument: true,
  reason: null,
} satisfies EvidenceSource;

test("plain words say whether a letter is complete", () => {
  expect(letterWords(FULL)).toBe("The letter is complete");
  expect(letterWords({ ...FULL, donor: { name: "Marie Lovell" }, noRepayment: false })).toBe(
    "Missing: the donor's address, the donor's phone, the relationship, that no repayment is expected",
  );
});

test("who asks second to evaluate reports again reads that nothing is left", () => {
  expect(queuedToast(2).text).toBe("2 reports will be evaluated again.");
  expect(queuedToast(0)).toEqual({
    title: "Nothing left to queue",
    text: "Another admin queued these reports, or they have been evaluated since the test.",
  });
});
