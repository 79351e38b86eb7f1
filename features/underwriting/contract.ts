import * as z from "zod/mini";
import { BORROWER_REACH, BORROWER_READERS, BORROWER_WRITERS } from "#features/borrowers/contract.ts";
import { Loan } from "#features/loans/contract.ts";
import { call, file } from "#kit/contract/call.ts";
import { Cents, Day, Id, Name, orNull, SignedCents, text, Timestamp, Version } from "#kit/contract/fields.ts";

export const EVIDENCE_KINDS = [
  "gift",
  "sale_of_personal_asset",
  "transfer",
  "secured_loan",
  "income",
  "other",
] as const;
export const EvidenceKind = z.enum(EVIDENCE_KINDS);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** Who gives: all of it may be missing, and is told then. */
export const Donor = z.partial(
  z.strictObject({ name: Name, address: text(300, { multiline: true }), phone: text(40), relationship: text(60) }),
);
export type Donor = z.infer<typeof Donor>;

/** The provider's id of a bank line. */
const TransactionId = text(200);

/** What the rules read of evidence. A gift that is not deposited yet names no transaction. */
export const EvidenceSource = z.object({
  transactionId: z.nullable(TransactionId),
  kind: EvidenceKind,
  /** Cents of the deposit that it explains. */
  sourcedCents: Cents,
  donor: z.optional(Donor),
  /** Of a gift letter: the sum it names, that nothing is to be repaid, and that the transfer is shown. */
  amountCents: z.optional(Cents),
  noRepayment: z.optional(z.boolean()),
  transferEvidence: z.optional(z.boolean()),
});
export type EvidenceSource = z.infer<typeof EvidenceSource>;

export const EVIDENCE_STATES = ["proposed", "accepted", "rejected"] as const;
export const EvidenceState = z.enum(EVIDENCE_STATES);
export type EvidenceState = z.infer<typeof EvidenceState>;

export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export const DOCUMENT_MAX_BYTES = 10_000_000;
export const DOCUMENTS_PER_BORROWER = 20;
/** Of them, those that one visitor may send: nobody fills the room of the others and of the lender. */
export const DOCUMENTS_PER_VISITOR = 10;
/** Pieces of evidence that one borrower may have. */
export const EVIDENCE_PER_BORROWER = 200;

/** Live event, for those who look after the borrower, by whose id it is told: a visitor answered what they were asked. */
export const DEPOSIT_EXPLAINED = "deposit.explained";
/** Minutes within which those are mailed once of it. */
export const EXPLAINED_EVERY_MINUTES = 60;

/** A file that shows where money comes from, kept sealed. */
export const EvidenceDocument = z.object({
  id: Id,
  name: z.string(),
  mediaType: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  /** Hexadecimal, of the file as it was sent. */
  sha256: z.string(),
  isFromBorrower: z.boolean(),
  createdAt: Timestamp,
});
export type EvidenceDocument = z.infer<typeof EvidenceDocument>;

/** An explanation in the borrower's own words, signed by typing a name. */
export const SignedLetter = z.object({ text: z.string(), signedName: z.string(), signedAt: Timestamp });

export const Evidence = z.extend(EvidenceSource, {
  id: Id,
  borrowerId: Id,
  note: z.string(),
  letter: z.nullable(SignedLetter),
  documents: z.array(EvidenceDocument),
  state: EvidenceState,
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  reviewedBy: z.nullable(Id),
  reviewedAt: z.nullable(Timestamp),
  isFromBorrower: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Evidence = z.infer<typeof Evidence>;

/** What an officer writes of a source. */
export const EvidenceDetails = z.extend(EvidenceSource, {
  note: z._default(text(2000, { multiline: true, min: 0 }), ""),
});
export type EvidenceDetails = z.infer<typeof EvidenceDetails>;

/** The programs whose rules are read side by side. */
export const Program = z.enum(["fannie", "freddie", "fha"]);
export type Program = z.infer<typeof Program>;

export const Severity = z.enum(["blocker", "review", "info"]);
export type Severity = z.infer<typeof Severity>;

const Figure = z.union([z.number(), z.string(), z.null()]);

// As the rules hand them out: nobody changes a set.
const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema));

