import { expect, test } from "vitest";
import { account, deposit, judged, owner, PURCHASE } from "./rules/test-case.ts";
import { countWords, figuresOf, monthsWords, openedWords, ownerWords, type Formats } from "./words.ts";

const FORMATS: Formats = {
  money: (cents) => `<${cents} cents>`,
  day: (day) => `<day ${day}>`,
  number: (n) => `<${n}>`,
};

test("a rule's figures are called by name, in its order, each in the format of its kind", () => {
  const inputs = { amountCents: 5, ratio: 1.6, expiresOn: "2026-11-20", lender: "Upstart", noteDate: null };
  expect(figuresOf(inputs, FORMATS)).toEqual([
    { label: "Amount", text: "<5 cents>" },
    { label: "Current to average", text: "<1.6>" },
    { label: "Fresh until", text: "<day 2026-11-20>" },
    { label: "Lender", text: "Upstart" },
  ]);
});

test("no finding shows a code where there are words for it", () => {
  const accounts = [
    account({ id: "mute", owners: [], mask: null, transactions: [deposit(1_250_000)] }),
    account({ id: "near", ownershipType: "trust", owners: [owner("A Lovell")] }),
  ];
  const { findings } = judged(accounts, { loan: { ...PURCHASE, noteDate: "2027-12-01" } });
  const texts = findings.flatMap(({ inputs }) =>
    figuresOf(inputs, FORMATS).map(({ label, text }) => `${label}: ${text}`),
  );
  expect(texts).toContain("Missing: account holder, last digits of the account number");
  expect(texts).toContain("Owner: Borrower, by initials");
  expect(texts).toContain("Ownership: Trust");
});

test("figures of a set from long ago, which no rule names now, are still read", () => {
  expect(figuresOf({ creditorShareCents: 7, toString: "own" }, FORMATS)).toEqual([
    { label: "Creditor share", text: "<7 cents>" },
    { label: "To string", text: "own" },
  ]);
});

test("an account that only others hold is told apart from one of which the bank names nobody", () => {
  const none = { match: "none", isJoint: true } as const;
  expect(ownerWords(none, { owners: [owner("Acme LLC")] })).toBe("Not a borrower");
  expect(ownerWords(none, { owners: [owner()] })).toBe("Not given");
  expect(ownerWords({ match: "fuzzy", isJoint: true }, { owners: [owner("Dana Reyes")] })).toBe("Similar name, joint");
});

test("what was found is counted, the serious first, and nothing is None", () => {
  expect(countWords({ blocker: 1, review: 0, info: 3 })).toBe("1 blocking, 3 for information");
  expect(countWords({ blocker: 0, review: 0, info: 0 })).toBe("None");
});

test("the day an account was opened is never claimed", () => {
  expect(openedWords("Aug 4, 2026")).toBe("Aug 4, 2026 or before");
  expect(openedWords(null)).toBe("Not given");
});

test.each([
  [39.28, "39.2"],
  [39.3, "39.3"],
  [27, "27"],
  [0, "0"],
  [-89.05, "\u221289.1"],
  [1_234.56, "1,234.5"],
])("%d months of reserves read %s", (months, words) => {
  expect(monthsWords(months)).toBe(words);
});
