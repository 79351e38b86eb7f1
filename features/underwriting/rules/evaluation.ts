import * as z from "zod/mini";
import { Loan } from "#features/borrowers/contract.ts";
import {
  Cents,
  Day,
  Id,
  listOf,
  MAX_CENTS,
  Name,
  orNull,
  SignedCents,
  SumCents,
  text,
  whole,
} from "#platform/contract/fields.ts";

// What the rules take in and give out. The rules infer their types from these schemas. Money in cents, days in UTC.

/** Sets are never changed once made. */
const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema));

/** Programs with an outcome of their own. VA and USDA are evaluated only for a loan of that program. */
export const PROGRAMS = ["fannie", "freddie", "fha", "va", "usda"] as const;
export const Program = z.enum(PROGRAMS);
export type Program = z.infer<typeof Program>;

/** Fannie Mae, Freddie Mac and FHA are always evaluated; VA or USDA only when it is the loan's own program. */
const eachProgram = <S extends z.ZodMiniType>(schema: S) =>
  z.object({ fannie: schema, freddie: schema, fha: schema, va: z.optional(schema), usda: z.optional(schema) });
export type EachProgram<T> = {
  readonly fannie: T;
  readonly freddie: T;
  readonly fha: T;
  readonly va?: T;
  readonly usda?: T;
};

export const SEVERITIES = ["blocker", "review", "info"] as const;
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

// ---- Evidence and decisions -------------------------------------------------------------------------------------

export const EVIDENCE_KINDS = [
  "gift",
  "sale_of_personal_asset",
  "transfer",
  "secured_loan",
  "income",
  "insurance_settlement",
  "refund",
  "liquidation",
  "statement",
  "access_letter",
  "plan_terms",
  "emd_receipt",
  "letter",
  "other",
] as const;
export const EvidenceKind = z.enum(EVIDENCE_KINDS);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** Who gives a gift. Every part may be missing; missing parts are named. */
export const Donor = z.partial(
  z.strictObject({
    name: Name,
    address: text(300, { multiline: true }),
    phone: text(40),
    /** In words: mother, fiancé, employer, … */
    relationship: text(60),
    /** The donor's interest in the borrower is documented (friends, FHA). */
    isInterestDocumented: z.boolean(),
    /** Lived with the borrower for 12 months and will live in the home: the gift counts as the borrower's own funds. */
    sharesHome: z.boolean(),
  }),
);
export type Donor = z.infer<typeof Donor>;

/** Accepted evidence as the rules read it. */
export const EvidenceSource = z.object({
  id: z.optional(z.string()),
  /** The bank line it explains; `null` for a gift still to come and for evidence about an account or a person. */
  transactionId: z.nullable(text(200)),
  /** Content key of that line, so that evidence follows it into a later report. */
  lineKey: z.optional(text(1000)),
  /** The account it is about: statements, plan terms, liquidation. */
  accountId: z.optional(z.nullable(text(1000))),
  /** The person it is about: access letters. */
  person: z.optional(z.nullable(text(200))),
  kind: EvidenceKind,
  /** Cents of the deposit, payment or asset that it documents. */
  sourcedCents: Cents,
  donor: z.optional(Donor),
  /** The gift letter's amount, that no repayment is expected, and that the transfer is shown. */
  amountCents: z.optional(Cents),
  noRepayment: z.optional(z.boolean()),
  transferEvidence: z.optional(z.boolean()),
  /** First and last day that a statement covers. */
  periodFrom: z.optional(z.nullable(Day)),
  periodTo: z.optional(z.nullable(Day)),
  /** Earnest money receipts: the day on which the payment left the account that paid it. */
  clearedOn: z.optional(z.nullable(Day)),
  hasDocument: z.boolean(),
  /** The reviewer's reason; 10 characters or more stand in for a document. */
  reason: z.nullable(z.string()),
});
export type EvidenceSource = z.infer<typeof EvidenceSource>;

