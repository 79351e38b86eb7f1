import { expect, test } from "vitest";
import { aCard, anAccount, aParsedReport } from "../test-report.ts";
import { ownersOf, totalsOf } from "./totals.ts";

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
