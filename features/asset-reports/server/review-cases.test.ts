import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Borrower, Loan } from "#features/borrowers/contract.ts";
import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import type { Outcome } from "#features/underwriting/rules/evaluation.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { open, share } from "#features/borrower-portal/server/test-portal.ts";
import { connect, generate } from "./test-bank.ts";
import {
  account,
  cashIn,
  cashOut,
  checking,
  customLogin,
  daysAgo,
  GINGHAM,
  savings,
  setReadAt,
  type CustomBank,
} from "./test-custom-bank.ts";

// The cases that an underwriter disputed in the review of November 2026 (sections A and B), run through the product's
// own API with the bank provider's sandbox. PRINT_CASES=1 prints what each case gives now.

type Report = Awaited<ReturnType<typeof readReport>>;
type Answer = Outcome | "-";
type Terms = { readonly [Field in keyof Loan]?: Loan[Field] | undefined };

/** What an officer does with the report of a case. */
interface Desk {
  readonly report: Report;
  idOf(description: string): string;
  evidence(piece: Record<string, unknown>, withDocument: boolean): Promise<void>;
  confirm(kind: string, subject: object, withDocument?: boolean): Promise<void>;
}

interface Case {
  /** The case's id in the review. */
  readonly id: string;
  readonly title: string;
  readonly before: string;
  readonly now: string;
  readonly banks: readonly CustomBank[];
  readonly borrower?: Partial<Pick<Borrower, "firstName" | "lastName" | "suffix" | "coBorrowers">>;
  readonly loan?: Terms;
  /** How far back the report goes; 90 when absent. */
  readonly daysRequested?: number;
  readonly act?: (desk: Desk) => Promise<void>;
  /** Under Fannie Mae, Freddie Mac and FHA. */
  readonly outcomes: readonly [Answer, Answer, Answer];
  /** Findings that must exist, as `program CODE severity`. */
  readonly found?: readonly string[];
  /** Codes that must have no finding at all. */
  readonly absent?: readonly string[];
  readonly check?: (report: Report) => void;
}

/** Needs $28,000.00 to close. A deposit above $4,500.00 is large; under FHA, above $4,000.00. */
const LOAN: Loan = {
  transactionType: "purchase",
  program: "conventional",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  salesPrice: 40_000_000,
  appraisedValue: 40_000_000,
  loanAmount: 38_000_000,
  closingCosts: 600_000,
  prepaids: 200_000,
  credits: 0,
  emd: 0,
  monthlyIncome: 900_000,
  pitia: 250_000,
  reserveMonthsRequired: 0,
  isFirstTimeBuyer: true,
  creditScore: 700,
  contractDate: daysAgo(40),
  applicationDate: daysAgo(34),
  noteDate: daysAgo(-22),
  disbursementDate: daysAgo(-22),
  disclosedLiabilities: [],
};

const fha: Terms = { program: "fha", reserveMonthsRequired: undefined };
const refinance: Terms = {
  transactionType: "cash_out",
  salesPrice: undefined,
  emd: undefined,
  contractDate: undefined,
  acquiredOn: daysAgo(2000),
};

const MAX = { firstName: "Max", lastName: "Reed", email: `max.${randomUUID()}@example.net` };
const LARGE = ["fannie LARGE_UNSOURCED blocker", "freddie LARGE_UNSOURCED blocker"];
const cash = (ago: number, dollars: number) => cashIn(ago, "COUNTER CASH DEPOSIT", dollars);
const monthly = (description: string, dollars: number) => [68, 38, 8].map((ago) => cashOut(ago, description, dollars));
const shares = (dollars: number, more: object = {}) => ({
  institution_price: dollars,
  quantity: 1,
  security: { ticker_symbol: "ACME", currency: "USD" },
  ...more,
});
const investment = (subtype: string, dollars: number, more: Record<string, unknown> = {}) =>
  account("investment", subtype, dollars, [], more);

function lineOf(report: Report, description: string) {
  const lines = report.parsedReport.items.flatMap(({ accounts }) =>
    accounts.flatMap(({ transactions }) => transactions),
  );
  const line = lines.find((each) => each.description === description);
  if (!line) throw new Error(`the report has no line ${description}`);
  return line;
}
const depositOf = (report: Report, description: string) =>
  report.figures.deposits.find(({ transactionId }) => transactionId === lineOf(report, description).id);
const countsOf = (report: Report) =>
  Object.fromEntries(report.figures.accounts.map(({ subtype, countsCents }) => [subtype, countsCents]));
const matchesOf = (report: Report) =>
  report.figures.owners.map(({ persons, standing }) => [persons.map(({ bankName }) => bankName).join(" + "), standing]);

const LOAN_PROCEEDS = "UPSTART NETWORK DES:LOAN PROC";
const UNIDENTIFIED = [
  cashIn(50, "DIRECT DEPOSIT COINBASE", 40_000),
  cashIn(45, "STATE FARM DIRECT DEP CLAIM", 60_000),
  cashIn(40, "TAX REFUND ADVANCE LOAN", 6_000),
  cashIn(35, "SALARY ADVANCE FROM UNCLE", 5_000),
  cashIn(30, "INTEREST PAYMENT FROM UNCLE BOB", 15_000),
  cashIn(25, "FIDELITY 401K LUMP SUM", 20_000),
];
const CALLED_A_LOAN = {
  x_credit_category: { primary: "LOAN_DISBURSEMENTS", detailed: "LOAN_DISBURSEMENTS_PERSONAL" },
};
const HARMLESS_CREDITS = [
  cashIn(50, "SOFI BANK INTEREST", 45.12),
  cashIn(44, "MOHELA REFUND", 212.4),
  cashIn(43, "TOYOTA FINANCIAL REFUND", 120),
  cashIn(42, "ALLY REFUND", 88),
  cashIn(41, "FORD CREDIT REFUND", 187),
  cashIn(36, "ZELLE FROM BRIGIT JONES", 300),
  cashIn(29, "PROSPER ISD PAYROLL", 1_940),
  cashIn(21, "DELTA SEAT UPGRADE REFUND", 96),
  cashIn(12, "CARVANA PAYOFF", 700),
  ...[58, 44, 30, 16].map((ago) => cashIn(ago, "NELNET INC DES:PAYROLL", 2_310)),
];
const HARMLESS_PAYMENTS = [
  ...monthly("VERIZON WIRELESS PYMT", 139),
  ...monthly("T-MOBILE PCS PYMT", 85),
  ...monthly("COMCAST CABLE PYMT", 79.99),
  ...monthly("PLANET FITNESS CLUB PYMT", 49.99),
  ...monthly("BRIGHT HORIZONS DAYCARE PYMT", 1_310),
  ...monthly("STATE UNIVERSITY TUITION PYMT", 900),
  ...monthly("TRANSFER TO NAVY FEDERAL CREDIT UNION", 400),
  ...monthly("AMERIPRISE FINANCIAL", 250),
];
const PUBLIC_MONEY = [
  cashIn(70, "CASTTAXRFD", 4_900),
  cashIn(68, "NYSTTAXRFD", 4_700),
  cashIn(62, "NYS DOL UI", 504),
  cashIn(58, "CA EDD BENEFIT", 900),
  cashIn(52, "RRB TREAS 310", 4_600),
  cashIn(50, "OPM CIV SERV", 4_801),
  cashIn(48, "SSI TREAS 310", 943),
];