/** Kinds of confirmation that a reviewer can give; the last four need a document. */
export const CONFIRMATIONS = [
  "borrower",
  "noDebt",
  "ownTransfer",
  "notALoan",
  "sameAccount",
  "differentAccounts",
  "extraPrincipal",
  "resubmitted",
  "thisCheck",
  "rent",
  "paidForAnother",
  "canBeWithdrawn",
  "trust",
  "planTerms",
  "businessAnalysis",
  // The person behind a connection, who has a fraud alert, was contacted, and their identity verified.
  "identity",
  // Who holds a connection none of whose accounts belongs to anyone on the loan. Nothing of it counts because of this.
  "holder",
] as const;
export const ConfirmationKind = z.enum(CONFIRMATIONS);
export type ConfirmationKind = z.infer<typeof ConfirmationKind>;

/** What a confirmation or a waiver is about, in content keys, so that it holds for later reports too. */
export const DecisionSubject = z.object({
  transactionId: z.optional(z.nullable(z.string())),
  lineKey: z.optional(z.nullable(z.string())),
  accountId: z.optional(z.nullable(z.string())),
  accountKey: z.optional(z.nullable(z.string())),
  /** The owner's name as the bank has it. */
  bankName: z.optional(z.nullable(z.string())),
  /** The person on the loan. */
  person: z.optional(z.nullable(z.string())),
  payee: z.optional(z.nullable(z.string())),
  /** The connection, as the report names it. */
  itemId: z.optional(z.nullable(z.string())),
});
export type DecisionSubject = z.infer<typeof DecisionSubject>;

export const Confirmation = z.object({
  id: z.string(),
  kind: ConfirmationKind,
  subject: DecisionSubject,
  reason: z.string(),
  hasDocument: z.boolean(),
  /** Plan terms: the loan against the plan. */
  loanBalanceCents: z.optional(z.nullable(Cents)),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** An admin's waiver of one finding under these programs, good while the facts are the same. */
export const Waiver = z.object({
  id: z.string(),
  findingKey: z.string(),
  programs: list(Program),
  factsHash: z.string(),
  reason: z.string(),
});
export type Waiver = z.infer<typeof Waiver>;

/** Figures of the rules that a lender's overlay may set. */
export const OVERLAY_LIMITS = [
  "incomePercent",
  "valuePercent",
  "smallDepositsLimitCents",
  "nsfReview",
  "nsfBlocker",
  "primaryReserveMonths",
  "secondHomeReserveMonths",
  "investmentReserveMonths",
  "liquidationPercent",
  "fhaRetirementPercent",
  "purchaseDays",
  "refinanceDays",
  "fhaDays",
  "twoStatementsDays",
  "documentAgeDays",
  "daysToApplication",
  "fhaDataDays",
] as const;
export const OverlayLimit = z.enum(OVERLAY_LIMITS);
export type OverlayLimit = z.infer<typeof OverlayLimit>;

const FindingCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,59}$/));
const OverlaySeverity = z.strictObject({ code: FindingCode, severity: Severity });

/** What an overlay sets. Whatever it leaves out is as the guides and the organization's settings have it. */
export const OverlaySettings = z.strictObject({
  limits: z.readonly(z.partialRecord(OverlayLimit, whole(0, MAX_CENTS))),
  /** Findings that have at least this severity. */
  atLeast: z.readonly(listOf(OverlaySeverity, 100)),
  /** Findings that have at most this severity. Only under a program of the lender's own. */
  atMost: z.readonly(listOf(OverlaySeverity, 100)),
  /** Findings that only a document clears, where a reason would do. */
  documents: z.readonly(listOf(FindingCode, 100)),
  /** Programs that are not offered. */
  programsOff: z.readonly(listOf(Program, PROGRAMS.length)),
});
export type OverlaySettings = z.infer<typeof OverlaySettings>;

/** One version of a lender's rules over the guides'. */
export const Overlay = z.object({
  id: Id,
  name: z.string(),
  version: z.int(),
  /** The lender's own program. `null`: the guides' programs, which an overlay may only tighten. */
  programName: z.nullable(z.string()),
  settings: OverlaySettings,
});
export type Overlay = z.infer<typeof Overlay>;

export const UnderwritingPolicy = z.object({
  /** Returned items in 12 months from which they need a review, and from which they block. */
  nsfReview: z.int(),
  nsfBlocker: z.int(),
  /** Above this sum of small unexplained deposits in 30 days, the sum is taken off; `null`: never. */
  smallDepositsLimitCents: z.optional(z.nullable(Cents)),
  /** In force on the day of the evaluation. */
  overlay: z.optional(z.nullable(Overlay)),
});
export type UnderwritingPolicy = z.infer<typeof UnderwritingPolicy>;

