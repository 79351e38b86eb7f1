import { expect, test } from "vitest";
import { sampleAccount, sampleReport, sampleTransactions } from "./sample-report.ts";
import { postedFlow, totalsByType } from "./totals.ts";

test("balances are added by type and currency, and an untold one is told as such", () => {
  const report = sampleReport([
    sampleAccount({ currentCents: 10 }),
    sampleAccount({ currentCents: 32 }),
    sampleAccount({ currentCents: null }),
    sampleAccount({ currentCents: 7, currency: "EUR" }),
    sampleAccount({ currentCents: null, type: "loan" }),
  ]);
  expect(totalsByType(report)).toEqual([
    { type: "depository", currency: "USD", accounts: 3, currentCents: 42, untold: 1 },
    { type: "depository", currency: "EUR", accounts: 1, currentCents: 7, untold: 0 },
    { type: "loan", currency: "USD", accounts: 1, currentCents: null, untold: 1 },
  ]);
});

test("posted money in and out is added apart, pending lines not at all", () => {
  const [first, second, third] = sampleTransactions(3);
  const transactions = [
    { ...first!, amountCents: 100, pending: false },
    { ...second!, amountCents: -70, pending: false },
    { ...third!, amountCents: 9_999, pending: true },
  ]; // `!`: three were asked for
  expect(postedFlow(sampleAccount({ transactions }))).toEqual({ inCents: 70, outCents: 100 });
  expect(postedFlow(sampleAccount({ transactions, currency: "EUR" }))).toBeNull();
});

test("a joint account that two log-ins show is added once", () => {
  const report = sampleReport([sampleAccount({ currentCents: 42 })]);
  const items = [...report.items, { ...structuredClone(report.items[0]!), id: "item-2" }];
  expect(totalsByType({ ...report, items })).toMatchObject([{ accounts: 1, currentCents: 42 }]);
});
