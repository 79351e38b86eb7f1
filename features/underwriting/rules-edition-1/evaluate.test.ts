// What holds of every report: the same answer for the same question, no figure that cannot be, no limit off by a cent.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { addDays, addMonths } from "./days.ts";
import { PROGRAMS } from "./programs.ts";
import { account, daysAgo, deposit, judged, owner, payment, PURCHASE } from "./test-case.ts";

/** Half of the monthly income of $10,000. */
const LARGE = 500_000;
/** One percent of $400,000. */
const LARGE_FHA = 400_000;

const someLine = fc
  .record({
    cents: fc.integer({ min: -3_000_000, max: 3_000_000 }),
    ago: fc.integer({ min: 0, max: 120 }),
    pending: fc.boolean(),
    description: fc.constantFrom(
      "ACME PAYROLL",
      "IRS TREAS 310 TAX REF",
      "BRANCH DEPOSIT",
      "UPSTART LOAN PYMT",
      "NSF FEE",
      "ONLINE TRANSFER",
      "INTEREST PAID",
      "COINBASE",
      "LAKESIDE TITLE ESCROW",
      "MAPLE RENT",
      "ÆØÅ 漢字 \u202e",
      "",
    ),
  })
  .map(({ cents, ago, ...more }) => payment(cents, ago, more));

const someAccount = fc
  .record({
    transactions: fc.array(someLine, { maxLength: 25 }),
    currentCents: fc.option(fc.integer({ min: -2_000_000, max: 20_000_000 })),
    availableCents: fc.option(fc.integer({ min: -2_000_000, max: 20_000_000 })),
    daysAvailable: fc.integer({ min: 0, max: 120 }),
    type: fc.constantFrom("depository", "investment", "credit"),
    subtype: fc.constantFrom("checking", "401k", "brokerage", null),
    currency: fc.constantFrom("USD", "USD", "EUR", null),
    owners: fc.constantFrom<ReportAccount["owners"]>(
      [owner("Ada Lovell")],
      [owner("A Lovell")],
      [owner("Someone Else")],
      [],
    ),
    holdings: fc.array(
      fc.record({
        name: fc.constant(null),
        ticker: fc.constant(null),
        quantity: fc.constant(1),
        valueCents: fc.integer({ min: 0, max: 5_000_000 }),
        vestedValueCents: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
      }),
      { maxLength: 2 },
    ),
  })
  .map((more) => account(more));

const someAccounts = fc
  .array(someAccount, { maxLength: 4 })
  .map((list) => list.map((one, at) => ({ ...one, id: `account-${at}`, mask: `000${at}` })));

const someLoan = fc.constantFrom(
  PURCHASE,
  {},
  { ...PURCHASE, transactionType: "rate_term", payoff: 30_000_000 } as const,
  { ...PURCHASE, pitia: 0 },
  { ...PURCHASE, monthlyIncome: 0, salesPrice: 0, appraisedValue: 0, loanAmount: 0 },
  { ...PURCHASE, occupancy: "investment", units: 4, emd: 500_000 } as const,
);

/** Accepted evidence of all sorts, more than the deposit included. */
function evidenceFor(accounts: readonly ReportAccount[]): EvidenceSource[] {
  return accounts
    .flatMap(({ transactions }) => transactions)
    .filter((_line, at) => at % 3 === 0)
    .map(({ id, amountCents }, at) => ({
      transactionId: id,
      sourcedCents: at % 2 === 0 ? Math.abs(amountCents) * 2 : Math.floor(Math.abs(amountCents) / 2),
      kind: at % 2 === 0 ? "gift" : "other",
    }));
}

test("the same question has the same answer, and the order of lines and accounts is nothing to it", () => {
  fc.assert(
    fc.property(someAccounts, someLoan, fc.infiniteStream(fc.nat()), (accounts, loan, numbers) => {
      const evidence = evidenceFor(accounts);
      const first = judged(accounts, { loan, evidence });
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((value) => ({ value, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value);
      const again = judged(
        accounts.map((one) => ({ ...one, transactions: shuffle(one.transactions) })),
        { loan, evidence },
      );
      // What a finding says and adds up; the lines it holds are the same, so their figures are.
      expect(again.findings).toEqual(first.findings);
      expect(again.figures.funds).toEqual(first.figures.funds);
      expect(again.verdicts).toEqual(first.verdicts);
    }),
    { numRuns: 200 },
  );
});

test("no fund is below zero, no reduction above what the account holds, no source above its deposit", () => {
  fc.assert(
    fc.property(someAccounts, someLoan, (accounts, loan) => {
      const { figures, findings } = judged(accounts, { loan, evidence: evidenceFor(accounts) });
      for (const program of PROGRAMS) {
        const funds = figures.funds[program];
        const usable = funds.usableByAccount.reduce((total, { cents }) => total + cents, 0);
        for (const { cents } of funds.usableByAccount) expect(cents).toBeGreaterThanOrEqual(0);
        expect(funds.reductionCents).toBeGreaterThanOrEqual(0);
        expect(funds.reductionCents).toBeLessThanOrEqual(usable);
        expect(funds.usableClosingCents).toBeGreaterThanOrEqual(0);
        expect(funds.investmentReserveCents).toBeGreaterThanOrEqual(0);
        for (const figure of [funds.usableClosingCents, funds.reservesCents ?? 0, funds.surplusCents ?? 0])
          expect(Number.isInteger(figure)).toBe(true);
      }
      for (const { amountCents, sourcedCents, unsourcedCents } of figures.largeDeposits.evaluated) {
        expect(sourcedCents + unsourcedCents).toBe(amountCents);
        expect(sourcedCents).toBeGreaterThanOrEqual(0);
        expect(unsourcedCents).toBeGreaterThanOrEqual(0);
      }
      const known = new Set(accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id)));
      for (const { transactionIds, text } of findings) {
        expect(transactionIds.every((id) => known.has(id))).toBe(true);
        expect(text).not.toMatch(/undefined|null|NaN|\bInfinity\b/);
      }
    }),
    { numRuns: 200 },
  );
});

