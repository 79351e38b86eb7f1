import fc from "fast-check";
import type { Loan } from "#features/borrowers/contract.ts";
import { readLabeledLines } from "./classifier/test-lines.ts";
import { addDays } from "./days.ts";
import { evaluate, type Question } from "./evaluate.ts";
import {
  CONFIRMATIONS,
  EVIDENCE_KINDS,
  type Confirmation,
  type Evaluation,
  type EvidenceSource,
  type LoanParty,
  type Program,
} from "./evaluation.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";
import { BASE, person, READ_AT } from "./test-report.ts";

// Whole random questions. Every part is drawn as plain data and built in one step, so that failures shrink.

/** Fewer than `npm run governance` tries, so that a slow machine ends in time. */
export const RUNS = Number(process.env["RULES_RUNS"] ?? 500);
// The same reports in every run, so that a red build means a changed rule. Other seeds find other reports.
export const SEED = Number(process.env["RULES_SEED"] ?? 20_261_123);
console.log(`RULES_SEED=${SEED}, ${RUNS} runs a property`);

export const IS_RECORDING = process.env["RULES_RECORD"] === "1";

/** Checks a property of random questions; a failure shows the smallest report that breaks it in short form. */
export function check<Values>(property: fc.IProperty<Values>, numRuns = RUNS): void {
  fc.assert(property, {
    numRuns,
    seed: SEED,
    // Shrinking a failure may take long; an interrupted run is a failure, so that no run is left out unseen.
    interruptAfterTimeLimit: 220_000,
    markInterruptAsFailure: true,
    reporter: (details) => {
      if (!details.failed) return;
      const { counterexample, numRuns: at, numShrinks, errorInstance, interrupted } = details;
      const values = (counterexample as readonly unknown[] | null) ?? [];
      throw new Error(
        `Property failed after ${at} runs and ${numShrinks} steps of shrinking${interrupted ? ", interrupted" : ""}, with RULES_SEED=${SEED}\n${values.map(inShort).join("\n")}\n${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}`,
        { cause: errorInstance },
      );
    },
  });
}

function inShort(value: unknown): string {
  if (Array.isArray(value) && value.some((one) => typeof one === "object")) return value.map(inShort).join("\n");
  if (typeof value !== "object" || value === null || !("report" in value)) return JSON.stringify(value);
  const { report, previous, ...inputs } = value as Question;
  const accounts = report.items.flatMap(({ institutionName, lastUpdatedAt, accounts: list }) =>
    list.map(
      ({
        id,
        type,
        subtype,
        mask,
        owners,
        currency,
        currentCents,
        availableCents,
        marginLoanCents,
        holdings,
        daysAvailable,
        transactions,
      }) =>
        [
          `${id} ${institutionName} ${lastUpdatedAt.slice(0, 10)} ${type}/${subtype} ${mask} ${owners.map(({ names }) => names).join("+")} ${currency} current ${currentCents} available ${availableCents} margin ${marginLoanCents} days ${daysAvailable}`,
          ...holdings.map(
            (one) => `    holding ${one.valueCents} vested ${one.vestedValueCents} ${one.securityType} ${one.currency}`,
          ),
          ...transactions.map(
            (one) =>
              `    ${one.id} ${one.date} ${one.amountCents}${one.pending ? " pending" : ""} ${one.description} ${one.categoryDetailed ?? ""}`,
          ),
        ].join("\n"),
    ),
  );
  return [...accounts, JSON.stringify(inputs), previous ? "with a report before" : ""].filter(Boolean).join("\n");
}

// ---- Bank lines -------------------------------------------------------------------------------------------------

interface LineKind {
  readonly isIn: boolean;
  readonly words: readonly string[];
  readonly cents: readonly [least: number, most: number];
  /** A category that the provider may send, sometimes a wrong one. */
  readonly categories?: readonly (readonly [primary: string, detailed: string])[];
  readonly isCheck?: true;
}

const kind = (
  isIn: boolean,
  cents: LineKind["cents"],
  words: readonly string[],
  more: Pick<LineKind, "categories" | "isCheck"> = {},
): LineKind => ({ isIn, cents, words, ...more });

const LARGE = [50_000, 4_000_000] as const;
const SMALL = [500, 90_000] as const;

