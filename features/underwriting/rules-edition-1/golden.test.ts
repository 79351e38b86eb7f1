// A whole report with its loan and evidence, and every figure that the rules give for it, worked out beforehand.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { readPlaidReport } from "#providers/plaid-report.ts";
import type { Line } from "./case.ts";
import { evaluate } from "./evaluate.ts";
import scenario from "./golden/scenario.json" with { type: "json" };

const report = readPlaidReport(readFileSync("sandbox/plaid/bank-data/golden-asset-report.json"));
const { loan, sourcing, expected } = scenario;

const { figures, verdicts, findings } = evaluate({
  reading: report,
  loan: {
    transactionType: "purchase",
    occupancy: "primary",
    units: loan.units,
    salesPrice: loan.salesPriceCents,
    appraisedValue: loan.appraisedValueCents,
    loanAmount: loan.loanAmountCents,
    monthlyIncome: loan.totalMonthlyQualifyingIncomeCents,
    pitia: loan.monthlyPitiaCents,
    reserveMonthsRequired: loan.requiredReserveMonths,
    closingCosts: loan.closingCostsCents,
    prepaids: loan.prepaidsCents,
    credits: loan.sellerCreditsCents,
    emd: loan.earnestMoneyDepositCents,
    applicationDate: loan.applicationDate,
    noteDate: loan.noteDate,
    disclosedLiabilities: loan.disclosedLiabilities.map(({ creditor, monthlyPaymentCents, type }) => ({
      creditor,
      monthlyPayment: monthlyPaymentCents,
      type: type as "installment" | "revolving",
    })),
  },
  borrowers: loan.borrowers,
  evidence: sourcing.map(({ transactionId, sourcedCents, kind, donor }) => ({
    transactionId,
    sourcedCents,
    kind: kind as EvidenceSource["kind"],
    donor,
  })),
});
const maskOf = new Map(
  report.items.flatMap(({ accounts }) => accounts.map((account) => [account.id, account.mask] as const)),
);
const seen = ({ source }: Line) => ({ date: source.date, description: source.description });

test("the age of the data", () => {
  expect([figures.asOf, figures.window]).toEqual([expected.asOf, expected.window]);
  expect(figures.freshness).toMatchObject({
    isWithinDaysOfApplication: expected.freshness.withinDu45DaysOfApplication,
    expiresOn: { fannie: expected.freshness.b1103ExpiresOn },
    isValidAtNoteDate: { fannie: expected.freshness.validAtNoteDate },
    isFhaDataFresh: expected.freshness.fha30DayDataAge,
  });
});

test("the history of each account", () => {
  const rows = figures.history.map(({ mask, daysAvailable, requiredDays, isEnough, isRecentlyOpened }) => ({
    mask,
    daysAvailable,
    requiredDays: requiredDays.fannie,
    ok: isEnough.fannie,
    recentlyOpened: isRecentlyOpened,
  }));
  expect(rows).toEqual(expected.history);
});

test("the owners of each account", () => {
  const rows = figures.ownership.map((row) => ({
    mask: row.mask,
    match: row.match,
    joint: row.isJoint,
    nonBorrowerOwners: row.nonBorrowerOwners,
    conventionalUsable: row.isUsable,
    fhaAccessLetterRequired: row.isFhaAccessLetterRequired,
  }));
  expect(rows).toEqual(expected.ownership);
});

test("the large deposits under both ways of the guides", () => {
  const { largeDeposits } = figures;
  expect(largeDeposits).toMatchObject({
    conventionalThresholdCents: expected.largeDeposits.conventionalThresholdCents,
    fhaThresholdCents: expected.largeDeposits.fhaThresholdCents,
    conventionalReductionCents: expected.largeDeposits.conventionalReductionCents,
    pendingIgnored: expected.largeDeposits.pendingIgnored,
  });
  const rows = largeDeposits.evaluated.map(({ line, conventional, fha, ...rest }) => ({
    transactionId: line.id,
    mask: line.holding.account.mask,
    ...seen(line),
    ...rest,
    conventional,
    fha,
  }));
  expect(rows).toEqual(expected.largeDeposits.evaluated);
  expect(largeDeposits.outsideWindow.map(({ source }) => [source.date, -source.amountCents])).toEqual(
    expected.largeDeposits.outsideWindow.map(({ date, amountCents }) => [date, amountCents]),
  );
});