test("what is missing of the loan is named, and no answer is given without it", () => {
  const fields = ["transactionType", "salesPrice", "loanAmount", "monthlyIncome", "pitia", "appraisedValue"] as const;
  for (const field of fields) {
    const { [field]: _left, ...loan } = PURCHASE;
    const { notEvaluated } = judged([account()], { loan });
    expect(notEvaluated.flatMap(({ missing }) => missing)).toContain(field);
  }
  const { verdicts } = judged([account()], { loan: {} });
  expect(PROGRAMS.map((program) => verdicts[program].outcome)).toEqual([
    "notEvaluated",
    "notEvaluated",
    "notEvaluated",
  ]);
});

test.each([
  [LARGE - 1, "below_threshold"],
  [LARGE, "below_threshold"],
  [LARGE + 1, "large_unsourced"],
])("a deposit of %i cents against half of 10,000 dollars a month is %s", (cents, outcome) => {
  const { figures } = judged([account({ transactions: [deposit(cents)] })]);
  expect(figures.largeDeposits.evaluated.map(({ conventional }) => conventional)).toEqual([outcome]);
});

test.each([
  [LARGE_FHA - 1, []],
  [LARGE_FHA, []],
  [LARGE_FHA + 1, ["document_source"]],
])("a deposit of %i cents against 1 %% of 400,000 dollars is %j for FHA", (cents, outcomes) => {
  const { figures } = judged([account({ transactions: [deposit(cents)] })]);
  expect(figures.largeDeposits.evaluated.map(({ fha }) => fha)).toEqual(outcomes);
});

test.each([
  [59, 1],
  [60, 1],
  [61, 0],
])("a deposit %i days before the report is in the window %i times", (ago, times) => {
  const { figures } = judged([account({ transactions: [deposit(LARGE + 1, ago)] })]);
  expect([figures.largeDeposits.evaluated.length, figures.largeDeposits.outsideWindow.length]).toEqual([
    times,
    1 - times,
  ]);
});

test.each([
  [LARGE - 1, "large_unsourced"],
  [LARGE, "not_large_after_sourcing"],
  [LARGE + 1, "not_large_after_sourcing"],
])("of a deposit of 10,000 dollars, %i cents that are explained leave it %s", (sourced, outcome) => {
  const large = deposit(2 * LARGE);
  const { figures } = judged([account({ transactions: [large] })], {
    evidence: [{ transactionId: large.id, sourcedCents: sourced, kind: "other" }],
  });
  expect(figures.largeDeposits.evaluated.map(({ conventional }) => conventional)).toEqual([outcome]);
});

test.each([
  [59, false],
  [60, true],
  [61, true],
])("%i days of history are enough for a purchase: %s", (daysAvailable, isEnough) => {
  expect(judged([account({ daysAvailable })]).figures.history[0]?.isEnough.fannie).toBe(isEnough);
});

test.each([
  [-45, false],
  [44, true],
  [45, true],
  [46, false],
])("an application %i days after the data is within 45 days: %s", (after, isWithin) => {
  const { freshness } = judged([account()], { loan: { ...PURCHASE, applicationDate: daysAgo(-after) } }).figures;
  expect(freshness.isWithinDaysOfApplication).toBe(after < 0 ? true : isWithin);
});

test.each([
  ["2026-10-31", "2027-02-28", "2027-02-28"],
  ["2026-11-02", "2027-03-02", "2027-03-02"],
  ["2027-12-31", "2028-04-30", "2028-04-29"],
])("data of %s is good for a note until %s, or %s by the day", (asOf, fannie, freddie) => {
  expect([addMonths(asOf, 4), addDays(asOf, 120)]).toEqual([fannie, freddie]);
});

test.each([
  [2_000_000, "enough"],
  [1_999_999, "short"],
])("%i cents against 20,000 dollars of cash to close and no reserves are %s", (currentCents, outcome) => {
  const { verdicts } = judged([account({ currentCents })], { loan: { ...PURCHASE, reserveMonthsRequired: 0 } });
  expect(verdicts.fannie.outcome).toBe(outcome);
});

test.each([
  [2_500_000, true],
  [2_499_999, false],
])("%i cents leave two months of 2,500 dollars after closing: %s", (currentCents, isEnough) => {
  expect(judged([account({ currentCents })]).figures.funds.fannie.isReserveEnough).toBe(isEnough);
});

function lines(count: number): ReportTransaction[] {
  return Array.from({ length: count }, (_line, at) => (at % 2 ? deposit(100, at % 90) : payment(100, at % 90)));
}

test("thousands of equal sums between own accounts are matched one to one", () => {
  const [here, there] = [lines(5_000), lines(5_000)];
  const { figures } = judged([
    account({ transactions: here }),
    account({ id: "savings", mask: "1111", transactions: there }),
  ]);
  expect(figures.largeDeposits.evaluated).toEqual([]);
});