export const LINE_KINDS = {
  cash: kind(true, LARGE, ["CASH DEPOSIT", "BRANCH CASH DEPOSIT 0042", "ATM CASH DEPOSIT AUSTIN TX"]),
  checkIn: kind(true, LARGE, ["MOBILE CHECK DEPOSIT", "REMOTE CHECK DEPOSIT", "CHECK DEPOSIT BRANCH 12"]),
  personIn: kind(true, LARGE, ["ZELLE FROM MARK DOYLE", "ZELLE FROM INES QUIST", "VENMO PAYMENT FROM LEE PARK"]),
  neutralIn: kind(true, LARGE, ["DEPOSIT", "MISC CREDIT 0042", "CREDIT MEMO"]),
  transferIn: kind(true, LARGE, [
    "ONLINE TRANSFER FROM SAVINGS",
    "TRANSFER FROM CHECKING",
    "ONLINE BANKING TRANSFER IN",
  ]),
  wireIn: kind(true, LARGE, ["WIRE IN FROM HARBOR HOLDINGS LLC", "INCOMING WIRE", "FOREIGN WIRE IN FROM LEE PARK"]),
  loanIn: kind(true, LARGE, [
    "UPSTART NETWORK DES:LOAN PROCEEDS",
    "LENDINGCLUB BANK DES:LOAN PROCEEDS",
    "HELOC ADVANCE TRANSFER",
    "CASH ADVANCE DEPOSIT",
    "FIDELITY 401K LOAN PROCEEDS",
  ]),
  payroll: kind(
    true,
    [90_000, 600_000],
    [
      "LARKMEAD FOODS INC DES:PAYROLL ID:XXXXX0831 INDN:QUIST,NORA CO ID:XXXXX41722 PPD",
      "GUSTO DES:PAY 411222 INDN:NORA QUIST CO ID:9138864001 PPD",
      "UPSTART NETWORK DES:PAYROLL INDN:NORA QUIST PPD",
    ],
  ),
  benefit: kind(true, [90_000, 350_000], ["SSA TREAS 310 DES:XXSOC SEC ID:XXXXX INDN:NORA QUIST"]),
  taxRefund: kind(true, [20_000, 900_000], ["IRS TREAS 310 DES:TAX REF INDN:QUIST, NORA"]),
  interest: kind(true, [1, 30_000], ["INTEREST PAID", "INTEREST PAYMENT"]),
  cryptoIn: kind(true, LARGE, ["COINBASE DES:TRANSFER", "KRAKEN EXCHANGE PAYOUT"]),
  gig: kind(true, [5_000, 200_000], ["UBER DES:EDI PAYMNT INDN:NORA QUIST", "DOORDASH INC DES:PAYOUT"]),
  claim: kind(true, LARGE, ["STATE FARM DES:CLAIM PMT", "GEICO CLAIM PAYMENT"]),
  refundIn: kind(true, [500, 900_000], ["AMAZON REFUND", "HOME DEPOT REFUND", "RETURN HOME DEPOT #512"]),
  feeRefund: kind(true, [3400, 10_500], ["OVERDRAFT FEE REFUND", "NSF FEE REVERSAL", "REFUND NSF FEE"]),
  returnedDebit: kind(true, [5_000, 90_000], ["RETURNED ITEM CREDIT", "RETURNED UNPAID ITEM CREDIT"]),
  titleIn: kind(true, LARGE, ["LAKESIDE TITLE COMPANY REFUND", "WIRE IN FROM LAKESIDE TITLE LLC"]),
  rentIn: kind(true, [50_000, 300_000], ["ZELLE FROM TENANT UNIT B RENT"]),
  supportIn: kind(true, [20_000, 150_000], ["STATE OF TX CHILD SUPPORT SDU PMT"]),
  purchase: kind(
    false,
    [500, 900_000],
    ["AMAZON MKTPL AMZN.COM", "HOME DEPOT #512 AUSTIN TX", "H-E-B #455 GROCERIES"],
    {
      categories: [["GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_SUPERSTORES"]],
    },
  ),
  check: kind(false, LARGE, ["CHECK 1042", "CHECK 2207"], { isCheck: true }),
  transferOut: kind(false, LARGE, [
    "ONLINE TRANSFER TO CHECKING",
    "TRANSFER TO SAVINGS",
    "ONLINE BANKING TRANSFER OUT",
  ]),
  neutralOut: kind(false, LARGE, ["DEBIT MEMO", "MISC DEBIT"]),
  wireOut: kind(false, LARGE, ["WIRE OUT", "WIRE TO LONE STAR MOTORS LLC", "WIRE OUT TO LEE PARK"]),
  loanOut: kind(
    false,
    [9_000, 250_000],
    ["UPSTART LOAN PYMT", "CAPITAL ONE AUTO PYMT", "PENNYMAC LOAN SERV DES:MTG PYMT", "NELNET STUDENT LOAN"],
    {
      categories: [["LOAN_PAYMENTS", "LOAN_PAYMENTS_OTHER_PAYMENT"]],
    },
  ),
  cardOut: kind(false, SMALL, ["CAPITAL ONE CREDIT CARD PAYMENT", "CHASE CREDIT CRD DES:AUTOPAY"]),
  household: kind(
    false,
    SMALL,
    ["VERIZON WIRELESS DES:PAYMENTS", "CITY OF AUSTIN UTILITIES", "PEDERNALES ELECTRIC BILL"],
    {
      categories: [
        ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_TELEPHONE"],
        ["LOAN_PAYMENTS", "LOAN_PAYMENTS_OTHER_PAYMENT"],
      ],
    },
  ),
  rentOut: kind(false, [60_000, 250_000], ["APPFOLIO DES:WEB PMTS RENT", "MAPLE COURT APARTMENTS RENT"]),
  nsfFee: kind(false, [2500, 3800], ["NSF FEE", "OVERDRAFT ITEM FEE", "INSUFFICIENT FUNDS FEE"], {
    categories: [["BANK_PENALTIES", "BANK_PENALTIES_INSUFFICIENT_FUNDS"]],
  }),
  returnedDeposit: kind(false, LARGE, ["RETURNED DEPOSITED ITEM CHARGEBACK", "DEPOSITED ITEM RETURNED"]),
  personOut: kind(false, LARGE, ["ZELLE TO MARK DOYLE", "VENMO PAYMENT TO LEE PARK"]),
  atm: kind(false, [2_000, 800_000], ["ATM WITHDRAWAL AUSTIN TX", "CASH WITHDRAWAL BRANCH"]),
  cryptoOut: kind(false, LARGE, ["COINBASE DES:PURCHASE", "KRAKEN EXCHANGE BUY"]),
  title: kind(false, [100_000, 2_000_000], ["LAKESIDE TITLE CO EARNEST MONEY", "WIRE TO FIRST AMERICAN TITLE ESCROW"]),
  tax: kind(false, [5_000, 400_000], ["IRS DES:USATAXPYMT", "TRAVIS COUNTY PROPERTY TAX"]),
  supportOut: kind(false, [20_000, 150_000], ["TX SDU CHILD SUPPORT"]),
  insurance: kind(false, SMALL, ["STATE FARM INSURANCE PREMIUM", "GEICO DES:PREM COLL"]),
} as const satisfies Record<string, LineKind>;
export type LineKindName = keyof typeof LINE_KINDS;
const KIND_NAMES = Object.keys(LINE_KINDS) as LineKindName[];
const CORPUS = readLabeledLines("lines.tsv");

/** A line before it is on an account. `ago`: days before its bank is read. */
export interface LineSeed {
  /** A name of the catalog, or the number of a line of the corpus. */
  readonly kind: LineKindName | number;
  readonly words: number;
  /** Where in the range of its kind the amount is, in ten thousandths. */
  readonly size: number;
  readonly ago: number;
  readonly isPending: boolean;
  readonly hasCategory: boolean;
}

const someAgo = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 59 }) },
  { weight: 2, arbitrary: fc.integer({ min: 58, max: 120 }) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
);

export function someLine(kinds: readonly LineKindName[] = KIND_NAMES, pendingOneIn = 12): fc.Arbitrary<LineSeed> {
  return fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...kinds) },
      ...(kinds === KIND_NAMES ? [{ weight: 1, arbitrary: fc.nat(CORPUS.length - 1) }] : []),
    ),
    words: fc.nat(9),
    size: fc.nat(10_000),
    ago: someAgo,
    isPending: fc.nat(pendingOneIn).map((one) => one === 1),
    hasCategory: fc.boolean(),
  });
}