/** A person on the loan, first the borrower. */
export const LoanParty = z.object({
  firstName: z.string(),
  middleName: orNull(z.string()),
  lastName: z.string(),
  suffix: orNull(z.string()),
  email: orNull(z.string()),
  phone: orNull(z.string()),
});
export type LoanParty = z.infer<typeof LoanParty>;

/** Everything an evaluation depends on besides the reports. The same inputs always give the same evaluation. */
export const EvaluationInputs = z.object({
  loan: Loan,
  borrowers: z.array(LoanParty),
  /** Accepted. */
  evidence: z.array(EvidenceSource),
  confirmations: z.array(Confirmation),
  waivers: z.array(Waiver),
  policy: UnderwritingPolicy,
});
export type EvaluationInputs = z.infer<typeof EvaluationInputs>;

// ---- Findings ---------------------------------------------------------------------------------------------------

const Figure = z.union([z.number(), z.string(), z.null()]);

/**
 * How the source was read: V in the primary text, S quoted by a page, M from memory or practice. ours: our own figure.
 * lender: the lender's overlay.
 */
export const SOURCE_MARKS = ["V", "S", "M", "ours", "lender"] as const;
export const Source = z.object({
  programs: list(Program),
  /** Guide and section, or the overlay: `Fannie Mae Selling Guide B3-4.2-02`. */
  citation: z.string(),
  /** Date of the text: `12/14/2022`, or `date not verified`. Of an overlay its version: `version 3`. */
  date: z.string(),
  mark: z.enum(SOURCE_MARKS),
});
export type Source = z.infer<typeof Source>;

/** One way to clear a finding, for the buttons on it. */
export const ClearedBy = z.discriminatedUnion("by", [
  z.object({ by: z.literal("evidence"), kinds: list(EvidenceKind) }),
  z.object({ by: z.literal("confirmation"), kind: ConfirmationKind, needsDocument: z.boolean() }),
  z.object({ by: z.literal("waiver") }),
  z.object({ by: z.literal("newReport") }),
  z.object({ by: z.literal("leaveOut") }),
  z.object({ by: z.literal("loanTerms"), fields: list(z.string()) }),
]);
export type ClearedBy = z.infer<typeof ClearedBy>;

export const Finding = z.object({
  ruleId: z.string(),
  /** What exactly was found, for example LARGE_UNSOURCED. */
  code: z.string(),
  /** Those under which it holds with this severity. */
  programs: list(Program),
  severity: Severity,
  title: z.string(),
  /** One or two sentences: what was found, and what clears it. */
  text: z.string(),
  /** All sources in one line. */
  source: z.string(),
  sources: list(Source),
  clearedBy: list(ClearedBy),
  /** The figures behind it, by name; names that end in `Cents` are money. */
  inputs: z.readonly(z.record(z.string(), Figure)),
  accountIds: list(z.string()),
  transactionIds: list(z.string()),
  /** Payee, person or name at the bank that it is about. */
  subject: z.nullable(z.string()),
  /** The connection that it is about, as the report names it; absent where it is about accounts or lines. */
  itemId: z.optional(z.string()),
  /** Identifies the condition across reports: code and content keys, without the program. */
  key: z.string(),
  /** Changes whenever the figures, the lines or the loan terms behind it change. */
  factsHash: z.string(),
  /** Programs under which an admin has waived it; a waiver changes no figure. */
  waivedPrograms: list(Program),
});
export type Finding = z.infer<typeof Finding>;

/** A rule that could not be evaluated, and what is missing. Nothing is guessed. */
export const NotEvaluated = z.object({
  ruleId: z.string(),
  programs: list(Program),
  /** Fields of the loan, or what the report lacks. */
  missing: list(z.string()),
});
export type NotEvaluated = z.infer<typeof NotEvaluated>;

/** The overlay that an evaluation was made under. */
export const AppliedOverlay = z.pick(Overlay, { name: true, version: true, programName: true });
export type AppliedOverlay = z.infer<typeof AppliedOverlay>;

