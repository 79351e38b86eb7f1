import type { Program, Source } from "./evaluation.ts";

export interface Rule<Parameters = unknown> {
  readonly title: string;
  /** Day from which the edition applies this rule. */
  readonly effectiveFrom: string;
  readonly sources: readonly Source[];
  readonly parameters: Parameters;
}

/** Changes whenever a parameter, a source or a reading of a rule changes. A stored evaluation keeps its version. */
export const RULE_SET_VERSION = "2026-12-02";

type Mark = Source["mark"];

const source = (programs: readonly Program[], citation: string, date: string, mark: Mark): Source => ({
  programs,
  citation,
  date,
  mark,
});
const fannie = (section: string, date: string, mark: Mark = "V") =>
  source(["fannie"], `Fannie Mae Selling Guide ${section}`, date, mark);
const freddie = (section: string, date: string, mark: Mark = "V") =>
  source(["freddie"], `Freddie Mac Guide ${section}`, date, mark);
const fha = (section: string, date: string, mark: Mark = "V") =>
  source(["fha"], `HUD Handbook 4000.1 ${section}`, date, mark);
const va = (section: string, mark: Mark = "S") =>
  source(["va"], `VA Pamphlet 26-7 ${section}`, "date not verified", mark);
const usda = (section: string, date: string, mark: Mark = "V") =>
  source(["usda"], `USDA HB-1-3555 ${section}`, date, mark);
const policy = source(["fannie", "freddie", "fha", "va", "usda"], "Lender policy", "date not verified", "M");

const FCRA = source(
  ["fannie", "freddie", "fha", "va", "usda"],
  "Fair Credit Reporting Act, 15 U.S.C. 1681c-1(h) and 1681i(c)",
  "date not verified",
  "S",
);

const FN_AGE = fannie("B1-1-03", "04/02/2025");
const FN_DOC = fannie("B3-4.2-01", "2021");
const FN_DEP = fannie("B3-4.2-02", "12/14/2022");
const FN_RES = fannie("B3-4.1-01", "04/03/2018");
const FN_IPC = fannie("B3-4.1-02", "05/07/2025");
const FN_VC = fannie("B3-4.1-04", "05/04/2022");
const FN_STK = fannie("B3-4.3-01", "06/30/2015");
const FN_RET = fannie("B3-4.3-03", "06/30/2015");
const FN_GIFT = fannie("B3-4.3-04", "09/06/2023");
const FN_ENT = fannie("B3-4.3-06", "05/01/2018");
const FN_EMD = fannie("B3-4.3-09", "08/21/2012");
const FN_SEC = fannie("B3-4.3-15", "10/30/2009");
const FN_DU1 = fannie("B3-4.4-01", "04/03/2018");
const FN_DU = fannie("B3-4.4-02", "12/16/2020");
const FN_DEBT = fannie("B3-6-05", "05/04/2022");
const FN_RENT = source(["fannie"], "Fannie Mae Desktop Underwriter FAQ", "11/2025", "V");
const FR_SRC = freddie("5501.3", "2018");
const FR_RES = freddie("5501.2", "08/20/2018");
const FR_AGE = freddie("5102.4", "07/06/2017");
const FR_BIG = freddie("5501.3, large deposits", "2014", "S");
const FR_GIFT = freddie("5501.3, gifts", "2020", "S");
const FR_90 = source(["freddie"], "Freddie Mac Bulletin 2020-36", "2020", "S");
const FR_VC = source(["freddie"], "Freddie Mac Bulletin 2021-36", "2021", "S");
const FHA_ACC = fha("II.A.4.d.iii(A)", "date not verified");
const FHA_AGE = fha("II.A.1.a.i(A)(1)(a)", "date not verified");
const FHA_RET = fha("II.A.4.d.iii(C)", "date not verified");
const FHA_STK = fha("II.A.4.d.iii(D)", "2016", "S");
const FHA_GIFT = fha("II.A.4.d.iii(F)", "date not verified");
const FHA_EMD = fha("II.A.4.d.i(A)", "date not verified");
const FHA_RES = fha("II.A.4.d.i(C)", "date not verified", "S");
const FHA_MRI = fha("II.A.2.c, minimum required investment", "date not verified", "S");
const FHA_DEBT = fha("II.A.4.b.iv, undisclosed debt", "date not verified", "S");
const FHA_IPC = fha("II.A.4.d.iii(G), interested party contributions", "date not verified", "S");
const FHA_RENT = fha("positive rental history", "date not verified", "S");
const VA_AST = va("ch. 4");
const USDA_AGE = usda("12.22", "05/17/2017");
const USDA_AST = usda("ch. 9, assets", "date not verified", "M");