/** Unique odd amounts keep lines from pairing by chance: `serial` becomes the last cents. */
export function lineOf(seed: LineSeed, id: string, readAt: string, serial = 0): ReportTransaction {
  const { ago, size, isPending } = seed;
  const line = (
    description: string,
    amountCents: number,
    more: Partial<ReportTransaction> = {},
  ): ReportTransaction => ({
    id,
    date: addDays(readAt, -ago),
    description,
    merchantName: null,
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
    amountCents,
    currency: "USD",
    pending: isPending,
    ...more,
  });
  if (typeof seed.kind === "number") {
    const { description, categoryPrimary, categoryDetailed, amountCents } = CORPUS[seed.kind % CORPUS.length]!;
    return line(description, amountCents, { categoryPrimary, categoryDetailed });
  }
  const { isIn, words, cents, categories = [], isCheck }: LineKind = LINE_KINDS[seed.kind];
  const [least, most] = cents;
  // Small sizes are common; dollars are whole, so that only lines that are meant to be equal are equal to the cent.
  const amount = Math.max(
    1,
    least + Math.round(((most - least) * size * size) / 100_000_000 / 100) * 100 + (serial % 97),
  );
  const [primary, detailed] = categories[seed.words % categories.length] ?? [null, null];
  return line(words[seed.words % words.length]!, isIn ? -amount : amount, {
    ...(seed.hasCategory && { categoryPrimary: primary, categoryDetailed: detailed }),
    ...(isCheck && { checkNumber: words[seed.words % words.length]!.slice(-4) }),
  });
}

// ---- Accounts ---------------------------------------------------------------------------------------------------

const OWNERS = {
  exact: { names: ["NORA QUIST"] },
  swapped: { names: ["QUIST NORA"] },
  both: { names: ["NORA QUIST", "ADA KING"], type: "joint" },
  joined: { names: ["NORA OR ADA QUIST"] },
  withOther: { names: ["NORA QUIST", "BO REED"], type: "joint" },
  jointUnnamed: { names: ["NORA QUIST"], type: "joint" },
  contact: { names: ["NORA HALL"], email: "nora@example.com" },
  partial: { names: ["NORA QUIST-HALL"] },
  initials: { names: ["N QUIST"] },
  fuzzy: { names: ["NORRA QUISTT"] },
  suffix: { names: ["NORA QUIST JR"] },
  payable: { names: ["NORA QUIST POD MIA REED"] },
  inTrustFor: { names: ["NORA QUIST ITF MIA REED"] },
  business: { names: ["NORA QUIST", "QUIST DESIGN LLC"] },
  dba: { names: ["NORA QUIST DBA QUIST DESIGN"] },
  trustee: { names: ["NORA QUIST TTEE QUIST FAMILY TRUST"], type: "trust" },
  heldFor: { names: ["NORA QUIST FBO MIA REED"] },
  custodian: { names: ["NORA QUIST CUST MIA REED UTMA"] },
  otherBusiness: { names: ["REED DESIGN LLC"] },
  none: { names: ["BO REED"] },
  unknown: { names: [] },
} as const satisfies Record<string, { names: readonly string[]; type?: string; email?: string }>;
export type OwnerName = keyof typeof OWNERS;
const OWNER_NAMES = Object.keys(OWNERS) as OwnerName[];
export const SURE_OWNERS: readonly OwnerName[] = ["exact", "swapped", "both", "payable"];

const DEPOSITORY = ["checking", "savings", "money market", "cash management", "cd"] as const;
const ODD_DEPOSITORY = ["paypal", "prepaid", "payroll", "hsa", "ebt", null, "vault"] as const;
const INVESTMENTS = [
  "brokerage",
  "mutual fund",
  "ira",
  "roth",
  "sep ira",
  "401k",
  "roth 401k",
  "403b",
  "pension",
  "stock plan",
  "529",
  "ugma",
  "life insurance",
  "trust",
  "crypto exchange",
  "non-custodial wallet",
  "other",
  null,
] as const;

interface HoldingSeed {
  readonly cents: number;
  readonly type: string | null;
  readonly currency: string | null;
  readonly vestedPercent: number | null;
}

export interface AccountSeed {
  readonly type: "depository" | "investment" | "credit" | "loan" | "other";
  readonly subtype: string | null;
  readonly owner: OwnerName;
  readonly currency: string | null;
  readonly cents: number;
  readonly balances: "plain" | "held" | "noAvailable" | "noCurrent" | "withPending";
  readonly days: number;
  readonly holdings: readonly HoldingSeed[];
  readonly isHoldingsOnly: boolean;
  readonly marginCents: number | null;
  readonly lines: readonly LineSeed[];
  readonly hasMask: boolean;
}

const mostly = <T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, weight = 6): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: seldom });

export interface AccountOptions {
  /** Only plain bank accounts of the borrower with 90 days of history: their money is sure. */
  readonly isPlain?: boolean;
  readonly kinds?: readonly LineKindName[];
  readonly lines?: number;
}

export function someAccount({ isPlain = false, kinds, lines = 9 }: AccountOptions = {}): fc.Arbitrary<AccountSeed> {
  const common = {
    owner: isPlain
      ? fc.constantFrom(...SURE_OWNERS)
      : mostly<OwnerName>(fc.constantFrom(...SURE_OWNERS), fc.constantFrom(...OWNER_NAMES), 3),
    currency: isPlain
      ? fc.constant("USD")
      : mostly<string | null>(fc.constant("USD"), fc.constantFrom("EUR", null), 15),
    cents: isPlain
      ? fc.integer({ min: 0, max: 6_000_000 })
      : mostly(fc.integer({ min: 0, max: 6_000_000 }), fc.integer({ min: -1_000_000, max: 20_000_000 })),
    balances: isPlain
      ? fc.constant<AccountSeed["balances"]>("plain")
      : mostly<AccountSeed["balances"]>(
          fc.constant("plain"),
          fc.constantFrom("held", "noAvailable", "noCurrent", "withPending"),
          5,
        ),
    days: isPlain ? fc.constant(90) : mostly(fc.constant(90), fc.constantFrom(0, 25, 41, 60, 89, 180), 4),
    hasMask: isPlain ? fc.constant(true) : fc.nat(20).map((one) => one !== 1),
    lines: fc.array(someLine(kinds), { maxLength: lines }),
  };
  const depository = fc.record({
    ...common,
    type: fc.constant("depository" as const),
    subtype: isPlain
      ? fc.constantFrom<string | null>("checking", "savings")
      : mostly<string | null>(fc.constantFrom(...DEPOSITORY), fc.constantFrom(...ODD_DEPOSITORY)),
    holdings: fc.constant([]),
    isHoldingsOnly: fc.constant(false),
    marginCents: fc.constant(null),
  });
  if (isPlain) return depository;
  const investment = fc.record({
    ...common,
    type: fc.constant("investment" as const),
    subtype: fc.constantFrom(...INVESTMENTS),
    holdings: fc.array(
      fc.record({
        cents: fc.nat(8_000_000),
        type: fc.constantFrom("equity", "mutual fund", "cash", "cryptocurrency", "derivative", null),
        currency: mostly<string | null>(fc.constant("USD"), fc.constantFrom("EUR", null)),
        vestedPercent: fc.constantFrom(null, 100, 60, 0, 100),
      }),
      { maxLength: 3 },
    ),
    isHoldingsOnly: fc.boolean(),
    marginCents: fc.constantFrom(null, 0, 500_000, 3_000_000),
    lines: fc.constant([]),
  });
  const debt = fc.record({
    ...common,
    type: fc.constantFrom("credit" as const, "loan" as const, "other" as const),
    subtype: fc.constantFrom("credit card", "mortgage", "student", null),
    holdings: fc.constant([]),
    isHoldingsOnly: fc.constant(false),
    marginCents: fc.constant(null),
  });
  return fc.oneof(
    { weight: 8, arbitrary: depository },
    { weight: 3, arbitrary: investment },
    { weight: 1, arbitrary: debt },
  );
}