export const Finding = z.object({
  ruleId: z.string(),
  /** What exactly was seen, for example LARGE_UNSOURCED. */
  code: z.string(),
  /** Those under which it holds. */
  programs: list(Program),
  severity: Severity,
  title: z.string(),
  /** One or two sentences for people: what was seen, and what settles it. */
  text: z.string(),
  /** Guide and section. */
  source: z.string(),
  /** The figures that tripped the rule, by name; money in cents. */
  inputs: z.readonly(z.record(z.string(), Figure)),
  accountIds: list(z.string()),
  transactionIds: list(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** A rule that could not be read for want of something: never guessed. */
export const NotEvaluated = z.object({
  ruleId: z.string(),
  programs: list(Program),
  /** Fields of the loan, or what the report lacks. */
  missing: list(z.string()),
});
export type NotEvaluated = z.infer<typeof NotEvaluated>;

/**
 * `enough`: the money closes the loan, and nothing blocks. `open`: it would, once what blocks is settled. `short`: money
 * or reserves are missing. `notEvaluated`: the loan does not say enough.
 */
export const OUTCOMES = ["enough", "open", "short", "notEvaluated"] as const;
export const Outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof Outcome>;

const Counts = z.object({ blocker: z.int(), review: z.int(), info: z.int() });

export const Verdict = z.object({
  program: Program,
  outcome: Outcome,
  text: z.string(),
  /** Fields of the loan that are wanted for an answer. */
  missing: list(z.string()),
  counts: Counts,
});
export type Verdict = z.infer<typeof Verdict>;

const Known = z.nullable(SignedCents); // `null`: the loan does not say enough

/** Whether the money is enough under one program (R6 to R7b). Cents; months to two places, never rounded up. */
export const ProgramFunds = z.object({
  usableByAccount: list(z.object({ accountId: z.string(), cents: SignedCents })),
  reductionCents: SignedCents,
  giftCents: SignedCents,
  usableClosingCents: SignedCents,
  earnestPaidCents: SignedCents,
  cashToCloseCents: Known,
  investmentClosingCents: SignedCents,
  investmentReserveCents: SignedCents,
  surplusCents: Known,
  isSufficientToClose: z.nullable(z.boolean()),
  reservesCents: Known,
  reserveMonths: z.nullable(z.number()),
  requiredReserveMonths: z.nullable(z.number()),
  isReserveEnough: z.nullable(z.boolean()),
});
export type ProgramFunds = z.infer<typeof ProgramFunds>;

const eachProgram = <S extends z.ZodMiniType>(schema: S) => z.object({ fannie: schema, freddie: schema, fha: schema });

/**
 * Why a report was judged, or judged again. A new policy or rule set brings no set by itself: a stored reading stands as it
 * was judged, and both hold from the next report or change on.
 */
export const SET_CAUSES = ["report", "loan", "evidence"] as const;

/** One judgement of one report, never changed: what comes later is a set of its own. */
export const FindingsSet = z.object({
  id: Id,
  reportId: Id,
  ruleSetVersion: z.string(),
  judgedAt: Timestamp,
  cause: z.enum(SET_CAUSES),
  /** The serious first. */
  findings: list(Finding),
  notEvaluated: list(NotEvaluated),
  verdicts: eachProgram(Verdict),
  funds: eachProgram(ProgramFunds),
});
export type FindingsSet = z.infer<typeof FindingsSet>;

/** All that a judgement hangs on beside the reading: with both, everybody comes to the same figures. */
export const EvaluationInputs = z.object({
  loan: Loan,
  borrowers: z.array(z.object({ firstName: z.string(), lastName: z.string() })),
  /** Accepted. */
  evidence: z.array(EvidenceSource),
  feePolicy: z.object({ reviewFrom: z.int(), blockFrom: z.int() }),
  /** What no rule reads and every file prints: frozen with the judgement, so that its files say the same. */
  printed: z.object({
    /** The borrower's first, then those of co-borrowers. */
    fullNames: z.array(z.string()),
    loanNumber: z.nullable(z.string()),
    lender: z.string(),
    /** The lender's, an IANA name. */
    timeZone: z.string(),
  }),
});
export type EvaluationInputs = z.infer<typeof EvaluationInputs>;

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
      /** `null`: the account was not in that report. */
      beforeCents: z.nullable(SignedCents),
      afterCents: z.nullable(SignedCents),
    }),
  ),
  newDeposits: z.array(
    z.object({ transactionId: z.string(), accountId: z.string(), date: Day, description: z.string(), cents: Cents }),
  ),
  newDebts: z.array(z.object({ creditor: z.string(), monthlyCents: SignedCents })),
  newFees: z.array(z.object({ transactionId: z.string(), date: Day, description: z.string(), cents: SignedCents })),
  findingsOpened: z.array(Finding),
  findingsClosed: z.array(Finding),
});
export type Difference = z.infer<typeof Difference>;

export const listEvidence = call({
  method: "GET",
  path: "/account/evidence/{borrowerId}",
  summary: "List a borrower's evidence, oldest first, and documents that belong to none yet",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.object({ evidence: z.array(Evidence), loose: z.array(EvidenceDocument) }),
});

export const addEvidence = call({
  method: "POST",
  path: "/account/evidence",
  summary: "Write down where a deposit, or a gift still to come, is from; accepted at once where it says so",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.extend(EvidenceDetails, { borrowerId: Id, state: z._default(z.enum(["proposed", "accepted"]), "proposed") }),
  reply: Evidence,
  status: 201,
  errors: ["LIMIT_REACHED"],
});

export const changeEvidence = call({
  method: "PUT",
  path: "/account/evidence/{id}",
  summary: "Write a piece of evidence anew; what was accepted or rejected is open again",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.extend(EvidenceDetails, { version: Version }),
  reply: Evidence,
  errors: ["STALE"],
});

/** Wanted with `rejected`. */
export const ReviewReason = text(500, { multiline: true });

export const reviewEvidence = call({
  method: "POST",
  path: "/account/review-evidence",
  summary: "Accept or reject a piece of evidence, or open it again; funds and verdicts follow at once",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    id: Id,
    state: EvidenceState,
    reason: orNull(ReviewReason),
    version: Version,
  }),
  reply: Evidence,
  errors: ["STALE"],
});

export const uploadDocument = call({
  method: "POST",
  path: "/account/evidence-document/{borrowerId}",
  summary: "Upload a letter or document, for a piece of evidence or for none yet",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: z.object({ borrowerId: Id }),
  query: z.object({ name: text(200), evidenceId: z.optional(Id) }),
  upload: { mediaTypes: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  reply: EvidenceDocument,
  status: 201,
  errors: ["LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const readDocument = call({
  method: "GET",
  path: "/account/evidence-document/{id}",
  summary: "Download a document of a borrower",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ id: Id }),
  reply: file(...DOCUMENT_TYPES),
  errors: ["RANGE_NOT_SATISFIABLE"],
});

export const removeDocument = call({
  method: "POST",
  path: "/account/remove-evidence-document",
  summary: "Remove a document for good",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: null,
});
