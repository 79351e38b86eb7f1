import { expect, test } from "vitest";
import { aCard, anAccount, aTransaction } from "../test-report.ts";
import { rowsOf as rowsWith } from "./columns.ts";

const rowsOf = (accounts: Parameters<typeof rowsWith>[0]) => rowsWith(accounts, new Map());

test("money out is negative on screen, though positive at the provider", () => {
  const pay = aTransaction({ id: "t2", amountCents: -250_000 });
  expect(rowsOf([anAccount({ transactions: [aTransaction(), pay] })]).map(({ cents }) => cents)).toEqual([
    -5_524, 250_000,
  ]);
});

test("an amount of zero is neither in nor out", () => {
  const [row] = rowsOf([anAccount({ transactions: [aTransaction({ amountCents: 0 })] })]);
  expect(Object.is(row?.cents, 0)).toBe(true);
});

test("a mark in a stored line that turns the reading direction is not shown", () => {
  const line = aTransaction({ description: "PAY\u202eLLOR", merchantName: "Shop\u2066" });
  expect(rowsOf([anAccount({ transactions: [line] })])[0]).toMatchObject({ description: "PAYLLOR", merchant: "Shop" });
});

test("lines of two accounts stay separate, even with the same id", () => {
  const rows = rowsOf([anAccount(), aCard({ transactions: [aTransaction()] })]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  expect(rows.map(({ account }) => account)).toEqual(["Checking …0000", "Card …1111"]);
});

test("a search finds a sum as shown and as typed", () => {
  const [row] = rowsOf([anAccount({ transactions: [aTransaction({ amountCents: 125_000 })] })]);
  expect(row?.amount).toBe("$1,250.00 1250.00");
});