/** End-of-day balances, newest first, so that the oldest one plus the posted lines is the current balance. */
export function balancesFor(
  readAt: string,
  days: number,
  currentCents: number,
  lines: readonly ReportTransaction[],
): ReportAccount["historicalBalances"] {
  const byDate = new Map<string, number>();
  let cents = currentCents;
  const last = addDays(readAt, -1);
  for (const { date, amountCents, pending } of lines) {
    if (pending) continue;
    if (date > last) cents += amountCents;
    else byDate.set(date, (byDate.get(date) ?? 0) + amountCents);
  }
  const balances: ReportAccount["historicalBalances"][number][] = [];
  for (let ago = 1; ago <= days; ago++) {
    const date = addDays(readAt, -ago);
    balances.push({ date, currentCents: cents });
    cents += byDate.get(date) ?? 0;
  }
  return balances;
}

function accountOf(seed: AccountSeed, at: number, readAt: string, extra: readonly ReportTransaction[]): ReportAccount {
  const { type, subtype, owner, currency, cents, balances, days, holdings, isHoldingsOnly, marginCents, hasMask } =
    seed;
  const {
    names,
    type: ownershipType,
    email,
  } = OWNERS[owner] as { names: readonly string[]; type?: string; email?: string };
  const transactions = [
    ...seed.lines.map((line, number) => lineOf(line, `line-${at}-${number}`, readAt, at * 31 + number * 7 + 1)),
    ...extra,
  ]
    .map((line) => ({ ...line, currency: currency ?? "USD" }))
    .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  const pending = transactions.reduce(
    (sum, one) => (one.pending && one.amountCents < 0 ? sum - one.amountCents : sum),
    0,
  );
  const current = balances === "noCurrent" ? null : balances === "withPending" ? cents + pending : cents;
  const isBank = type === "depository";
  return {
    id: `account-${at}`,
    persistentId: null,
    name: "Everyday",
    officialName: null,
    mask: hasMask ? String(4001 + 17 * at) : null,
    type,
    subtype,
    currency,
    currentCents: isHoldingsOnly ? null : current,
    availableCents:
      !isBank || balances === "noAvailable"
        ? null
        : balances === "held"
          ? Math.floor(cents * 0.8)
          : cents + (balances === "withPending" ? pending : 0),
    limitCents: null,
    marginLoanCents: marginCents,
    daysAvailable: isBank ? days : 0,
    ownershipType: ownershipType ?? "individual",
    owners: names.map((name) => ({ names: [name], emails: email ? [email] : [], phones: [], addresses: [] })),
    historicalBalances: isBank ? balancesFor(readAt, days, cents, transactions) : [],
    holdings: holdings.map((one) => ({
      name: "Holding",
      ticker: null,
      securityType: one.type,
      currency: one.currency,
      quantity: 1,
      valueCents: one.cents,
      vestedValueCents: one.vestedPercent === null ? null : Math.floor((one.cents * one.vestedPercent) / 100),
    })),
    transactions,
    unreadCount: 0,
  };
}

// ---- Lines that belong together ---------------------------------------------------------------------------------

interface TransferSeed {
  readonly from: number;
  readonly to: number;
  readonly cents: number;
  readonly ago: number;
  /** Days from the debit to the deposit; outside of -1 to 5 it is no transfer. */
  readonly gap: number;
  readonly words: number;
}

/** Words of both legs: a transfer by both, by one of them, through a wire, by bank, or not at all. */
const LEGS: readonly (readonly [debit: string, deposit: string])[] = [
  ["ONLINE TRANSFER TO SAVINGS", "ONLINE TRANSFER FROM CHECKING"],
  ["TRANSFER TO SAVINGS", "DEPOSIT"],
  ["DEBIT MEMO", "ONLINE BANKING TRANSFER FROM CHECKING"],
  ["WIRE OUT", "ONLINE TRANSFER FROM CHECKING"],
  ["SOFI BANK DES:TRANSFER INDN:NORA QUIST", "ONLINE TRANSFER FROM CHECKING"],
  ["CHECK 3001", "MOBILE CHECK DEPOSIT"],
  ["ATM WITHDRAWAL", "CASH DEPOSIT"],
  ["HOME DEPOT #512", "CASH DEPOSIT"],
  ["ZELLE TO MARK DOYLE", "ONLINE TRANSFER FROM CHECKING"],
];

interface StreamSeed {
  readonly account: number;
  readonly words: string;
  readonly isIn: boolean;
  readonly cents: number;
  readonly every: number;
  readonly times: number;
  readonly ago: number;
}

const STREAMS: readonly { words: string; isIn: boolean; cents: number; every: number }[] = [
  {
    words: "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA CO ID:XXXXX41722 PPD",
    isIn: true,
    cents: 310_000,
    every: 14,
  },
  { words: "NELNET SERVICING DES:PAYROLL INDN:NORA QUIST PPD", isIn: true, cents: 480_000, every: 14 },
  { words: "SSA TREAS 310 DES:XXSOC SEC INDN:NORA QUIST", isIn: true, cents: 180_000, every: 30 },
  { words: "UPSTART LOAN PYMT", isIn: false, cents: 31_250, every: 30 },
  { words: "CAPITAL ONE AUTO PYMT", isIn: false, cents: 18_540, every: 30 },
  { words: "MAPLE COURT APARTMENTS RENT", isIn: false, cents: 148_000, every: 30 },
  { words: "TX SDU CHILD SUPPORT", isIn: false, cents: 30_000, every: 7 },
  { words: "IRS DES:USATAXPYMT", isIn: false, cents: 25_000, every: 30 },
  { words: "VERIZON WIRELESS DES:PAYMENTS", isIn: false, cents: 14_500, every: 30 },
  { words: "PENNYMAC LOAN SERV DES:MTG PYMT", isIn: false, cents: 191_244, every: 30 },
];

interface NetSeed {
  readonly account: number;
  readonly cents: number;
  readonly ago: number;
  readonly gap: number;
  readonly kind: "returned" | "refund" | "nsf" | "earnest";
  readonly words: number;
}

// ---- The loan, its people and their papers ------------------------------------------------------------------------