/**
 * `enough`: the money closes the loan and nothing blocks. `enoughUnderOverlay`: the same under a program of the lender's
 * own, which is no guide's answer. `open`: it would, once the blockers are cleared. `short`: money
 * or reserves are missing. `notEvaluated`: something needed is missing. `enoughToClose`: VA and USDA at best, since not
 * all of their rules are evaluated.
 */
export const OUTCOMES = ["enough", "enoughUnderOverlay", "enoughToClose", "open", "short", "notEvaluated"] as const;
export const Outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof Outcome>;

export const Verdict = z.object({
  program: Program,
  /** The lender's own program that the answer is under, which is then no guide's answer. */
  programName: z.optional(z.string()),
  outcome: Outcome,
  text: z.string(),
  /** What is missing for an answer. */
  missing: list(z.string()),
  /** Findings not waived, by severity. */
  counts: z.object({ blocker: z.int(), review: z.int(), info: z.int() }),
  waived: z.int(),
  /** The last day on which the counted data is young enough; `null` when no account counts. */
  validThrough: z.nullable(Day),
});
export type Verdict = z.infer<typeof Verdict>;

// ---- Funds ------------------------------------------------------------------------------------------------------

/** `null`: the loan does not say enough. */
const Known = z.nullable(SignedCents);

/**
 * One level of funds. F0 leaves out unexplained (U) and conditional (C) money; F1 leaves out U only and is what is
 * printed; F2 counts both.
 */
export const FundsLevel = z.object({
  usableClosingCents: SignedCents,
  cashToCloseCents: Known,
  surplusCents: Known,
  reservesCents: Known,
  /** Covers cash to close and reserves. */
  suffices: z.nullable(z.boolean()),
});
export type FundsLevel = z.infer<typeof FundsLevel>;

/** Cash to close and reserves under one program (R6 to R7b, R14, section 2). Months to two places, rounded down. */
export const ProgramFunds = z.object({
  /** Counted depository accounts, before and after reductions. */
  usableByAccount: list(
    z.object({
      accountId: z.string(),
      /** What the account counts for before reductions. */
      countedCents: SignedCents,
      reductionCents: SignedCents,
      cents: SignedCents,
      isConditional: z.boolean(),
    }),
  ),
  /** Counted investments, before and after reductions, and what each is worth as reserves. */
  investments: list(
    z.object({
      accountId: z.string(),
      countedCents: SignedCents,
      reductionCents: SignedCents,
      cents: SignedCents,
      reserveCents: SignedCents,
    }),
  ),
  /** Money taken off, line by line: what of it, and why. */
  reductions: list(
    z.object({
      transactionId: z.string(),
      accountId: z.string(),
      code: z.string(),
      cents: SignedCents,
      neverCounts: z.boolean(),
    }),
  ),
  /** Sum of the reductions asked for, before the cap. */
  unexplainedCents: SignedCents,
  /** Taken off in fact: never more than all counted money and the earnest-money credit. */
  reductionCents: SignedCents,
  /** Of it, taken from investments and from the earnest-money credit. */
  investmentReductionCents: SignedCents,
  earnestReductionCents: SignedCents,
  /** Money that counts only while a condition is cleared. */
  conditionalCents: SignedCents,
  /** FHA: deposits whose source is not documented. They block, and are not taken off. */
  atRiskCents: SignedCents,
  /** Gifts still to come, and gifts already deposited. */
  giftCents: SignedCents,
  depositedGiftCents: SignedCents,
  /** Bank money and gifts to come, after reductions. */
  usableClosingCents: SignedCents,
  /** The terms that cash to close is computed from. */
  terms: z.object({
    costsCents: Known,
    interestedPartyLimitCents: Known,
    interestedPartyCreditCents: Known,
    lenderCreditCents: SignedCents,
    downPaymentCents: Known,
    earnestFoundCents: SignedCents,
  }),
  /** Earnest money credited: found, at most as entered, after reductions. */
  earnestPaidCents: SignedCents,
  cashToCloseCents: Known,
  /** Cash back to the borrower at closing. Never reserves. */
  cashBackCents: Known,
  investmentClosingCents: SignedCents,
  investmentReserveCents: SignedCents,
  surplusCents: Known,
  isSufficientToClose: z.nullable(z.boolean()),
  reservesCents: Known,
  reserveMonths: z.nullable(z.number()),
  requiredReservesCents: Known,
  requiredReserveMonths: z.nullable(z.number()),
  /** Where the requirement comes from, in words. */
  requiredReservesBasis: z.string(),
  isReserveEnough: z.nullable(z.boolean()),
  ownFundsCents: SignedCents,
  requiredOwnFundsCents: Known,
  adjustedValueCents: Known,
  /** FHA: minimum required investment; Fannie Mae and Freddie Mac: minimum down payment. */
  requiredContributionCents: Known,
  contributionCents: Known,
  /** F0, F1, F2. */
  levels: z.object({ sure: FundsLevel, printed: FundsLevel, all: FundsLevel }),
});
export type ProgramFunds = z.infer<typeof ProgramFunds>;

