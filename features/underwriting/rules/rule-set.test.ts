import { describe, expect, test } from "vitest";
import type { Program } from "./evaluation.ts";
import { citationOf, RULES, sourcesOf, type RuleId } from "./rule-set.ts";

const PROGRAMS: readonly Program[] = ["fannie", "freddie", "fha", "va", "usda"];
const IDS = Object.keys(RULES) as RuleId[];
const read = (ruleId: RuleId, ...programs: Program[]) =>
  sourcesOf(ruleId, programs).map((one) => [one.citation, one.programs.join(" ")]);

describe("the sources of a rule", () => {
  test("are those of the programs asked for", () => {
    expect(read("R3", "fannie")).toEqual([["Fannie Mae Selling Guide B3-4.2-02", "fannie"]]);
    expect(read("R3", "freddie").map(([citation]) => citation)).toEqual([
      "Freddie Mac Guide 5501.3, large deposits",
      "Freddie Mac Bulletin 2020-36",
    ]);
    expect(read("R3", "fha")).toEqual([]);
    expect(read("R3c", "fannie", "fha")).toEqual([["HUD Handbook 4000.1 II.A.4.d.iii(A)", "fha"]]);
    expect(read("R10", "fha", "va")).toEqual([["Lender policy", "fha va"]]);
  });

  test.each(IDS)("%s never cites another program, and each source names one", (ruleId) => {
    for (const program of PROGRAMS)
      for (const source of sourcesOf(ruleId, [program])) expect(source.programs).toEqual([program]);
    expect(sourcesOf(ruleId, [])).toEqual([]);
    expect(sourcesOf(ruleId, PROGRAMS)).toEqual(RULES[ruleId].sources);
  });

  test("are cited with their date, each once", () => {
    const [source] = sourcesOf("R3", ["fannie"]);
    expect(citationOf([source!, source!])).toBe("Fannie Mae Selling Guide B3-4.2-02 (12/14/2022)");
    expect(citationOf(sourcesOf("R3", ["fannie", "freddie"]))).toBe(
      "Fannie Mae Selling Guide B3-4.2-02 (12/14/2022); Freddie Mac Guide 5501.3, large deposits (2014); Freddie Mac Bulletin 2020-36 (2020)",
    );
  });
});

/** The figures of the guides and of our own edition, as the rules state them. */
const FIGURES = {
  S2: {
    transferDays: [-1, 5],
    reversalDays: 10,
    refundDays: 120,
    itemBehindDays: 3,
    sameLinesPercent: 80,
    sameLinesLeast: 3,
    interestPercentOfAverage: 2,
  },
  R1: { purchaseDays: 60, refinanceDays: 30, fhaDays: 30, twoStatementsDays: 60 },
  R2: { daysToApplication: 45, fannieMonths: 4, days: 120, fhaDataDays: 30 },
  R2b: { days: 90, aboutZeroCents: 1_00 },
  R3: { windowDays: 60, incomePercent: 50 },
  R3c: { windowDays: 60, valuePercent: 1 },
  R6: { heldAboveCents: 1_00 },
  R6b: { liquidationPercent: 120, fhaRetirementPercent: 60, valuesDifferPercent: 1, statementDays: 120 },
  R7b: {
    secondHomeMonths: 2,
    investmentMonths: 6,
    multiUnitMonths: 6,
    fhaManualMonths: 1,
    fhaThreeUnitMonths: 3,
    principalPercent: [
      { upTo: 4, percent: 2 },
      { upTo: 6, percent: 4 },
      { upTo: 10, percent: 6 },
    ],
    paymentMonths: [
      { upTo: 6, months: 2 },
      { upTo: 10, months: 8 },
    ],
  },
  R8: { windowDays: 60 },
  R9: { ownFundsPercent: 5, ownFundsAboveLtvPercent: 80, transferFeesCents: 10_000, depositedDays: 90 },
  R10: { reviewFrom: 3, blockFrom: 5, days: 365 },
  R11: {
    amountPercent: 10,
    paidAtLeastPercent: 85,
    paidAbovePercent: 115,
    fhaResubmitCents: 100_00,
    activeCadences: 1.5,
    activeMonthlyDays: 45,
    endedWithinDays: 365,
  },
  R12: { gapFactor: 1.6 },
  R14: {
    leastPercent: 90,
    mostPercent: 110,
    payments: 3,
    averageDays: 60,
    fhaVerifyAbovePercent: 1,
    daysBeforeContract: 60,
  },
  R15: { months: 12, leastCents: 300_00, amountPercent: 5, days: 7 },
  R17: { ratio: 1.5, days: 60 },
  R18: { days: 60 },
  R19: { quietDays: 45, leftOutCents: 1_00 },
  R20: { days: 30, cashLeastCents: 3_000_00, cashMostCents: 10_000_00, cashDays: 15, cashCount: 3 },
  R21: { days: 30, recentDays: 14, withoutIncomeCents: 5_000_00 },
  R26: {
    fhaTenThousandths: 3_50,
    fhaLowScoreTenThousandths: 10_00,
    fhaLowScoreBelow: 580,
    fhaLeastScore: 500,
    downPaymentPercent: 5,
    firstTimeBuyerPercent: 3,
  },
  R27: {
    investmentPercent: 2,
    above90Percent: 3,
    above75Percent: 6,
    otherPercent: 9,
    fhaPercent: 6,
    vaPercent: 4,
    usdaPercent: 6,
  },
} satisfies Partial<Record<RuleId, unknown>>;

test.each(IDS)("the figures of %s", (ruleId) => {
  expect(RULES[ruleId].parameters).toEqual(ruleId in FIGURES ? FIGURES[ruleId as keyof typeof FIGURES] : {});
});
