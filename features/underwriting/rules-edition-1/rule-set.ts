// Owns the rules as data: what each asks, its figures, and where the guides say so. A stored reading names the version
// that it was judged by, and is never judged by another. Not underwriting advice.
import type { Program } from "#features/underwriting/contract.ts";

/**
 * How a source was read: in the primary text, in a page that quotes it, or as what is commonly held. Shown to people, so
 * that they know what to check.
 */
type ParsedReport = "primary" | "quoted" | "common";

export interface Source {
  readonly programs: readonly Program[];
  /** As people cite it: guide and section. */
  readonly citation: string;
  readonly reading: ParsedReport;
}

export interface Rule<Parameters> {
  readonly title: string;
  readonly sources: readonly Source[];
  readonly parameters: Parameters;
}

const rule = <const Parameters>(
  title: string,
  sources: readonly Source[],
  parameters: Parameters,
): Rule<Parameters> => ({
  title,
  sources,
  parameters,
});
const fannie = (section: string, reading: ParsedReport = "primary"): Source => ({
  programs: ["fannie"],
  citation: `Fannie Mae Selling Guide ${section}`,
  reading,
});
const freddie = (section: string, reading: ParsedReport = "primary"): Source => ({
  programs: ["freddie"],
  citation: `Freddie Mac Guide ${section}`,
  reading,
});
const fha = (section: string, reading: ParsedReport = "primary"): Source => ({
  programs: ["fha"],
  citation: `HUD ${section}`,
  reading,
});

/** Changes whenever a figure, a word list or a reading below does. */
export const RULE_SET_VERSION = "2026-11-22";

export const RULES = {
  R1: rule("Statement history", [fannie("B3-4.2-01"), fannie("B3-4.4-02"), freddie("5501.3"), fha("KA-02575")], {
    purchaseDays: 60,
    refinanceDays: 30,
    fhaDays: 30,
  }),
  R2: rule(
    "Age of the data",
    [fannie("B3-4.4-02"), fannie("B1-1-03"), freddie("LPA documentation matrix", "quoted"), fha("KA-02575")],
    { daysToApplication: 45, fannieMonths: 4, freddieDays: 120, fhaDataDays: 30 },
  ),
  R2b: rule("Recently opened account", [freddie("5501.3(a)(i)"), fannie("Form 1006 review", "common")], {
    days: 90,
    aboutZeroCents: 100,
  }),
  R3: rule("Large deposit", [fannie("B3-4.2-02"), freddie("5501.3", "quoted")], {
    windowDays: 60,
    /** Of the monthly qualifying income; one that exceeds it is large. */
    incomePercent: 50,
    runDays: 3,
  }),
  R3c: rule("Large deposit", [fha("Handbook 4000.1 II.A.4.d.iii(A), II.A.5.c.iii(A)")], {
    windowDays: 60,
    /** Of the adjusted value. */
    valuePercent: 1,
  }),
  R3d: rule("Identified deposit", [fannie("B3-4.2-02", "quoted")], { transferDays: 3 }),
  R4: rule("Elements of a statement", [fannie("B3-4.2-01")], {}),
  R5: rule("Owner of the account", [fannie("B3-4.2-01"), freddie("5501.3"), fha("KA-02575")], { similarity: 0.92 }),
  R6: rule("Usable funds", [fannie("B3-4.2-02")], {}),
  R6b: rule("Securities and retirement", [fannie("B3-4.3-01"), fannie("B3-4.3-03"), fha("Handbook 4000.1", "common")], {
    /** Worth this much of what is short, no proof of liquidation is asked for. */
    liquidationPercent: 120,
    fhaRetirementPercent: 60,
  }),
  R7: rule("Cash to close and reserves", [fannie("B3-4.1-01")], {}),
  R7b: rule("Required reserves", [fannie("B3-4.1-01", "quoted"), fha("Handbook 4000.1", "common")], {
    secondHomeMonths: 2,
    otherMonths: 6,
    fhaMonths: 1,
    fhaThreeUnitMonths: 3,
  }),
  R8: rule("Borrowed funds", [fannie("B3-4.2-02")], { windowDays: 60 }),
  R9: rule("Gifts", [fannie("B3-4.3-04")], { ownFundsPercent: 5, ownFundsAboveLtvPercent: 80 }),
  R10: rule("Returned items and overdrafts", [fannie("B3-4.2-02", "quoted")], {
    reviewFrom: 3,
    blockFrom: 5,
    days: 365,
  }),
  R11: rule("Recurring debt", [fannie("undisclosed liabilities", "quoted"), fha("Handbook 4000.1", "quoted")], {
    monthlyGap: [24, 35],
    payInFourGap: [12, 16],
    payInFourOverDays: 30,
    amountPercent: 10,
    disclosedPercent: 15,
    fhaResubmitCents: 10_000,
  }),
  R12: rule("Recurring income", [fannie("DU validation service", "common")], { gapFactor: 1.6 }),
  R13: rule("Business assets", [fannie("B3-4.2-02")], {}),
  R14: rule("Earnest money", [fannie("B3-4.3-09")], { amountPercent: 10 }),
  R15: rule("Rent", [fannie("Desktop Underwriter FAQ, November 2025")], {
    months: 12,
    leastCents: 30_000,
    gap: [24, 35],
  }),
  R16: rule("Virtual currency", [fannie("B3-4.1-04")], {}),
  R17: rule("Balance above its average", [freddie("5501.3")], { ratio: 1.5, days: 60 }),
  R18: rule("Verification of deposit, as data", [freddie("5501.3"), fannie("Form 1006", "common")], { days: 60 }),
} as const;
export type RuleId = keyof typeof RULES;

/** What is cited for a rule under a program; of all programs where none is named. */
export function citationOf(ruleId: RuleId, programs: readonly Program[]): string {
  const sources: readonly Source[] = RULES[ruleId].sources;
  const fitting = sources.filter((source) => source.programs.some((program) => programs.includes(program)));
  return (fitting.length > 0 ? fitting : sources).map(({ citation }) => citation).join("; ");
}