// ---- Least documentation ----------------------------------------------------------------------------------------

/** The smallest set of findings to clear that turns the answer into enough, under one program. */
export const LeastDocumentation = z.object({
  program: Program,
  /** `false`: no set of explanations is enough. */
  isPossible: z.boolean(),
  /** Findings to clear, by key, with the cents that must be documented; 0 where no amount is asked. */
  steps: list(
    z.object({ findingKey: z.string(), code: z.string(), transactionId: z.nullable(z.string()), cents: SignedCents }),
  ),
  /** Sum of the cents to document. */
  cents: SignedCents,
  /** Blockers that no sum of money clears, such as FHA's own demands: they must be cleared as well. */
  alsoRequired: list(z.string()),
  text: z.string(),
});
export type LeastDocumentation = z.infer<typeof LeastDocumentation>;

// ---- Figures: everything else that is computed and shown --------------------------------------------------------

export const OwnerRow = z.object({
  accountId: z.string(),
  /** Persons at the bank, with the match to the loan. */
  persons: list(
    z.object({ bankName: z.string(), match: z.string(), standing: z.string(), borrower: z.nullable(z.string()) }),
  ),
  match: z.string(),
  standing: z.enum(["confirmed", "unconfirmed", "none"]),
  isJoint: z.boolean(),
  isBusiness: z.boolean(),
  capacity: z.nullable(z.string()),
  nonBorrowerOwners: list(z.string()),
});

export const AccountRow = z.object({
  accountId: z.string(),
  key: z.string(),
  name: z.string(),
  mask: z.nullable(z.string()),
  institutionName: z.string(),
  type: z.string(),
  subtype: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  asOf: Day,
  readAt: z.string(),
  periodFrom: z.nullable(Day),
  periodTo: Day,
  daysRequested: z.int(),
  daysShown: z.int(),
  currentCents: z.nullable(SignedCents),
  availableCents: z.nullable(SignedCents),
  marginLoanCents: z.nullable(SignedCents),
  /** Depository: what it counts for. Investments: the value under Fannie Mae and Freddie Mac, and under FHA. */
  countsCents: SignedCents,
  fhaReserveCents: z.nullable(SignedCents),
  isCounted: z.boolean(),
  isConditional: z.boolean(),
  /** Why it does not count, or counts for less; empty when it simply counts. */
  countsWhy: z.string(),
  average30Cents: z.nullable(SignedCents),
  average60Cents: z.nullable(SignedCents),
  average90Cents: z.nullable(SignedCents),
  /** Calendar months of the data: opening and closing balance, money in and out. */
  months: list(
    z.object({
      month: z.string(),
      openingCents: z.nullable(SignedCents),
      inCents: SignedCents,
      outCents: SignedCents,
      closingCents: z.nullable(SignedCents),
    }),
  ),
});
export type AccountRow = z.infer<typeof AccountRow>;

/** What became of a deposit under one program. */
export const DEPOSIT_OUTCOMES = [
  "identified",
  "below_threshold",
  "sourced",
  "not_large_after_sourcing",
  "large_unsourced",
  "borrowed",
  "gift",
  "interested_party",
  "document_source",
  "moved_after_reading",
  "not_tested",
] as const;