export const NORA_QUIST: LoanParty = person("Nora", "Quist", { email: "nora@example.com", phone: "512 555 0100" });
const ADA_KING = person("Ada", "King");

const NEEDED_FIELDS = [
  "transactionType",
  "occupancy",
  "units",
  "salesPrice",
  "payoff",
  "loanAmount",
  "closingCosts",
  "prepaids",
  "credits",
  "emd",
  "pitia",
  "monthlyIncome",
  "appraisedValue",
  "reserveMonthsRequired",
  "underwriting",
  "financedProperties",
  "acquiredOn",
] as const satisfies readonly (keyof Loan)[];
export type NeededField = (typeof NEEDED_FIELDS)[number];
export { NEEDED_FIELDS };

const dollarsBetween = (min: number, max: number) => fc.integer({ min, max }).map((one) => one * 100);

export interface LoanOptions {
  readonly isPurchase?: boolean;
  readonly isComplete?: boolean;
}

/** Realistic terms: the money of the accounts is about what the loan needs. */
export function someLoan({ isPurchase, isComplete = false }: LoanOptions = {}): fc.Arbitrary<Loan> {
  return fc
    .record({
      transactionType: isPurchase
        ? fc.constant("purchase" as const)
        : mostly<NonNullable<Loan["transactionType"]>>(
            fc.constant("purchase"),
            fc.constantFrom("rate_term", "cash_out"),
            4,
          ),
      program: mostly<NonNullable<Loan["program"]>>(
        fc.constant("conventional"),
        fc.constantFrom("fannie", "freddie", "fha", "va", "usda", "other"),
        1,
      ),
      underwriting: fc.constantFrom("aus" as const, "aus" as const, "manual" as const),
      occupancy: mostly<NonNullable<Loan["occupancy"]>>(
        fc.constant("primary"),
        fc.constantFrom("second_home", "investment"),
        4,
      ),
      units: mostly(fc.constant(1), fc.constantFrom(2, 3, 4)),
      price: dollarsBetween(150_000, 600_000),
      downPercent: mostly(fc.constantFrom(3, 5, 5), fc.constantFrom(0, 10, 20, 25), 2),
      valuePercent: fc.constantFrom(100, 100, 100, 95, 104),
      payoffPercent: fc.constantFrom(50, 90, 99, 101, 105),
      monthlyIncome: mostly(dollarsBetween(3_000, 16_000), dollarsBetween(0, 60_000)),
      pitia: mostly(dollarsBetween(900, 4_500), fc.constantFrom(0, 1)),
      closingCosts: dollarsBetween(0, 7_000),
      prepaids: dollarsBetween(0, 3_000),
      credits: mostly(fc.constant(0), dollarsBetween(0, 30_000), 2),
      lenderCredits: mostly<number | undefined>(fc.constant(undefined), dollarsBetween(0, 9_000)),
      inducements: mostly<number | undefined>(fc.constant(undefined), dollarsBetween(0, 9_000)),
      subordinateFinancing: mostly<number | undefined>(fc.constant(undefined), dollarsBetween(0, 20_000)),
      emd: mostly(fc.constant(0), fc.constantFrom(500_000, 900_000), 1),
      reserveMonthsRequired: mostly<number | undefined>(fc.constantFrom(0, 0, 2, 6), fc.constant(undefined), 5),
      ausReserves: mostly<number | undefined>(fc.constant(undefined), dollarsBetween(0, 20_000)),
      reserveReason: fc.constantFrom(undefined, "Approved by the automated underwriting system"),
      financedProperties: mostly<NonNullable<Loan["financedProperties"]> | undefined>(
        fc.constant([]),
        fc.option(
          fc.array(
            fc.record({
              unpaidPrincipal: dollarsBetween(50_000, 400_000),
              monthlyPayment: dollarsBetween(500, 3_000),
              isPrincipal: fc.boolean(),
            }),
            { maxLength: 6 },
          ),
          { nil: undefined },
        ),
        2,
      ),
      acquiredOn: fc.constantFrom("2024-03-02", "2026-05-20", undefined),
      acquisitionCost: fc.constantFrom(undefined, 28_000_000),
      creditScore: fc.constantFrom(700, 640, 560, 480, undefined),
      isFirstTimeBuyer: fc.constantFrom(true, false, undefined),
      isHomeReady: fc.constantFrom(true, false, undefined),
      contractDate: fc.constantFrom(undefined, "2026-10-01"),
      applicationDate: fc.constantFrom("2026-10-20", undefined, "2027-02-01"),
      noteDate: fc.constantFrom("2026-12-15", "2026-12-15", undefined, "2027-03-17", "2027-03-10"),
      disbursementDate: fc.constantFrom(undefined, "2026-12-18", "2027-03-20"),
      interestedParties: fc.constantFrom(undefined, undefined, [
        { name: "Mark Doyle", role: "seller" },
        { name: "Lone Star Motors LLC", role: "agent" },
      ]),
      disclosedLiabilities: fc.constantFrom(
        [],
        [{ creditor: "Upstart", monthlyPayment: 31_250, type: "installment" as const }],
      ),
      missing: isComplete
        ? fc.constant([])
        : mostly(
            fc.constant<(typeof NEEDED_FIELDS)[number][]>([]),
            fc.subarray([...NEEDED_FIELDS], { minLength: 1, maxLength: 3 }),
            4,
          ),
    })
    .map(({ price, downPercent, valuePercent, payoffPercent, missing, ...terms }): Loan => {
      const isBuying = terms.transactionType === "purchase";
      const loanAmount = Math.floor((price * (100 - downPercent)) / 10_000) * 100;
      const loan: Record<string, unknown> = {
        ...terms,
        ...(isBuying
          ? { salesPrice: price }
          : { payoff: Math.floor((loanAmount * payoffPercent) / 10_000) * 100, emd: undefined }),
        ...(isComplete && {
          pitia: Math.max(1, terms.pitia),
          reserveMonthsRequired: terms.reserveMonthsRequired ?? 0,
          financedProperties: terms.financedProperties ?? [],
          acquiredOn: terms.acquiredOn ?? "2024-03-02",
        }),
        ...(isComplete && !isBuying && { acquisitionCost: terms.acquisitionCost ?? 28_000_000 }),
        appraisedValue: Math.floor((price * valuePercent) / 10_000) * 100,
        loanAmount,
      };
      const left = new Set<string>(missing);
      return Object.fromEntries(
        Object.entries(loan).filter(([field, value]) => value !== undefined && !left.has(field)),
      );
    });
}

