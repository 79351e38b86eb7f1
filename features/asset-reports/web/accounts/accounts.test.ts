import { describe, expect, test } from "vitest";
import { aCard, anAccount, aParsedReport, aTransaction } from "../test-report.ts";
import { ownersOf, totalsOf } from "./totals.ts";
import { balanceShape } from "./AccountRow.tsx";
import { rowsOf as rowsWith } from "./columns.ts";

describe("totals", () => {
  test("adds up by type: money that can be spent first, debts last", () => {
    const saving = anAccount({ id: "saving", currentCents: 250_050 });
    const plan = anAccount({ id: "401k", type: "investment", currentCents: 8_000_000 });
    const totals = totalsOf(aParsedReport([aCard({ currentCents: 70_887 }), plan, anAccount(), saving]), []);
    expect(totals.map(({ type, cents, accounts }) => [type, cents, accounts])).toEqual([
      ["depository", 375_050, 2],
      ["investment", 8_000_000, 1],
      ["credit", 70_887, 1],
    ]);
  });

  test("never adds another currency to dollars, and lists it after them", () => {
    const totals = totalsOf(
      aParsedReport([anAccount({ currency: "EUR", currentCents: 900 }), anAccount({ id: "usd" }), aCard()]),
      [],
    );
    expect(totals.map(({ type, currency }) => `${type} ${currency}`)).toEqual([
      "depository USD",
      "credit USD",
      "depository EUR",
    ]);
  });

  test("counts an account whose balance the bank does not give, and does not guess", () => {
    const [total] = totalsOf(aParsedReport([anAccount(), anAccount({ id: "mute", currentCents: null })]), []);
    expect(total).toMatchObject({ cents: 125_000, accounts: 2, withoutBalance: 1 });
  });

  test("names each owner once", () => {
    const joint = anAccount({ owners: [{ names: ["Dana Reyes", "Ann Lee"], emails: [], phones: [], addresses: [] }] });
    expect(ownersOf([anAccount(), joint])).toEqual(["Dana Reyes", "Ann Lee"]);
  });

  test("adds a joint account that two sign-ins show once", () => {
    const parsedReport = aParsedReport([anAccount()]);
    const copy = { ...structuredClone(parsedReport.items[0]!), id: "item-2", accounts: [anAccount({ id: "copy" })] };
    const seenTwice = [{ accountId: "copy", countedAccountId: "checking", isSure: true }];
    const both = { ...parsedReport, items: [...parsedReport.items, copy] };
    expect(totalsOf(both, seenTwice)).toMatchObject([{ cents: 125_000, accounts: 1 }]);
  });
});

describe("AccountRow", () => {
  const points = (...cents: number[]) =>
    cents.map((currentCents, at) => ({ date: `2026-11-0${at + 1}`, currentCents }));

  test("runs from left to right, with the highest balance at the top", () => {
    expect(balanceShape(points(0, 100, 50)).places).toEqual([
      { x: 0, y: 37 },
      { x: 50, y: 3 },
      { x: 100, y: 20 },
    ]);
  });

  test("a balance that never changes is a line in the middle", () => {
    expect(balanceShape(points(500, 500)).line).toBe("M0 20L100 20");
  });

  test("zero is drawn only if balances are on both sides of it", () => {
    expect(balanceShape(points(100, -100)).zero).toBe(20);
    expect(balanceShape(points(100, 200)).zero).toBeNull();
  });
});

describe("columns", () => {
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
    expect(rowsOf([anAccount({ transactions: [line] })])[0]).toMatchObject({
      description: "PAYLLOR",
      merchant: "Shop",
    });
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
});