export const DepositRow = z.object({
  transactionId: z.string(),
  accountId: z.string(),
  date: Day,
  cents: SumCents,
  class: z.string(),
  payee: z.nullable(z.string()),
  /** As what it is identified; `null` when it is not. */
  identifiedAs: z.nullable(z.string()),
  /** The other line of a matched transfer or net. */
  matchedTransactionId: z.nullable(z.string()),
  sourcedCents: SumCents,
  unsourcedCents: SumCents,
  evidenceIds: list(z.string()),
  outcomes: eachProgram(z.enum(DEPOSIT_OUTCOMES)),
  /** Why it was not tested: refinance, account not counted, older than the window. */
  notTestedWhy: z.nullable(z.string()),
});
export type DepositRow = z.infer<typeof DepositRow>;

export const CADENCES = ["daily", "weekly", "biweekly", "semimonthly", "monthly"] as const;

export const IncomeStream = z.object({
  payer: z.string(),
  class: z.string(),
  cadence: z.nullable(z.enum(CADENCES)),
  /** Biweekly fits as well; semimonthly, the lower, is used. */
  isAlsoBiweekly: z.boolean(),
  payDates: list(Day),
  lastPaidOn: Day,
  medianCents: SumCents,
  monthlyCents: z.nullable(SumCents),
  extraCents: SumCents,
  /** Monthly net to the loan's monthly income, four places. */
  ratio: z.nullable(z.number()),
  gaps: list(z.object({ from: Day, to: Day, days: z.int() })),
  transactionIds: list(z.string()),
  /** Parts of one payer's pay by person or account. */
  parts: list(z.object({ label: z.string(), cents: SumCents })),
});
export type IncomeStream = z.infer<typeof IncomeStream>;

export const DebtRow = z.object({
  creditor: z.string(),
  payeeId: z.nullable(z.string()),
  kind: z.enum(["loan", "card", "bnpl", "lease", "mortgage", "support", "tax_plan"]),
  cadence: z.nullable(z.enum(CADENCES)),
  occurrences: z.int(),
  medianCents: SumCents,
  /** `null`: a card, whose minimum payment is not known. */
  monthlyCents: z.nullable(SumCents),
  lastPaidOn: Day,
  isActive: z.boolean(),
  isDisclosed: z.boolean(),
  disclosedAs: z.nullable(z.string()),
  disclosedCents: z.nullable(SumCents),
  /** A reviewer confirmed that it is no debt of the borrower's. */
  isConfirmedNoDebt: z.boolean(),
  transactionIds: list(z.string()),
});
export type DebtRow = z.infer<typeof DebtRow>;

export const RentRow = z.object({
  payee: z.string(),
  monthlyCents: SumCents,
  /** Calendar months with a payment, `YYYY-MM`. */
  months: list(z.string()),
  isConfirmed: z.boolean(),
  isEligible: z.nullable(z.boolean()),
  why: z.string(),
  transactionIds: list(z.string()),
});
export type RentRow = z.infer<typeof RentRow>;

export const EarnestMoneyRow = z.object({
  enteredCents: SumCents,
  foundCents: SumCents,
  /** Entered, found, and shown by a receipt: what is credited before reductions. */
  creditCents: SumCents,
  lines: list(
    z.object({
      transactionId: z.string(),
      accountId: z.string(),
      date: Day,
      cents: SumCents,
      average60Cents: z.nullable(SignedCents),
      isSupported: z.nullable(z.boolean()),
      isConditional: z.boolean(),
    }),
  ),
});

export const NsfSummary = z.object({
  /** Events in 60, 90 and 365 days before the date of their item. Refunded events still count. */
  count60: z.int(),
  count90: z.int(),
  count365: z.int(),
  refunded: z.int(),
  netCents: SignedCents,
  transactionIds: list(z.string()),
  negativeDays: list(z.object({ accountId: z.string(), date: Day, cents: SignedCents })),
});
export type NsfSummary = z.infer<typeof NsfSummary>;

export const GiftRow = z.object({
  evidenceId: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  donor: z.string(),
  relationship: z.string(),
  cents: SumCents,
  isToCome: z.boolean(),
  missing: list(z.string()),
  /** counts, conditional, never. */
  outcomes: eachProgram(z.enum(["counts", "conditional", "never"])),
});