/** Practice where a guide's text was not read for this program. */
const practice = (...programs: readonly Program[]) =>
  source(programs, "Common underwriting practice", "date not verified", "M");

const rule = <const Parameters>(
  title: string,
  sources: readonly Source[],
  parameters: Parameters,
): Rule<Parameters> => ({ title, effectiveFrom: "2026-11-23", sources, parameters });

/** Not underwriting advice. Every source has its date, and how it was read. */
export const RULES = {
  S2: rule("Money trail", [FN_DEP, FN_DU, FR_SRC, FHA_ACC, VA_AST, USDA_AST], {
    /** Days from the debit to the deposit of one transfer. */
    transferDays: [-1, 5],
    reversalDays: 10,
    refundDays: 120,
    itemBehindDays: 3,
    sameLinesPercent: 80,
    sameLinesLeast: 3,
    interestPercentOfAverage: 2,
  }),
  R1: rule("Statement history", [FN_DOC, FN_DU, FR_SRC, FHA_ACC, VA_AST, USDA_AST], {
    purchaseDays: 60,
    refinanceDays: 30,
    fhaDays: 30,
    /** VA and USDA: two statements. */
    twoStatementsDays: 60,
  }),
  R2: rule("Age of documents", [FN_AGE, FN_DU, FR_AGE, FHA_AGE, FHA_ACC, VA_AST, USDA_AGE], {
    daysToApplication: 45,
    fannieMonths: 4,
    days: 120,
    fhaDataDays: 30,
  }),
  R2b: rule("Recently opened account", [FR_SRC, FHA_ACC, practice("fannie", "va", "usda")], {
    days: 90,
    aboutZeroCents: 100,
  }),
  R3: rule("Large deposit", [FN_DEP, FR_BIG, FR_90], {
    windowDays: 60,
    /** Of monthly qualifying income. A deposit above it is large. */
    incomePercent: 50,
  }),
  R3c: rule("Large deposit", [FHA_ACC], {
    windowDays: 60,
    /** Of the adjusted value. */
    valuePercent: 1,
  }),
  R4: rule("Elements of a statement", [FN_DOC, FR_SRC, FHA_ACC, VA_AST, USDA_AST], {}),
  R5: rule("Account owner", [FN_DOC, FR_SRC, FHA_ACC, VA_AST, USDA_AST], {}),
  R6: rule("Usable money", [FN_DEP, FR_SRC, FHA_ACC, VA_AST, USDA_AST], { heldAboveCents: 100 }),
  R6b: rule("Securities and retirement accounts", [FN_STK, FN_RET, FR_SRC, FHA_RET, FHA_STK, VA_AST, USDA_AST], {
    /** Worth this share of the shortfall, investments need no proof of liquidation. */
    liquidationPercent: 120,
    fhaRetirementPercent: 60,
    valuesDifferPercent: 1,
    /** As old as other documents may be. */
    statementDays: 120,
  }),
  R7: rule("Cash to close and reserves", [FN_RES, FN_IPC, FR_RES, FHA_RES, VA_AST, USDA_AST], {}),
  R7b: rule("Required reserves", [FN_RES, FR_RES, FHA_RES], {
    secondHomeMonths: 2,
    investmentMonths: 6,
    multiUnitMonths: 6,
    fhaManualMonths: 1,
    fhaThreeUnitMonths: 3,
    /** Fannie Mae: percent of unpaid principal of other financed properties, by number of financed properties. */
    principalPercent: [
      { upTo: 4, percent: 2 },
      { upTo: 6, percent: 4 },
      { upTo: 10, percent: 6 },
    ],
    /** Freddie Mac: months of each other property's payment. */
    paymentMonths: [
      { upTo: 6, months: 2 },
      { upTo: 10, months: 8 },
    ],
  }),
  R8: rule("Borrowed money", [FN_DEP, FN_SEC, FR_SRC, FHA_ACC, FHA_GIFT, VA_AST, practice("usda")], { windowDays: 60 }),
  R9: rule("Gifts", [FN_GIFT, FN_ENT, FR_GIFT, FHA_GIFT, practice("va", "usda")], {
    ownFundsPercent: 5,
    ownFundsAboveLtvPercent: 80,
    /** What banks may keep of a gift on its way. */
    transferFeesCents: 10_000,
    /** Of a deposit that may be a gift that is said to come. */
    depositedDays: 90,
  }),
  R10: rule("Returned items and overdrafts", [policy], { reviewFrom: 3, blockFrom: 5, days: 365 }),
  R11: rule("Recurring debt", [FN_DEBT, FHA_DEBT, practice("freddie", "va", "usda")], {
    amountPercent: 10,
    paidAtLeastPercent: 85,
    paidAbovePercent: 115,
    fhaResubmitCents: 10_000,
    activeCadences: 1.5,
    activeMonthlyDays: 45,
    endedWithinDays: 365,
  }),
  R12: rule("Recurring income", [practice("fannie", "freddie", "fha", "va", "usda")], { gapFactor: 1.6 }),
  R13: rule("Business money", [FN_DEP, FR_SRC, practice("fha", "va", "usda")], {}),
  R14: rule("Earnest money", [FN_EMD, FHA_EMD, practice("freddie", "va", "usda")], {
    leastPercent: 90,
    mostPercent: 110,
    payments: 3,
    averageDays: 60,
    fhaVerifyAbovePercent: 1,
    /** Our own figure: an offer or a reservation may be paid before both sign. */
    daysBeforeContract: 60,
  }),
  R15: rule("Rent", [FN_RENT, FHA_RENT, practice("freddie", "va", "usda")], {
    months: 12,
    leastCents: 30_000,
    amountPercent: 5,
    days: 7,
  }),
  R16: rule("Virtual currency", [FN_VC, FR_VC, practice("fha", "va", "usda")], {}),
  R17: rule(
    "Balance above its average",
    [
      FR_SRC,
      source(["fannie"], "Fannie Mae Selling Guide B3-4.2-02", "12/14/2022", "S"),
      practice("fha", "va", "usda"),
    ],
    {
      /** Our own figure. */
      ratio: 1.5,
      days: 60,
    },
  ),
  R18: rule("Verification of deposit view", [FR_SRC, FN_DOC], { days: 60 }),
  R19: rule("Data quality", [FN_DOC, FN_DU1, FR_SRC, FHA_ACC, VA_AST, USDA_AST], { quietDays: 45, leftOutCents: 100 }),
  R20: rule("Sum of unexplained deposits", [policy], {
    days: 30,
    cashLeastCents: 300_000,
    cashMostCents: 1_000_000,
    cashDays: 15,
    cashCount: 3,
  }),
  R21: rule("Large withdrawals", [policy], { days: 30, recentDays: 14, withoutIncomeCents: 500_000 }),
  R22: rule("Support payments", [FN_DEBT, practice("freddie", "fha", "va", "usda")], {}),
  R23: rule("Real-estate obligations", [practice("fannie", "freddie", "va", "usda"), FHA_DEBT], {}),
  R24: rule("Taxes, levies and garnishments", [FN_DEBT, practice("freddie", "fha", "va", "usda")], {}),
  R25: rule("Loans against own assets", [FN_SEC, practice("freddie", "fha", "va", "usda")], {}),
  R26: rule("Minimum contribution", [FHA_MRI, practice("fannie", "freddie")], {
    fhaTenThousandths: 350,
    fhaLowScoreTenThousandths: 1000,
    fhaLowScoreBelow: 580,
    fhaLeastScore: 500,
    downPaymentPercent: 5,
    firstTimeBuyerPercent: 3,
  }),
  R27: rule("Interested-party contributions", [FN_IPC, practice("freddie", "va", "usda"), FHA_IPC], {
    investmentPercent: 2,
    above90Percent: 3,
    above75Percent: 6,
    otherPercent: 9,
    fhaPercent: 6,
    vaPercent: 4,
    usdaPercent: 6,
  }),
  R28: rule("VA and USDA", [VA_AST, USDA_AGE], {}),
  R29: rule("Other parties and money from abroad", [FN_IPC, FR_SRC, FHA_GIFT, practice("va", "usda")], {}),
  R30: rule("Alerts and disputes of the consumer", [FCRA], {}),
} as const satisfies Record<string, Rule>;
export type RuleId = keyof typeof RULES;

/** The sources of a rule for these programs; each finding cites a source of its own program. */
export function sourcesOf(ruleId: RuleId, programs: readonly Program[]): Source[] {
  return RULES[ruleId].sources
    .map((one: Source) => ({ ...one, programs: one.programs.filter((program) => programs.includes(program)) }))
    .filter((one) => one.programs.length > 0);
}

/** `Fannie Mae Selling Guide B3-4.2-02 (12/14/2022); HUD …`. */
export function citationOf(sources: readonly Source[]): string {
  return [...new Set(sources.map(({ citation, date }) => `${citation} (${date})`))].join("; ");
}