const CASES: readonly Case[] = [
  {
    id: "0",
    title: "Nothing is disputed: $36,000 of the borrower's own money",
    before: "Enough",
    now: "Nothing found.",
    banks: [{ accounts: [checking(36_000)] }],
    outcomes: ["enough", "enough", "enough"],
    check: ({ findings }) => expect(findings.map(({ code }) => code)).toEqual([]),
  },
  {
    id: "A1",
    title: "$50,000 cash in a bank that was read a day after another; $11,000 of own money, $20,000 needed",
    before: "Enough, all three programs, no finding of the deposit",
    now: "The deposit is tested on its own bank's dates, and is taken off.",
    banks: [
      { readAt: `${daysAgo(1)}T22:10:00Z`, accounts: [checking(6_000, [], { mask: "1101" })] },
      { institutionId: GINGHAM, accounts: [checking(55_000, [cash(0, 50_000)], { mask: "2202" })] },
    ],
    loan: { closingCosts: 0, prepaids: 0 },
    outcomes: ["short", "short", "open"],
    found: [...LARGE, "fha DOCUMENT_SOURCE blocker"],
    check: ({ funds }) => {
      expect(funds.fannie).toMatchObject({ usableClosingCents: 1_100_000, cashToCloseCents: 2_000_000 });
      expect(funds.fha.atRiskCents).toBe(5_000_000);
    },
  },
  {
    id: "A1",
    title: "A bank last read 43 days ago, and borrowed money and cash since then in another",
    before: "43 days of deposits of all other banks hidden, loan proceeds included",
    now: "Both deposits are found and taken off; the old bank is named, and what it shows is too little and too old.",
    banks: [
      { readAt: `${daysAgo(43)}T12:00:00Z`, accounts: [checking(30_000, [], { mask: "1101" })] },
      {
        institutionId: GINGHAM,
        accounts: [checking(40_000, [cashIn(15, LOAN_PROCEEDS, 8_000), cash(20, 9_000)], { mask: "2202" })],
      },
    ],
    outcomes: ["open", "open", "open"],
    found: [
      "fannie LARGE_UNSOURCED info",
      "fannie BORROWED_FUNDS_DEDUCTED review",
      "fannie ITEM_BEHIND review",
      "fannie INSUFFICIENT_HISTORY blocker",
      "fha FHA_DATA_OLD blocker",
      "fha DOCUMENT_SOURCE blocker",
    ],
    check: ({ funds }) => {
      expect(funds.fannie.reductionCents).toBe(1_700_000);
      expect(funds.fha.reductionCents).toBe(800_000);
    },
  },
  {
    id: "A2",
    title: "$50,000 cash into checking, $49,000 of it moved to savings",
    before: "Enough; the reduction was capped at the $1,000 left in checking",
    now: "All $50,000 comes off, in savings too.",
    banks: [
      {
        accounts: [
          checking(13_000, [cash(25, 50_000), cashOut(18, "ONLINE TRANSFER TO SAV ...8810", 49_000)]),
          savings(49_500, [cashIn(18, "ONLINE TRANSFER FROM CHK ...4411", 49_000)]),
        ],
      },
    ],
    outcomes: ["short", "short", "open"],
    found: ["fannie LARGE_UNSOURCED blocker", "fha DOCUMENT_SOURCE blocker"],
    check: ({ funds }) =>
      expect(funds.fannie).toMatchObject({ reductionCents: 5_000_000, usableClosingCents: 1_250_000 }),
  },
  {
    id: "A3",
    title: "$9,000 cash in, $9,000 check to a car dealer from another account three days later",
    before: "A transfer between own accounts, nothing open",
    now: "No transfer: the deposit is unexplained.",
    banks: [
      {
        accounts: [
          checking(30_000, [cash(20, 9_000)]),
          checking(5_000, [cashOut(17, "CHECK 2041 TOYOTA OF SMITHTOWN", 9_000)], { mask: "7702" }),
        ],
      },
    ],
    outcomes: ["short", "short", "open"],
    found: [...LARGE, "fha DOCUMENT_SOURCE blocker"],
    check: ({ figures }) => expect(figures.transfers).toEqual([]),
  },
  {
    id: "A3",
    title: "$9,000 from the mother, a watch of the same price paid from another account",
    before: "A transfer between own accounts, nothing open",
    now: "No transfer: the deposit is unexplained.",
    banks: [
      {
        accounts: [
          checking(30_000, [cashIn(20, "ZELLE FROM LINDA KING", 9_000)]),
          checking(5_000, [cashOut(21, "ROLEX BOUTIQUE NEW YORK", 9_000)], { mask: "7702" }),
        ],
      },
    ],
    outcomes: ["short", "short", "open"],
    found: [...LARGE, "fha DOCUMENT_SOURCE blocker"],
    check: ({ figures }) => expect(figures.transfers).toEqual([]),
  },
  {
    id: "A4",
    title: "Cash-out of $100,000, $1,000 in the bank, 6 months of reserves required",
    before: "Enough, 40.4 months",
    now: "0.4 months: proceeds are no reserves. FHA asks for none here.",
    banks: [{ accounts: [checking(1_000)] }],
    loan: {
      ...refinance,
      loanAmount: 30_000_000,
      payoff: 20_000_000,
      closingCosts: 0,
      prepaids: 0,
      reserveMonthsRequired: 6,
    },
    outcomes: ["short", "short", "enough"],
    check: ({ funds }) => {
      for (const program of ["fannie", "freddie", "fha"] as const)
        expect(funds[program]).toMatchObject({ cashBackCents: 10_000_000, reservesCents: 100_000, reserveMonths: 0.4 });
    },
  },
  {
    id: "A5",
    title: "$30,000 of seller credits and no costs, $1,000 in the bank",
    before: "Enough: need -$10,000, 4.4 months",
    now: "Credits above costs pay nothing: short by $19,000.",
    banks: [{ accounts: [checking(1_000)] }],
    loan: { closingCosts: 0, prepaids: 0, credits: 3_000_000 },
    outcomes: ["short", "short", "short"],
    found: ["fannie CREDITS_ABOVE_COSTS review"],
    check: ({ funds }) => {
      expect(funds.fannie).toMatchObject({ cashToCloseCents: 2_000_000, surplusCents: -1_900_000 });
      // The amount above FHA's limit and above costs lowers the value, not the need.
      expect(funds.fha.cashToCloseCents).toBe(2_000_000);
    },
  },
  {
    id: "A6",
    title: "Closing costs, prepaids, occupancy and units were not entered",
    before: "Enough, nothing listed as not evaluated; the PDF said nothing is guessed",
    now: "Not evaluated, and each missing term is named.",
    banks: [{ accounts: [checking(60_000)] }],
    loan: { closingCosts: undefined, prepaids: undefined, occupancy: undefined, units: undefined },
    outcomes: ["notEvaluated", "notEvaluated", "notEvaluated"],
    check: ({ verdicts }) => {
      for (const program of ["fannie", "freddie", "fha"] as const)
        expect(verdicts[program].missing).toEqual(
          expect.arrayContaining(["closingCosts", "prepaids", "occupancy", "units"]),
        );
    },
  },
  {
    id: "A7",
    title: "$20,000 cash, wired to the title company as earnest money the next day",
    before: 'Enough under Fannie Mae: "The money is enough without it"',
    now: "The unexplained money takes the earnest-money credit away.",
    banks: [{ accounts: [checking(8_500, [cash(20, 20_000), cashOut(19, "WIRE OUT CHICAGO TITLE", 20_000)])] }],
    loan: { emd: 2_000_000 },
    outcomes: ["short", "short", "open"],
    found: ["fannie LARGE_UNSOURCED blocker", "fha DOCUMENT_SOURCE blocker"],
    check: ({ funds }) => expect(funds.fannie).toMatchObject({ earnestPaidCents: 0, cashToCloseCents: 2_800_000 }),
  },
  {
    id: "A7",
    title: "Earnest money of $9,000 paid from the father's account",
    before: "Credited",
    now: "Not credited until the gift is shown.",
    banks: [
      { accounts: [checking(30_000)] },
      {
        institutionId: GINGHAM,
        names: ["PETER KING"],
        accounts: [checking(20_000, [cashOut(19, "WIRE OUT CHICAGO TITLE", 9_000)], { mask: "3303" })],
      },
    ],
    loan: { emd: 900_000 },
    // Until the officer keeps the father's bank, its transactions are withheld.
    act: ({ confirm, report }) => confirm("holder", { itemId: withheldItems(report.parsedReport)[0]!.id }),
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie EMD_FROM_OTHER review", "fha EMD_FROM_OTHER review"],
    check: ({ funds }) => expect(funds.fannie).toMatchObject({ earnestPaidCents: 0, usableClosingCents: 3_000_000 }),
  },
  {
    id: "A7",
    title: "Earnest money of $10,000 entered, a wire of $9,000 found",
    before: "$10,000 credited",
    now: "$9,000 credited, $1,000 asked for.",
    banks: [{ accounts: [checking(30_000, [cashOut(19, "WIRE OUT CHICAGO TITLE", 9_000)])] }],
    loan: { emd: 1_000_000 },
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie EMD_DIFFERS review", "fha EMD_DIFFERS review"],
    check: ({ funds }) => expect(funds.fannie).toMatchObject({ earnestPaidCents: 900_000, surplusCents: 1_100_000 }),
  },
  {
    id: "A7",
    title: "A payment to a title lender, $1,000 of earnest money entered",
    before: "Taken for earnest money",
    now: "A title loan is no earnest money.",
    banks: [{ accounts: [checking(30_000, [cashOut(19, "TITLE MAX LOAN PAYMENT", 1_000)])] }],
    loan: { emd: 100_000 },
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie EMD_NOT_FOUND review", "fha EMD_NOT_FOUND review"],
    check: ({ funds }) => expect(funds.fannie.earnestPaidCents).toBe(0),
  },
  {
    id: "A8",
    title: "One joint account behind the logins of both spouses, with different nicknames",
    before: "Counted twice",
    now: "Counted once.",
    borrower: { coBorrowers: [MAX] },
    banks: [
      {
        names: ["ADA KING", "MAX REED"],
        accounts: [checking(50_000, [cashOut(10, "RIVERSIDE DENTAL", 310)], { name: "Our money" })],
      },
      {
        isCoBorrowers: true,
        names: ["ADA KING", "MAX REED"],
        accounts: [checking(50_000, [cashOut(10, "RIVERSIDE DENTAL", 310)], { name: "Joint Checking" })],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    check: ({ funds, figures, parsedReport }) => {
      expect(parsedReport.items).toHaveLength(2);
      expect(funds.fannie.usableClosingCents).toBe(5_000_000);
      expect(figures.seenTwice).toMatchObject([{ isSure: true }]);
    },
  },
  {
    id: "A8",
    title: "Two spouses' own accounts at one bank with one name and mask",
    before: "Counted once",
    now: "Both count.",
    borrower: { coBorrowers: [MAX] },
    banks: [
      { accounts: [checking(20_000, [cashOut(10, "RIVERSIDE DENTAL", 310)])] },
      {
        isCoBorrowers: true,
        names: ["MAX REED"],
        accounts: [
          checking(
            15_000,
            [cashOut(9, "CITY GYM", 45), cashOut(40, "BOOKS INC", 61), cashOut(70, "SAFEWAY 1142", 90)],
            { everyday: false },
          ),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    check: ({ funds, figures }) => {
      expect(funds.fannie.usableClosingCents).toBe(3_500_000);
      expect(figures.seenTwice).toEqual([]);
    },
  },
  {
    id: "A9",
    title: "A crypto payout, an insurance claim, two advances, an uncle's interest and a 401(k) lump sum",
    before: "All identified, nothing asked",
    now: "None is identified; each is asked about, and both advances come off as borrowed.",
    banks: [{ accounts: [checking(166_000, UNIDENTIFIED)] }],
    outcomes: ["short", "short", "open"],
    found: ["fannie LARGE_UNSOURCED blocker", "fha DOCUMENT_SOURCE blocker", "fannie BORROWED_FUNDS_DEDUCTED blocker"],
    check: (report) => {
      for (const [, description] of UNIDENTIFIED)
        expect(depositOf(report, description), description).toMatchObject({ identifiedAs: null });
      expect(report.funds.fannie.reductionCents).toBe(14_600_000);
    },
  },
  {
    id: "A10",
    title: "Crypto, a 529, UTMA, HSA, EBT, a brokerage on margin and a plan of which 40 percent is vested",
    before: "All counted in full, most without any finding",
    now: "Only the brokerage net of margin and the vested part count.",
    banks: [
      {
        accounts: [
          checking(20_000),
          investment("crypto exchange", 50_000, { mask: "0101" }),
          investment("529", 20_000, { mask: "0102" }),
          investment("utma", 10_000, { mask: "0103" }),
          account("depository", "hsa", 5_000, [], { mask: "0104" }),
          account("depository", "ebt", 300, [], { mask: "0105", everyday: false }),
          investment("brokerage", 100_000, { mask: "0106", x_margin_loan_amount: 60_000, holdings: [shares(100_000)] }),
          investment("roth thrift savings plan", 100_000, {
            mask: "0107",
            holdings: [shares(100_000, { x_vested_value: 40_000 })],
          }),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie NOT_ELIGIBLE info", "fannie REQUEST_PLAN_TERMS review"],
    check: (report) => {
      expect(countsOf(report)).toMatchObject({
        ...{ checking: 2_000_000, "crypto exchange": 0, "529": 0, utma: 0, hsa: 0, ebt: 0 },
        ...{ brokerage: 4_000_000, "roth thrift savings plan": 4_000_000 },
      });
      expect(report.funds.fannie.usableClosingCents).toBe(2_000_000);
    },
  },
  {
    id: "A11",
    title: "The account is ADA LOVELL SR's and ADA LOVELL III's, the loan is Ada Lovell Jr's",
    before: "Exact",
    now: "Not the borrower: nothing counts until a person confirms it with a document.",
    borrower: { lastName: "Lovell", suffix: "Jr" },
    banks: [
      { names: ["ADA LOVELL SR"], accounts: [checking(40_000)] },
      { institutionId: GINGHAM, names: ["ADA LOVELL III"], accounts: [savings(20_000)] },
    ],
    outcomes: ["short", "short", "short"],
    found: ["fannie NOT_THE_BORROWERS review"],
    check: (report) => {
      expect(matchesOf(report).map(([, standing]) => standing)).toEqual(["none", "none"]);
      expect(report.funds.fannie.usableClosingCents).toBe(0);
    },
  },
  {
    id: "A11",
    title: "Held for another (FBO, ITF) beside own money",
    before: "Exact, counted",
    now: "Money held for another does not count; ITF waits for a confirmation.",
    banks: [
      { accounts: [checking(30_000)] },
      { institutionId: GINGHAM, names: ["ADA KING FBO BABY KING"], accounts: [savings(20_000)] },
      {
        institutionId: "ins_109510",
        names: ["ADA KING ITF BABY KING"],
        accounts: [savings(10_000, [], { mask: "6606" })],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie HELD_FOR_ANOTHER review", "fannie NAME_DIFFERS review"],
    check: ({ funds }) => {
      expect(funds.fannie.levels.sure.usableClosingCents).toBe(3_000_000);
      expect(funds.fannie.usableClosingCents).toBe(4_000_000);
    },
  },
  {
    id: "A11",
    title: "ADA KING OR BOB STRANGER in one string",
    before: "Exact, no access letter",
    now: "FHA asks for the stranger's access letter.",
    banks: [{ names: ["ADA KING OR BOB STRANGER"], accounts: [checking(40_000)] }],
    outcomes: ["enough", "enough", "open"],
    found: ["fha ACCESS_LETTER blocker"],
  },
  {
    id: "A11",
    title: "The account is MARSHA's, the borrower is Martha",
    before: "Fuzzy, counted",
    now: "Another person: nothing counts.",
    borrower: { firstName: "Martha" },
    banks: [{ names: ["MARSHA KING"], accounts: [checking(40_000)] }],
    outcomes: ["short", "short", "short"],
    found: ["fannie NOT_THE_BORROWERS review"],
  },
  {
    id: "A12",
    title: "A pending deposit of $25,000 inside current and available, $10,000 besides",
    before: "Enough, no finding",
    now: "Pending money does not count until it posts.",
    banks: [
      {
        accounts: [
          checking(35_000, [cashIn(1, "MOBILE DEPOSIT", 25_000, { date_posted: daysAgo(-2) })], {
            force_available_balance: 35_000,
          }),
        ],
      },
    ],
    outcomes: ["short", "short", "short"],
    found: ["fannie PENDING_NOT_COUNTED review"],
    check: ({ funds }) => expect(funds.fannie.usableClosingCents).toBe(1_000_000),
  },
  {
    id: "A13",
    title: "FHA: a 401(k) is needed to close",
    before: "Enough, no finding",
    now: "FHA asks for evidence of liquidation.",
    loan: fha,
    banks: [
      {
        accounts: [
          checking(20_000),
          investment("401k", 100_000, { holdings: [shares(100_000, { x_vested_value: 100_000 })] }),
        ],
      },
    ],
    outcomes: ["-", "-", "short"],
    found: ["fha LIQUIDATION_NEEDED blocker"],
    check: ({ funds }) => expect(funds.fha).toMatchObject({ surplusCents: -800_000 }),
  },
  {
    id: "A13",
    title: "FHA, three units: a gift is all that is left for reserves",
    before: "Enough",
    now: "A gift is no reserve: $2,000 of the $7,500 required.",
    loan: { ...fha, units: 3 },
    banks: [{ accounts: [checking(2_000)] }],
    act: ({ evidence }) =>
      evidence(
        {
          ...{ transactionId: null, kind: "gift", sourcedCents: 3_500_000, amountCents: 3_500_000 },
          donor: {
            name: "Linda King",
            address: "12 Alder Street, Austin, TX",
            phone: "512 555 0119",
            relationship: "mother",
          },
          ...{ noRepayment: true, transferEvidence: true },
        },
        true,
      ),
    outcomes: ["-", "-", "short"],
    check: ({ funds }) =>
      expect(funds.fha).toMatchObject({
        giftCents: 3_500_000,
        surplusCents: 900_000,
        reservesCents: 200_000,
        requiredReservesCents: 750_000,
      }),
  },
  {
    id: "A13",
    title: "FHA: disbursement 300 days away",
    before: "Enough, no finding",
    now: "The data is too old at disbursement.",
    loan: { ...fha, noteDate: daysAgo(-300), disbursementDate: daysAgo(-300) },
    banks: [{ accounts: [checking(40_000)] }],
    outcomes: ["-", "-", "open"],
    found: ["fha EXPIRED_AT_DISBURSEMENT blocker", "fannie EXPIRED_AT_NOTE blocker", "freddie EXPIRED_AT_NOTE blocker"],
  },
  {
    id: "A13",
    title: "FHA: earnest money of 5 percent is not in the data",
    before: "Enough, no finding",
    now: "Above 1 percent of the price it must be verified.",
    loan: { ...fha, emd: 2_000_000 },
    banks: [{ accounts: [checking(40_000)] }],
    outcomes: ["-", "-", "open"],
    found: ["fha EMD_NOT_FOUND blocker"],
    check: ({ funds }) => expect(funds.fha.earnestPaidCents).toBe(0),
  },
  {
    id: "A13",
    title: "FHA: an investment property",
    before: "Enough, no finding",
    now: "FHA does not insure it.",
    loan: { ...fha, occupancy: "investment", financedProperties: [] },
    banks: [{ accounts: [checking(60_000)] }],
    outcomes: ["-", "-", "open"],
    found: ["fha OCCUPANCY_NOT_FHA blocker"],
  },
  {
    id: "A14",
    title: "One cent of a $20,000 loan is documented as secured",
    before: "The whole deduction was gone",
    now: "$19,999.99 comes off.",
    banks: [{ accounts: [checking(45_000, [cashIn(30, LOAN_PROCEEDS, 20_000)])] }],
    act: ({ evidence, idOf }) =>
      evidence({ transactionId: idOf(LOAN_PROCEEDS), kind: "secured_loan", sourcedCents: 1 }, true),
    outcomes: ["short", "short", "short"],
    found: ["fannie BORROWED_FUNDS_DEDUCTED blocker", "fha BORROWED_FUNDS_DEDUCTED blocker"],
    check: ({ funds }) => {
      for (const program of ["fannie", "freddie", "fha"] as const)
        expect(funds[program].reductionCents).toBe(1_999_999);
    },
  },
  {
    id: "A15",
    title: "Evidence accepted without a document or a reason",
    before: "Settled the deposit",
    now: "It counts as proposed and changes nothing.",
    banks: [{ accounts: [checking(30_000, [cash(20, 9_000)])] }],
    act: ({ evidence, idOf }) =>
      evidence(
        { transactionId: idOf("COUNTER CASH DEPOSIT"), kind: "sale_of_personal_asset", sourcedCents: 900_000 },
        false,
      ),
    outcomes: ["short", "short", "open"],
    found: [...LARGE, "fha DOCUMENT_SOURCE blocker"],
    check: ({ inputs }) => expect(inputs.evidence.filter(({ hasDocument }) => hasDocument)).toEqual([]),
  },
  {
    id: "A15",
    title: "A gift letter with six of its seven parts missing, and the gift is needed",
    before: "Enough",
    now: "Open until the letter is whole; the missing parts are named.",
    banks: [{ accounts: [checking(30_000, [cashIn(20, "ZELLE FROM LINDA KING", 9_000)])] }],
    act: ({ evidence, idOf }) =>
      evidence(
        {
          ...{ transactionId: idOf("ZELLE FROM LINDA KING"), kind: "gift", sourcedCents: 900_000 },
          donor: { relationship: "mother" },
        },
        true,
      ),
    outcomes: ["open", "open", "open"],
    found: ["fannie GIFT_INCOMPLETE blocker", "fha GIFT_INCOMPLETE blocker"],
    check: ({ figures }) => expect(figures.gifts[0]!.missing.length).toBeGreaterThanOrEqual(5),
  },
  {
    id: "B1",
    title: "Refunds, interest, pay and people with a lender's name, and an own transfer that is categorized as a loan",
    before: "Borrowed money, blocker under all programs",
    now: "None is borrowed; the transfer is matched.",
    banks: [
      {
        accounts: [
          checking(36_000, [...HARMLESS_CREDITS, cashIn(24, "ACH TRANSFER FROM SAV ...8810", 7_000, CALLED_A_LOAN)]),
          savings(14_000, [cashOut(25, "ACH TRANSFER TO CHK ...4411", 7_000)]),
        ],
      },
    ],
    loan: {
      disclosedLiabilities: [{ creditor: "MOHELA", monthlyPayment: 21_240, type: "installment" }],
    },
    outcomes: ["enough", "enough", "enough"],
    absent: ["BORROWED_FUNDS", "BORROWED_FUNDS_DEDUCTED", "LARGE_UNSOURCED", "DOCUMENT_SOURCE"],
    check: ({ figures, funds }) => {
      expect(figures.transfers).toMatchObject([{ cents: 700_000, isPossible: false }]);
      expect(funds.fannie.reductionCents).toBe(0);
    },
  },
  {
    id: "B1",
    title: "A deposit from a lender's bank that is a payout and no loan",
    before: "Accepting any evidence but a secured loan changed nothing",
    now: "A confirmation with a document clears it.",
    banks: [{ accounts: [checking(40_000, [cashIn(24, LOAN_PROCEEDS, 3_000)])] }],
    act: ({ confirm, idOf }) => confirm("notALoan", { transactionId: idOf(LOAN_PROCEEDS) }, true),
    outcomes: ["enough", "enough", "enough"],
    absent: ["BORROWED_FUNDS", "BORROWED_FUNDS_DEDUCTED"],
  },
  {
    id: "B1",
    title: "A needed deposit from a lender, and a document of another source for all of it",
    before: "Accepting a transfer, income, a gift or another source for the whole changed nothing",
    now: "A document for the whole deposit clears it.",
    banks: [{ accounts: [checking(30_000, [cashIn(24, LOAN_PROCEEDS, 3_000)])] }],
    act: ({ evidence, idOf }) =>
      evidence({ transactionId: idOf(LOAN_PROCEEDS), kind: "other", sourcedCents: 300_000 }, true),
    outcomes: ["enough", "enough", "enough"],
    absent: ["BORROWED_FUNDS", "BORROWED_FUNDS_DEDUCTED"],
  },
  {
    id: "B2",
    title: "Phone, cable, gym, daycare, tuition, a credit union and an adviser paid monthly",
    before: "Undisclosed debts, FHA: resubmit",
    now: "None is a debt.",
    banks: [{ accounts: [checking(36_000, HARMLESS_PAYMENTS)] }],
    outcomes: ["enough", "enough", "enough"],
    absent: ["UNDISCLOSED_DEBT", "RESUBMIT", "DEBT_ENDED"],
    check: ({ figures }) => expect(figures.debts).toEqual([]),
  },
  {
    id: "B2",
    title: "A disclosed card paid in full, and disclosed loans under the names that banks print",
    before: "Undisclosed debts, FHA: resubmit",
    now: "All are the disclosed ones.",
    banks: [
      {
        accounts: [
          checking(36_000, [
            cashOut(68, "CAPITAL ONE CRCARDPMT", 2_140),
            cashOut(38, "CAPITAL ONE CRCARDPMT", 1_850),
            cashOut(8, "CAPITAL ONE CRCARDPMT", 2_015),
            ...monthly("AES STUDENT LOAN PYMT", 212.4),
            ...monthly("JPMCB AUTO LOAN PMT", 410),
            ...monthly("TOYOTA ACH RTL", 388.2),
          ]),
        ],
      },
    ],
    loan: {
      disclosedLiabilities: [
        { creditor: "Capital One", monthlyPayment: 3_500, type: "revolving" },
        { creditor: "American Education Services", monthlyPayment: 21_240, type: "installment" },
        { creditor: "Chase", monthlyPayment: 41_000, type: "installment" },
        { creditor: "Toyota Motor Credit", monthlyPayment: 38_820, type: "installment" },
      ],
    },
    outcomes: ["enough", "enough", "enough"],
    absent: ["UNDISCLOSED_DEBT", "RESUBMIT", "DEBT_AMOUNT_DIFFERS"],
  },
  {
    id: "B2",
    title: "A loan that was paid off 14 months ago",
    before: "Undisclosed debt, FHA: resubmit",
    now: "Nothing: it ended long ago.",
    daysRequested: 600,
    banks: [
      {
        accounts: [
          checking(
            36_000,
            [545, 515, 485, 455, 425].map((ago) => cashOut(ago, "TOYOTA ACH RTL", 388.2)),
          ),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    absent: ["UNDISCLOSED_DEBT", "RESUBMIT", "DEBT_ENDED"],
  },
  {
    id: "B2",
    title: "Extra principal on a disclosed loan",
    before: "Undisclosed debt, FHA: resubmit",
    now: "A point to review, cleared by a confirmation.",
    banks: [{ accounts: [checking(36_000, monthly("TOYOTA ACH RTL", 500))] }],
    loan: { disclosedLiabilities: [{ creditor: "Toyota Motor Credit", monthlyPayment: 38_820, type: "installment" }] },
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie DEBT_AMOUNT_DIFFERS review"],
    absent: ["UNDISCLOSED_DEBT", "RESUBMIT"],
  },
  {
    id: "B3",
    title: "A $10,000 check that came back, an $8,000 sofa refunded, a title wire sent back",
    before: "Large deposits, and a second $10,000 taken off; FHA blocker",
    now: "The check is as if it had not been there, the refunds are identified.",
    banks: [
      {
        accounts: [
          checking(36_000, [
            cashIn(40, "MOBILE CHECK DEPOSIT", 10_000),
            cashOut(36, "RETURNED DEPOSITED ITEM", 10_000),
            cashOut(55, "ROOMS TO GO", 8_000),
            cashIn(30, "ROOMS TO GO REFUND", 8_000),
            cashOut(22, "WIRE OUT CHICAGO TITLE", 15_000),
            cashIn(21, "WIRE RETURNED CHICAGO TITLE", 15_000),
          ]),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie DEPOSIT_RETURNED review"],
    absent: ["LARGE_UNSOURCED", "DOCUMENT_SOURCE"],
    check: ({ funds }) => expect(funds.fannie.reductionCents).toBe(0),
  },
  ...(
    [
      ["John", "Smith", "SMITH JOHN"],
      ["Mary Ann", "Smith", "MARYANN SMITH"],
      ["Katherine", "Smith", "KATHRYN SMITH"],
      ["William", "Smith", "WM SMITH"],
      ["John", "Smith", "JON SMITH"],
      ["Christine", "Smith", "CHRIS SMITH"],
      ["Elena", "De La Cruz", "ELENA DELACRUZ"],
      ["Hans", "Müller", "HANS MUELLER"],
    ] as const
  ).map(([firstName, lastName, atBank]): Case => ({
    id: "B4",
    title: `${firstName} ${lastName} is ${atBank} at the bank`,
    before: "No match, nothing of it counts, no way out",
    now: "The borrower.",
    borrower: { firstName, lastName },
    banks: [{ names: [atBank], accounts: [checking(36_000)] }],
    outcomes: ["enough", "enough", "enough"],
    check: (report) => expect(matchesOf(report)).toMatchObject([[expect.any(String), "confirmed"]]),
  })),
  ...(
    [
      ["Maria", "Garcia", "MARIA GARCIA LOPEZ"],
      ["Mary", "Smith-Jones", "MARY SMITH"],
    ] as const
  ).map(([firstName, lastName, atBank]): Case => ({
    id: "B4",
    title: `${firstName} ${lastName} is ${atBank} at the bank`,
    before: "No match, nothing of it counts, no way out",
    now: "It counts, open until a person confirms that it is she.",
    borrower: { firstName, lastName },
    banks: [{ names: [atBank], accounts: [checking(36_000)] }],
    outcomes: ["open", "open", "open"],
    found: ["fannie NAME_DIFFERS blocker", "fha NAME_DIFFERS blocker"],
    check: ({ funds }) => expect(funds.fannie.usableClosingCents).toBe(3_600_000),
  })),
  {
    id: "B4",
    title: "Maria Garcia Lopez is MARIA GARCIA at the bank",
    before: "No match, nothing of it counts, no way out",
    now: "It counts, open until a person confirms that it is she.",
    borrower: { firstName: "Maria", lastName: "Garcia Lopez" },
    banks: [{ names: ["MARIA GARCIA"], accounts: [checking(36_000)] }],
    outcomes: ["open", "open", "open"],
    found: ["fannie NAME_DIFFERS blocker"],
    check: ({ funds }) => expect(funds.fannie.usableClosingCents).toBe(3_600_000),
  },
  {
    id: "B4",
    title: "Maria Garcia Lopez is MARIA GARCIA at the bank, and a person confirms it",
    before: "No call lets a person say that it is she",
    now: "Confirmed: all of it counts.",
    borrower: { firstName: "Maria", lastName: "Garcia Lopez" },
    banks: [{ names: ["MARIA GARCIA"], accounts: [checking(36_000)] }],
    act: ({ confirm }) => confirm("borrower", { bankName: "MARIA GARCIA" }),
    outcomes: ["enough", "enough", "enough"],
    absent: ["NAME_DIFFERS"],
  },
  {
    id: "B4",
    title: "A living trust: ADA KING TRUSTEE",
    before: "No match, no way out",
    now: "It counts once the trust pages are confirmed.",
    banks: [{ names: ["ADA KING TRUSTEE"], accounts: [checking(36_000)] }],
    act: ({ confirm, report }) => confirm("trust", { accountId: report.figures.accounts[0]!.accountId }, true),
    outcomes: ["enough", "enough", "enough"],
    absent: ["TRUST"],
  },
  {
    id: "B4",
    title: "A business name: ADA KING DBA KINGS BAKERY",
    before: "No match, no way out",
    now: "It counts, open until the business is analyzed.",
    banks: [{ names: ["ADA KING DBA KINGS BAKERY"], accounts: [checking(36_000)] }],
    outcomes: ["open", "open", "open"],
    found: ["fannie BUSINESS_ASSET_ANALYSIS blocker", "fha BUSINESS_ASSET_ANALYSIS blocker"],
  },
  {
    id: "B5",
    title: "A quiet savings account: one interest line in 25 days, 90 daily balances",
    before: "Too little history, blocker in three programs",
    now: "90 days are shown.",
    banks: [{ accounts: [savings(36_000, [cashIn(25, "INTEREST PAID", 14.2)], { everyday: false })] }],
    outcomes: ["enough", "enough", "enough"],
    absent: ["INSUFFICIENT_HISTORY"],
    check: ({ parsedReport, figures }) => {
      expect(parsedReport.items[0]!.accounts[0]!.daysAvailable).toBe(25);
      expect(figures.accounts[0]!.daysShown).toBe(90);
    },
  },
  {
    id: "B6",
    title: "An IRA, a 401(k) without vested values, a brokerage of cash only and a CD that is not available",
    before: "$0, silently",
    now: "All but the 401(k) count, which asks for its terms.",
    banks: [
      {
        accounts: [
          checking(20_000),
          account("depository", "cd", 22_000, [], { mask: "5001", force_available_balance: 0 }),
          investment("ira", 300_000, { mask: "5002", holdings: [shares(300_000)] }),
          investment("401k", 70_000, { mask: "5003", holdings: [shares(70_000)] }),
          investment("brokerage", 80_000, { mask: "5004" }),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie CD_PENALTY info", "fannie REQUEST_PLAN_TERMS review"],
    check: (report) => {
      expect(countsOf(report)).toMatchObject({ cd: 2_200_000, ira: 30_000_000, "401k": 0, brokerage: 8_000_000 });
      expect(report.funds.fannie.reservesCents).toBe(1_400_000 + 30_000_000 + 8_000_000);
      expect(report.funds.fha.reservesCents).toBe(1_400_000 + 18_000_000 + 8_000_000);
    },
  },
  {
    id: "B7",
    title: "FHA, one unit, cash exactly enough",
    before: "Short: 0 months of the 1 required",
    now: "Enough to the cent.",
    loan: fha,
    banks: [{ accounts: [checking(28_000)] }],
    outcomes: ["-", "-", "enough"],
    check: ({ funds }) => expect(funds.fha).toMatchObject({ surplusCents: 0, requiredReservesCents: 0 }),
  },
  {
    id: "B8",
    title: "State tax refunds, unemployment, railroad, civil service and SSI without a category",
    before: "Not identified: large, FHA blocker",
    now: "Identified by what the statement prints.",
    banks: [{ accounts: [checking(36_000, PUBLIC_MONEY)] }],
    outcomes: ["enough", "enough", "enough"],
    absent: ["LARGE_UNSOURCED", "DOCUMENT_SOURCE"],
    check: (report) => {
      for (const [, description] of PUBLIC_MONEY)
        expect(depositOf(report, description)?.identifiedAs, description).not.toBeNull();
    },
  },
  {
    id: "B8",
    title: "Pay through ADP, Paychex, TriNet and DFAS without a category",
    before: "Not identified: large, FHA blocker",
    now: "Recurring pay is identified.",
    banks: [
      {
        accounts: [
          checking(
            60_000,
            ["ADP WAGE PAY", "PAYCHEX PAYROLL", "TRINET PAYROLL", "DFAS-CLEVELAND DES:FED SALARY"].flatMap(
              (payer, at) => [58, 44, 30, 16].map((ago) => cashIn(ago - at, payer, 4_600 + at * 10)),
            ),
          ),
        ],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    absent: ["LARGE_UNSOURCED", "DOCUMENT_SOURCE"],
  },
  {
    id: "B9",
    title: "Loan proceeds in a Canadian account that counts for nothing",
    before: "Blocker, $90,000 deducted",
    now: "Nothing is taken off; a point to review.",
    banks: [
      { accounts: [checking(36_000)] },
      {
        institutionId: GINGHAM,
        accounts: [savings(95_000, [cashIn(30, LOAN_PROCEEDS, 90_000, { currency: "CAD" })], { currency: "CAD" })],
      },
    ],
    outcomes: ["enough", "enough", "enough"],
    found: ["fannie BORROWED_FUNDS review", "fannie OTHER_CURRENCY review"],
    check: ({ funds }) => expect(funds.fannie.reductionCents).toBe(0),
  },
  {
    id: "B10",
    title: "$9,000 into an overdrawn account, $40,000 in another",
    before: "Nothing counted, still a conventional blocker",
    now: "$9,000 comes off the other account, which is enough; FHA asks for the source.",
    banks: [{ accounts: [checking(-400, [cash(20, 9_000)]), savings(40_000)] }],
    outcomes: ["enough", "enough", "open"],
    found: ["fannie LARGE_UNSOURCED info", "freddie LARGE_UNSOURCED info", "fha DOCUMENT_SOURCE blocker"],
    check: ({ funds }) =>
      expect(funds.fannie).toMatchObject({ reductionCents: 900_000, usableClosingCents: 3_100_000 }),
  },
];

const OUTCOME_NAMES = {
  ...{ enough: "enough", enoughToClose: "enough to close", open: "open", short: "short" },
  ...{ enoughUnderOverlay: "enough for own program", notEvaluated: "not evaluated" },
} as const;
const PROGRAM_NAMES = { fannie: "Fannie Mae", freddie: "Freddie Mac", fha: "FHA" } as const;

let product: TestProduct;
let lender: Lender;
let officer: Person;
const printed: string[] = [];

beforeAll(async () => {
  product = await openTestProduct(ONE_ENGINE);
  lender = await aLender(product);
  officer = await lender.as("admin");
});
afterAll(async () => {
  await product.close();
  // eslint-disable-next-line no-restricted-syntax -- a person asks for the table; tests have no configuration of their own
  if (process.env["PRINT_CASES"])
    process.stdout.write(["| case | before (review) | now |", "|---|---|---|", ...printed, ""].join("\n"));
});

async function readReport(borrowerId: string) {
  const reply = await officer.send(calls.retrieveAssetReport, { id: borrowerId });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body;
}

async function bring({
  banks,
  borrower = {},
  loan = {},
  daysRequested,
}: Pick<Case, "banks" | "borrower" | "loan" | "daysRequested">): Promise<Borrower> {
  const { id } = await lender.hasBorrower({ firstName: "Ada", lastName: "King", ...borrower }, "admin");
  // The co-borrower's link is emailed with the borrower's, before any bank is connected.
  if (banks.some(({ isCoBorrowers }) => isCoBorrowers))
    expect(await officer.send(calls.changeBorrowerStatus, { id, status: "invited" })).toMatchObject({ status: 200 });
  for (const bank of banks) {
    const known = await itemsOf(id);
    if (bank.isCoBorrowers) await connectAsCoBorrower(id, bank);
    else await connect(product, officer, id, customLogin(bank));
    const added = (await itemsOf(id)).find((item) => !known.includes(item));
    if (bank.readAt !== undefined) await setReadAt(product.sandbox.providersUrl, added!, bank.readAt);
  }
  expect(await generate(officer, id, daysRequested)).toMatchObject({ state: "ready", error: null });
  const { version } = (await officer.send(calls.findOwnBorrower, { id })).body;
  const terms = Object.entries({ ...LOAN, ...loan }).filter(([, value]) => value !== undefined);
  const updated = await officer.send(calls.updateLoan, { id, version, loan: Object.fromEntries(terms) });
  expect(updated, `${updated.message} ${JSON.stringify(updated.errors)}`).toMatchObject({ status: 200 });
  return updated.body;
}

/** A person's second connection to one bank replaces the first; each person on the loan has their own connections. */
async function connectAsCoBorrower(id: string, bank: CustomBank): Promise<void> {
  const { body } = await officer.send(calls.findOwnBorrower, { id });
  await share(product, await open(product, body, body.coBorrowers[0]!.email), customLogin(bank));
}

async function itemsOf(borrowerId: string): Promise<string[]> {
  const rows = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
    borrowerId,
  ]);
  return rows.map(({ id }) => String(id));
}

function deskOf(borrowerId: string, report: Report): Desk {
  const upload = async (evidenceId?: string) => {
    const query = evidenceId === undefined ? {} : { evidenceId };
    const reply = await officer.send(calls.uploadDocument, {
      borrowerId,
      name: "paper.pdf",
      file: aDocument(),
      ...query,
    });
    expect(reply, String(reply.message)).toMatchObject({ status: 201 });
    return reply.body.id;
  };
  return {
    report,
    idOf: (description) => lineOf(report, description).id,
    async evidence(piece, withDocument) {
      const added = await officer.send(calls.addEvidence, { borrowerId, ...piece } as never);
      expect(added, `${added.message} ${JSON.stringify(added.errors)}`).toMatchObject({ status: 201 });
      const { id } = added.body;
      if (withDocument) await upload(id);
      const { evidence } = (await officer.send(calls.listEvidence, { borrowerId })).body;
      const { version } = evidence.find((each) => each.id === id)!;
      const reviewed = await officer.send(calls.reviewEvidence, { id, version, state: "accepted" });
      expect(reviewed, String(reviewed.message)).toMatchObject({ status: 200 });
    },
    async confirm(kind, subject, withDocument = false) {
      const documentIds = withDocument ? [await upload()] : [];
      const reply = await officer.send(calls.confirmFact, {
        borrowerId,
        kind,
        subject,
        documentIds,
        reason: "Seen.",
      } as never);
      expect(reply, `${reply.message} ${JSON.stringify(reply.errors)}`).toMatchObject({ status: 201 });
    },
  };
}

test.each(CASES)(
  "review $id: $title",
  async ({ id, title, before, now, act, outcomes, found = [], absent = [], check, ...rest }) => {
    const borrower = await bring(rest);
    let report = await readReport(borrower.id);
    if (act) {
      await act(deskOf(borrower.id, report));
      report = await readReport(borrower.id);
    }
    const given = (["fannie", "freddie", "fha"] as const).map(
      (program) => [program, report.verdicts[program].outcome] as const,
    );
    const answers = given
      .filter((_given, at) => outcomes[at] !== "-")
      .map(([program, outcome]) => `${PROGRAM_NAMES[program]}: ${OUTCOME_NAMES[outcome]}`)
      .join(", ");
    printed.push(`| ${id}: ${title} | ${before} | ${answers}. ${now} |`);
    expect(
      given.map(([, outcome], at) => (outcomes[at] === "-" ? "-" : outcome)),
      report.verdicts.fannie.text,
    ).toEqual(outcomes);
    const held = report.findings.flatMap(({ code, severity, programs }) =>
      programs.map((program) => `${program} ${code} ${severity}`),
    );
    expect(held).toEqual(expect.arrayContaining([...found]));
    const codes = report.findings.map(({ code }) => code);
    for (const code of absent) expect(codes).not.toContain(code);
    check?.(report);
  },
);

test.each([
  ["va", "enoughToClose"],
  ["usda", "enoughToClose"],
] as const)("a %s loan is shown under its own program", async (program, outcome) => {
  const { id } = await bring({ banks: [{ accounts: [checking(36_000)] }], loan: { program } });
  const report = await readReport(id);
  expect(report.verdicts[program]).toMatchObject({ program, outcome });
  expect(report.programs).toContain(program);
  const listed = (await officer.send(calls.listBorrowers, {})).body.find((each) => each.id === id);
  expect(listed!.summary).toMatchObject({ program, outcome, freshUntil: report.verdicts[program]!.validThrough });
  expect(report.expiresOn).toBe(report.verdicts[program]!.validThrough);
  expectNamed(report);
});

test("a loan of another program has figures but no outcome", async () => {
  const { id } = await bring({ banks: [{ accounts: [checking(36_000)] }], loan: { program: "other" } });
  const report = await readReport(id);
  const listed = (await officer.send(calls.listBorrowers, {})).body.find((each) => each.id === id);
  expect(listed!.summary).toMatchObject({ program: null, outcome: null, usableCents: 3_600_000 });
  for (const program of report.programs) {
    expect(report.verdicts[program]!.outcome).toBe("notEvaluated");
    expect(report.leastDocumentation[program]!.text).toBe("");
  }
  expect(report.programs).toEqual(["fannie", "freddie", "fha"]);
  expectNamed(report);
});

/** Each outcome that a report gives names its program. */
function expectNamed({ verdicts, conditions, leastDocumentation }: Report): void {
  const names = { ...PROGRAM_NAMES, va: "VA", usda: "USDA" };
  for (const [program, verdict] of Object.entries(verdicts) as [keyof typeof names, Report["verdicts"]["fannie"]][]) {
    expect(verdict.program).toBe(program);
    expect(verdict.text).toContain(names[program]);
    expect(leastDocumentation[program]?.program).toBe(program);
  }
  for (const { program } of conditions) expect(Object.keys(verdicts)).toContain(program);
}