/** R18: the fields of Form 1006 as data. */
export const VodRow = z.object({
  accountId: z.string(),
  institutionName: z.string(),
  owners: list(z.string()),
  type: z.string(),
  lastFour: z.nullable(z.string()),
  currentCents: z.nullable(SignedCents),
  averageCents: z.nullable(SignedCents),
  /** At least since this day; the bank does not report the day itself. */
  openedBy: z.nullable(Day),
  isCounted: z.boolean(),
});
export type VodRow = z.infer<typeof VodRow>;

export const VodLoanRow = z.object({
  accountId: z.string(),
  institutionName: z.string(),
  type: z.string(),
  lastFour: z.nullable(z.string()),
  balanceCents: z.nullable(SignedCents),
});
export type VodLoanRow = z.infer<typeof VodLoanRow>;

const Flow = z.object({
  transactionIds: list(z.string()),
  payee: z.string(),
  monthlyCents: z.nullable(SumCents),
  lastPaidOn: Day,
});

export const Figures = z.object({
  asOf: Day,
  /** R3 and R3c: a deposit is tested from this many days before the date of its own item. */
  windowDays: z.int(),
  thresholds: z.object({ incomeCents: Known, adjustedValueCents: Known }),
  accounts: list(AccountRow),
  owners: list(OwnerRow),
  seenTwice: list(z.object({ accountId: z.string(), countedAccountId: z.string(), isSure: z.boolean() })),
  deposits: list(DepositRow),
  pending: list(
    z.object({ transactionId: z.string(), accountId: z.string(), date: Day, cents: SumCents, isCounted: z.boolean() }),
  ),
  transfers: list(z.object({ debitId: z.string(), creditId: z.string(), cents: SumCents, isPossible: z.boolean() })),
  nets: list(
    z.object({ firstId: z.string(), secondId: z.string(), cents: SumCents, kind: z.enum(["returned", "refund"]) }),
  ),
  gifts: list(GiftRow),
  earnestMoney: z.nullable(EarnestMoneyRow),
  income: list(IncomeStream),
  debts: list(DebtRow),
  undisclosedMonthlyCents: SumCents,
  support: list(Flow),
  otherProperties: list(Flow),
  rent: list(RentRow),
  nsf: NsfSummary,
  vod: list(VodRow),
  vodLoans: list(VodLoanRow),
  /** Class and payee of every line, by date, cents and words. */
  lines: list(z.object({ id: z.string(), class: z.string(), payee: z.nullable(z.string()) })),
});
export type Figures = z.infer<typeof Figures>;

/** One evaluation of one report. */
export const Evaluation = z.object({
  ruleSetVersion: z.string(),
  /** Absent: no overlay was in force. */
  overlay: z.optional(AppliedOverlay),
  programs: list(Program),
  findings: list(Finding),
  notEvaluated: list(NotEvaluated),
  verdicts: eachProgram(Verdict),
  funds: eachProgram(ProgramFunds),
  leastDocumentation: eachProgram(LeastDocumentation),
  figures: Figures,
});
export type Evaluation = z.infer<typeof Evaluation>;

/** What is different since the report before. Balances and amounts in cents, signs as the provider's. */
export const Difference = z.object({
  before: z.object({ reportId: Id, asOf: Day }),
  after: z.object({ reportId: Id, asOf: Day }),
  balances: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      mask: z.nullable(z.string()),
      institutionName: z.string(),
      /** `null`: the account was not in that report, or the bank does not report a balance. */
      beforeCents: z.nullable(SignedCents),
      afterCents: z.nullable(SignedCents),
    }),
  ),
  newDeposits: z.array(
    z.object({ transactionId: z.string(), accountId: z.string(), date: Day, description: z.string(), cents: SumCents }),
  ),
  /** `null`: a card, whose minimum payment is not known. */
  newDebts: z.array(z.object({ creditor: z.string(), monthlyCents: z.nullable(SignedCents) })),
  newFees: z.array(z.object({ transactionId: z.string(), date: Day, description: z.string(), cents: SignedCents })),
  findingsOpened: z.array(Finding),
  findingsClosed: z.array(Finding),
});
export type Difference = z.infer<typeof Difference>;