test("fees, days below zero, borrowed funds and virtual currency", () => {
  expect(figures.fees.count90Days).toBe(expected.nsf.count90d);
  expect(figures.fees.events.map((line) => ({ ...seen(line), feeCents: line.cents }))).toEqual(expected.nsf.events);
  expect(figures.fees.negativeBalanceDays).toEqual(expected.nsf.negativeBalanceDays);
  expect(
    figures.borrowedFunds.map(({ lender, proceedsCents, line }) => ({ lender, proceedsCents, date: line.source.date })),
  ).toEqual(expected.borrowedFunds);
  expect(
    figures.virtualCurrency.map((line) => ({
      date: line.source.date,
      amountCents: -line.cents,
      description: line.source.description,
    })),
  ).toEqual(expected.virtualCurrency);
});

test("debts, and those that the application does not name", () => {
  const rows = figures.debts.debts.map(({ creditor, monthlyCents, occurrences, isDisclosed }) => ({
    creditor,
    monthlyCents,
    occurrences,
    disclosed: isDisclosed,
  }));
  expect(rows).toEqual(expected.recurringDebt);
  expect(figures.debts.undisclosedMonthlyCents).toBe(expected.undisclosedMonthlyCents);
  expect(figures.debts.isFhaResubmit).toBe(expected.fhaResubmitOver100);
});

test("income, rent and earnest money", () => {
  const [{ payer: employer, lines: _paid, ...stream } = { payer: "", lines: [] }, ...others] = figures.income;
  expect({ employer, ...stream }).toEqual(expected.income);
  expect(others).toEqual([]);
  expect(figures.rent).toMatchObject({
    payee: expected.rent.payee,
    monthlyCents: expected.rent.monthlyCents,
    months: expected.rent.months,
    isEligible: expected.rent.duPositiveRentEligible,
  });
  expect(figures.earnestMoney).toMatchObject({
    expectedCents: expected.earnestMoney.expectedCents,
    line: { source: { date: expected.earnestMoney.date }, holding: { account: { mask: expected.earnestMoney.mask } } },
    averageSupports: expected.earnestMoney.averageSupportsDeposit,
  });
});

test("the funds, to the cent", () => {
  const { fannie } = figures.funds;
  const byMask = Object.fromEntries(
    fannie.usableByAccount.map(({ accountId, cents }) => [maskOf.get(accountId), cents]),
  );
  expect({
    usableClosingByAccountCents: byMask,
    reductionCents: fannie.reductionCents,
    usableClosingCents: fannie.usableClosingCents,
    cashToCloseCents: fannie.cashToCloseCents,
    surplusCents: fannie.surplusCents,
    sufficientToClose: fannie.isSufficientToClose,
    retirementVestedCents: fannie.investmentReserveCents,
    reservesCents: fannie.reservesCents,
    reserveMonths: fannie.reserveMonths,
    requiredReserveMonths: fannie.requiredReserveMonths,
    reservesOk: fannie.isReserveEnough,
  }).toEqual(expected.funds);
  expect(figures.funds.freddie).toEqual(fannie);
  // By hand: nothing is taken off, and the plan counts for 60 %, floored to the cent.
  expect(figures.funds.fha).toMatchObject({
    reductionCents: 0,
    usableClosingCents: 1_906_714 + 3_576_338,
    investmentReserveCents: Math.floor(4_971_214 * 0.6),
  });
});

test("balances against their averages", () => {
  const rows = figures.averages.map(({ accountId: _id, isSignificantlyGreater, ...row }) => ({
    ...row,
    significantlyGreater: isSignificantlyGreater,
  }));
  expect(rows).toEqual(expected.averages);
});

test("the answer, in a sentence for each program", () => {
  expect(verdicts.fannie.text).toBe(
    "Enough to close under Fannie Mae, with 20.6 months of reserves left; one deposit of $12,500.00 is not counted until it is explained.",
  );
  expect([verdicts.fannie.outcome, verdicts.freddie.outcome, verdicts.fha.outcome]).toEqual([
    "enough",
    "enough",
    "open",
  ]);
  expect(
    findings.filter(({ severity }) => severity === "blocker").map(({ code, programs }) => [code, programs]),
  ).toEqual([
    ["DOCUMENT_SOURCE", ["fha"]],
    ["DOCUMENT_SOURCE", ["fha"]],
    ["DOCUMENT_SOURCE", ["fha"]],
    ["ACCESS_LETTER", ["fha"]],
    ["RESUBMIT", ["fha"]],
  ]);
});