interface EvidenceSeed {
  readonly target: "line" | "account" | "none";
  readonly at: number;
  readonly kind: EvidenceSource["kind"];
  /** Share of the line, in percent; more than 100 is possible. */
  readonly percent: number;
  readonly hasDocument: boolean;
  readonly hasReason: boolean;
  readonly relationship: string;
  readonly donorName: string;
  readonly isComplete: boolean;
  readonly sharesHome: boolean;
}

export const someEvidence: fc.Arbitrary<EvidenceSeed> = fc.record({
  target: fc.constantFrom("line" as const, "line" as const, "line" as const, "account" as const, "none" as const),
  at: fc.nat(60),
  kind: mostly<EvidenceSource["kind"]>(
    fc.constantFrom("gift", "sale_of_personal_asset", "other", "secured_loan"),
    fc.constantFrom(...EVIDENCE_KINDS),
    2,
  ),
  percent: fc.constantFrom(100, 100, 50, 80, 130, 1),
  hasDocument: fc.nat(4).map((one) => one !== 1),
  hasReason: fc.boolean(),
  relationship: fc.constantFrom("mother", "fiancé", "close friend", "employer", "godparent", "nonprofit", ""),
  donorName: fc.constantFrom("Ines Quist", "Mark Doyle", ""),
  isComplete: fc.nat(3).map((one) => one !== 1),
  sharesHome: fc.boolean(),
});

export function evidenceOf(seed: EvidenceSeed, report: ParsedReport, id: string): EvidenceSource {
  const accounts = report.items.flatMap((item) => item.accounts);
  const lines = accounts.flatMap((one) => one.transactions);
  const line = seed.target === "line" && lines.length > 0 ? lines[seed.at % lines.length]! : undefined;
  const about = seed.target === "account" && accounts.length > 0 ? accounts[seed.at % accounts.length]! : undefined;
  const whole = Math.abs(line?.amountCents ?? about?.currentCents ?? 1_000_000);
  const sourcedCents = Math.max(1, Math.floor((whole * seed.percent) / 100));
  return {
    id,
    transactionId: line?.id ?? null,
    ...(about && { accountId: about.id }),
    kind: seed.kind,
    sourcedCents,
    ...(seed.kind === "gift" && {
      donor: {
        name: seed.donorName,
        relationship: seed.relationship,
        sharesHome: seed.sharesHome,
        ...(seed.isComplete && {
          address: "12 Alder Street, Austin, TX",
          phone: "512 555 0119",
          isInterestDocumented: true,
        }),
      },
      amountCents: sourcedCents,
      noRepayment: seed.isComplete,
      transferEvidence: seed.isComplete,
    }),
    ...(seed.kind === "statement" && { periodFrom: "2026-06-01", periodTo: "2026-10-31" }),
    ...(seed.kind === "emd_receipt" && { clearedOn: ["2026-10-01", "2026-12-31", null][seed.at % 3]! }),
    hasDocument: seed.hasDocument,
    reason: seed.hasReason ? "Checked against the bank's own letter" : null,
  };
}

interface ConfirmationSeed {
  readonly kind: Confirmation["kind"];
  readonly at: number;
  readonly hasDocument: boolean;
}

/** `holder` decides what is shown of a report; `identity` answers a fraud alert, which no generated report has. */
const READ_BY_RULES = CONFIRMATIONS.filter((kind) => kind !== "holder" && kind !== "identity");

export const someConfirmation: fc.Arbitrary<ConfirmationSeed> = fc.record({
  kind: fc.constantFrom(...READ_BY_RULES),
  at: fc.nat(60),
  hasDocument: fc.boolean(),
});

export function confirmationOf(
  { kind: what, at, hasDocument }: ConfirmationSeed,
  report: ParsedReport,
  id: string,
): Confirmation {
  const accounts = report.items.flatMap((item) => item.accounts);
  const lines = accounts.flatMap((one) => one.transactions);
  const account = accounts[at % Math.max(1, accounts.length)];
  const line = lines[at % Math.max(1, lines.length)];
  const name = account?.owners[0]?.names[0];
  const isOfLine = what === "ownTransfer" || what === "notALoan" || what === "thisCheck" || what === "extraPrincipal";
  return {
    id,
    kind: what,
    subject: isOfLine
      ? { transactionId: line?.id ?? "none" }
      : what === "noDebt" || what === "rent" || what === "paidForAnother"
        ? { payee: ["Upstart", "Capital One Auto Finance", "PennyMac"][at % 3]! }
        : { accountId: account?.id ?? "none", ...(what === "borrower" && name && { bankName: name }) },
    reason: "Reviewed with the borrower",
    hasDocument,
    ...(what === "planTerms" && { loanBalanceCents: (at % 3) * 100_000 }),
  };
}

// ---- Questions ----------------------------------------------------------------------------------------------------

export interface ItemSeed {
  readonly readAgo: number;
  readonly bank: number;
}

const BANKS = ["Bank One", "Prairie State Bank", "SoFi Bank", "Harbor FCU"] as const;

interface QuestionSeed {
  readonly items: readonly ItemSeed[];
  readonly accounts: readonly (AccountSeed & { readonly item: number })[];
  readonly transfers: readonly TransferSeed[];
  readonly streams: readonly StreamSeed[];
  readonly nets: readonly NetSeed[];
  readonly loan: Loan;
  readonly hasCoBorrower: boolean;
  readonly evidence: readonly EvidenceSeed[];
  readonly confirmations: readonly ConfirmationSeed[];
  readonly leftOut: number | null;
  readonly policy: Question["policy"];
  readonly previous: {
    readonly daysBefore: number;
    readonly change: "none" | "lineGone" | "amount" | "accountGone";
  } | null;
  readonly warnings: boolean;
}

export interface QuestionOptions extends AccountOptions, LoanOptions {
  readonly maxAccounts?: number;
  readonly maxItems?: number;
  /** So many plain accounts of the borrower come first, one on each item in turn. */
  readonly plain?: number;
  readonly items?: readonly ItemSeed[];
  /** No accepted evidence and no confirmations. */
  readonly isBare?: boolean;
  /** No limit on the sum of small deposits, which joins or leaves the unexplained money as a whole. */
  readonly hasNoLimit?: boolean;
  readonly hasNoPrevious?: boolean;
  /** Without payments to title companies and checks. */
  readonly hasNoEarnest?: boolean;
}

const STANDARD_POLICY = { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null };

export function someQuestion(options: QuestionOptions = {}): fc.Arbitrary<Question> {
  const {
    plain = 0,
    maxAccounts = 5 - plain,
    maxItems = 3,
    isBare = false,
    hasNoLimit = false,
    hasNoPrevious = false,
    hasNoEarnest = false,
  } = options;
  const without: readonly LineKindName[] = ["title", "check"];
  const kinds = options.kinds ?? (hasNoEarnest ? KIND_NAMES.filter((name) => !without.includes(name)) : KIND_NAMES);
  const at = fc.nat(4);
  return fc
    .record<QuestionSeed>({
      items: options.items
        ? fc.constant(options.items)
        : fc.array(fc.record({ readAgo: fc.constantFrom(0, 0, 1, 3, 5, 12), bank: fc.nat(BANKS.length - 1) }), {
            minLength: 1,
            maxLength: maxItems,
          }),
      accounts: fc
        .tuple(
          fc.tuple(
            ...Array.from({ length: plain }, () => someAccount({ isPlain: true, kinds, lines: options.lines ?? 9 })),
          ),
          fc.array(fc.tuple(someAccount({ ...options, kinds }), fc.nat(2)), { maxLength: maxAccounts, size: "max" }),
        )
        .map(([first, more]) => [
          ...first.map((account, item) => ({ ...account, item })),
          ...more.map(([account, item]) => ({ ...account, item })),
        ]),
      transfers: fc.array(
        fc.record({
          from: at,
          to: at,
          cents: fc.integer({ min: 10_000, max: 3_000_000 }),
          ago: fc.integer({ min: 0, max: 65 }),
          gap: mostly(fc.integer({ min: -1, max: 5 }), fc.integer({ min: -4, max: 9 }), 3),
          words: fc.nat(LEGS.length - 1),
        }),
        { maxLength: 3 },
      ),
      streams: fc.array(
        fc
          .record({
            account: at,
            stream: fc.constantFrom(...STREAMS),
            times: fc.integer({ min: 1, max: 6 }),
            ago: fc.nat(20),
          })
          .map(({ stream, ...more }) => ({ ...stream, ...more })),
        { maxLength: 2 },
      ),
      nets: fc.array(
        fc.record({
          account: at,
          cents: fc.integer({ min: 5_000, max: 2_500_000 }),
          ago: fc.integer({ min: 10, max: 70 }),
          gap: fc.integer({ min: 0, max: 14 }),
          kind: fc.constantFrom(
            ...(hasNoEarnest
              ? (["returned", "refund", "nsf"] as const)
              : (["returned", "refund", "nsf", "earnest"] as const)),
          ),
          words: fc.nat(5),
        }),
        { maxLength: 2 },
      ),
      loan: someLoan(options),
      hasCoBorrower: fc.boolean(),
      evidence: isBare ? fc.constant([]) : fc.array(someEvidence, { maxLength: 4 }),
      confirmations: isBare ? fc.constant([]) : fc.array(someConfirmation, { maxLength: 2 }),
      leftOut: mostly<number | null>(fc.constant(null), fc.nat(4), 9),
      policy: hasNoLimit
        ? fc.constant(STANDARD_POLICY)
        : mostly<Question["policy"]>(
            fc.constant(STANDARD_POLICY),
            fc.record({
              nsfReview: fc.integer({ min: 1, max: 4 }),
              nsfBlocker: fc.integer({ min: 1, max: 6 }),
              smallDepositsLimitCents: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
            }),
            2,
          ),
      previous: hasNoPrevious
        ? fc.constant(null)
        : mostly<QuestionSeed["previous"]>(
            fc.constant(null),
            fc.record({
              daysBefore: fc.integer({ min: 1, max: 40 }),
              change: fc.constantFrom("none", "lineGone", "amount", "accountGone"),
            }),
            3,
          ),
      warnings: fc.nat(15).map((one) => one === 1),
    })
    .map(build);
}

function build(seed: QuestionSeed): Question {
  const items = seed.items.map(({ readAgo, bank }, at) => ({
    readAt: addDays(READ_AT, -readAgo),
    name: BANKS[bank]!,
    at,
  }));
  const places = seed.accounts.map((account) => items[account.item % items.length]!);
  const extra = seed.accounts.map((): ReportTransaction[] => []);
  addTogether(
    seed,
    places.map(({ readAt }) => readAt),
    extra,
  );
  const accounts = seed.accounts.map((account, at) => accountOf(account, at, places[at]!.readAt, extra[at]!));
  const report = reportOfItems(
    items.map(({ readAt, name, at }) => ({
      id: `item-${at}`,
      institutionId: `ins_${at}_${name}`,
      institutionName: name,
      lastUpdatedAt: `${readAt}T11:00:00.000Z`,
      accounts: accounts.filter((_account, number) => places[number]!.at === at),
    })),
    seed.warnings ? [{ code: "TRANSACTIONS_UNAVAILABLE", itemId: "item-0", message: null }] : [],
  );
  return {
    report,
    previous: seed.previous ? earlier(report, seed.previous) : null,
    loan: seed.leftOut === null ? seed.loan : { ...seed.loan, leftOutAccounts: [`account-${seed.leftOut}`] },
    borrowers: seed.hasCoBorrower ? [NORA_QUIST, ADA_KING] : [NORA_QUIST],
    evidence: seed.evidence.map((one, at) => evidenceOf(one, report, `evidence-${at}`)),
    confirmations: seed.confirmations.map((one, at) => confirmationOf(one, report, `confirmation-${at}`)),
    waivers: [],
    policy: seed.policy,
  };
}

function addTogether(
  { transfers, streams, nets, loan }: QuestionSeed,
  readAts: readonly string[],
  extra: ReportTransaction[][],
): void {
  const accounts = readAts.length;
  if (accounts === 0) return;
  const base: LineSeed = { kind: "cash", words: 0, size: 0, ago: 0, isPending: false, hasCategory: false };
  const add = (account: number, id: string, description: string, amountCents: number, date: string) => {
    const at = account % accounts;
    if (date > addDays(readAts[at]!, 2)) return;
    const checkNumber = description.startsWith("CHECK ") ? description.slice(6) : null;
    extra[at]!.push({ ...lineOf(base, id, READ_AT), description, amountCents, date, checkNumber });
  };
  for (const [number, { from, to, cents, ago, gap, words }] of transfers.entries()) {
    const [debit, deposit] = LEGS[words]!;
    const date = addDays(readAts[from % accounts]!, -ago);
    add(from, `transfer-${number}-out`, debit, cents, date);
    add(to, `transfer-${number}-in`, deposit, -cents, addDays(date, gap));
  }
  for (const [number, { account, words, isIn, cents, every, times, ago }] of streams.entries())
    for (let time = 0; time < times; time++)
      add(
        account,
        `stream-${number}-${time}`,
        words,
        isIn ? -cents : cents,
        addDays(readAts[account % accounts]!, -ago - time * every),
      );
  for (const [number, { account, cents, ago, gap, kind: what, words }] of nets.entries()) {
    const date = addDays(readAts[account % accounts]!, -ago);
    const later = addDays(date, gap);
    const id = `net-${number}`;
    switch (what) {
      case "returned":
        add(account, `${id}-1`, ["CASH DEPOSIT", "MOBILE CHECK DEPOSIT", "DEPOSIT"][words % 3]!, -cents, date);
        add(account, `${id}-2`, "RETURNED DEPOSITED ITEM CHARGEBACK", cents, later);
        break;
      case "refund":
        add(account, `${id}-1`, "HOME DEPOT #512 AUSTIN TX", cents, date);
        // Sometimes into another account, and sometimes more than was paid.
        add(
          account + Math.floor(words / 4),
          `${id}-2`,
          "HOME DEPOT REFUND",
          -cents - (words % 4 === 1 ? 150_000 : 0),
          later,
        );
        break;
      case "nsf":
        add(account, `${id}-1`, "NSF FEE", 3500, date);
        add(account, `${id}-2`, words % 2 === 0 ? "NSF FEE REVERSAL" : "OVERDRAFT FEE REFUND", -3500, later);
        break;
      case "earnest": {
        const emd = loan.emd || cents;
        add(
          account,
          `${id}-1`,
          words % 3 === 2 ? "CHECK 5150" : "LAKESIDE TITLE CO EARNEST MONEY",
          words % 3 === 1 ? Math.floor(emd * 0.95) : emd,
          later,
        );
      }
    }
  }
}

export function reportOfItems(items: readonly ReportItem[], warnings: ParsedReport["warnings"] = []): ParsedReport {
  const days = items.map(({ lastUpdatedAt }) => lastUpdatedAt.slice(0, 10)).sort();
  return {
    providerReportId: "report",
    generatedAt: `${days.at(-1) ?? READ_AT}T12:00:00.000Z`,
    asOf: days[0] ?? READ_AT,
    daysRequested: 90,
    items: [...items],
    warnings,
  };
}

/** The same accounts some days before, and perhaps a line or an account that this report no longer has. */
function earlier(report: ParsedReport, { daysBefore, change }: NonNullable<QuestionSeed["previous"]>): ParsedReport {
  const items = report.items.map((item) => {
    const readAt = addDays(item.lastUpdatedAt.slice(0, 10), -daysBefore);
    return {
      ...item,
      lastUpdatedAt: `${readAt}T11:00:00.000Z`,
      accounts: item.accounts.map((account): ReportAccount => {
        const lines = account.transactions.filter(({ date }) => date <= readAt);
        const left = account.transactions.filter((line) => line.date > readAt && !line.pending);
        const current =
          account.currentCents === null ? null : left.reduce((sum, one) => sum + one.amountCents, account.currentCents);
        return {
          ...account,
          currentCents: current,
          availableCents: account.availableCents === null ? null : current,
          historicalBalances: account.historicalBalances.filter(({ date }) => date < readAt),
          transactions:
            change === "amount" && lines[0]
              ? [{ ...lines[0], amountCents: lines[0].amountCents + 12_345 }, ...lines.slice(1)]
              : lines,
        };
      }),
    };
  });
  const [first] = items;
  if (change === "lineGone" && first?.accounts[0])
    first.accounts[0].transactions.push(
      lineOf(
        { kind: "cash", words: 0, size: 5000, ago: daysBefore + 4, isPending: false, hasCategory: false },
        "gone",
        READ_AT,
      ),
    );
  if (change === "accountGone" && first?.accounts[0])
    first.accounts.push({
      ...first.accounts[0],
      id: "account-gone",
      mask: "9999",
      name: "Old savings",
      currentCents: 777_700,
    });
  return reportOfItems(items);
}

// ---- Changing a question -------------------------------------------------------------------------------------------

export function withReport(question: Question, change: (report: ParsedReport) => ParsedReport): Question {
  return { ...question, report: change(question.report) };
}

export function mapItems(question: Question, change: (item: ReportItem, at: number) => ReportItem): Question {
  return withReport(question, (report) => ({ ...report, items: report.items.map(change) }));
}

export function mapAccounts(
  question: Question,
  change: (account: ReportAccount, item: ReportItem) => ReportAccount,
): Question {
  return mapItems(question, (item) => ({ ...item, accounts: item.accounts.map((account) => change(account, item)) }));
}

export function accountsOf({
  report,
}: Pick<Question, "report">): { account: ReportAccount; item: ReportItem; readAt: string }[] {
  return report.items.flatMap((item) =>
    item.accounts.map((account) => ({ account, item, readAt: item.lastUpdatedAt.slice(0, 10) })),
  );
}

/** Adds lines to an account, and to its balances from their days on. */
export function addLines(question: Question, accountId: string, lines: readonly ReportTransaction[]): Question {
  const moved = (of: readonly ReportTransaction[]) =>
    of.reduce((sum, { amountCents, pending }) => (pending ? sum : sum - amountCents), 0);
  return mapAccounts(question, (account) => {
    if (account.id !== accountId) return account;
    const cents = moved(lines);
    return {
      ...account,
      currentCents: account.currentCents === null ? null : account.currentCents + cents,
      availableCents: account.availableCents === null ? null : account.availableCents + cents,
      historicalBalances: account.historicalBalances.map((one) => ({
        ...one,
        currentCents: one.currentCents + moved(lines.filter(({ date }) => date <= one.date)),
      })),
      transactions: [...lines, ...account.transactions],
    };
  });
}

/** Another bank of plain accounts; its ids and masks are none of the question's own. */
export function bankOfSeeds(id: string, name: string, readAt: string, seeds: readonly AccountSeed[]): ReportItem {
  return {
    id,
    institutionId: `ins_${id}`,
    institutionName: name,
    lastUpdatedAt: `${readAt}T11:00:00.000Z`,
    accounts: seeds.map((seed, at) => {
      const account = accountOf(seed, 100 + at, readAt, []);
      return {
        ...account,
        id: `${id}-${at}`,
        transactions: account.transactions.map((one) => ({ ...one, id: `${id}-${one.id}` })),
      };
    }),
  };
}

/** A line in words of one's own. */
export function line(
  id: string,
  description: string,
  amountCents: number,
  date: string,
  more: Partial<ReportTransaction> = {},
): ReportTransaction {
  return {
    id,
    date,
    description,
    merchantName: null,
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
    amountCents,
    currency: "USD",
    pending: false,
    ...more,
  };
}

/** The same loan every time, where a property is about the report. */
export const PURCHASE: Loan = BASE;

// ---- Reading an evaluation -----------------------------------------------------------------------------------------

export function evaluationOf(question: Question): Evaluation {
  return evaluate(question);
}

export const programsOf = ({ programs }: Evaluation): readonly Program[] => programs;
export const fundsUnder = ({ funds }: Evaluation, program: Program) => funds[program]!;
export const verdictUnder = ({ verdicts }: Evaluation, program: Program) => verdicts[program]!;
