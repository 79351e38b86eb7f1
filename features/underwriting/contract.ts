import * as z from "zod/mini";
import { Authorization, BORROWER_REACH, BORROWER_READERS, BORROWER_WRITERS } from "#features/borrowers/contract.ts";
import { LEADS } from "#features/organizations/contract.ts";
import { call, file } from "#platform/contract/call.ts";
import { paged } from "#platform/contract/paging.ts";
import {
  Cents,
  Day,
  Id,
  listOf,
  orNull,
  Sha256,
  text,
  Timestamp,
  Version,
  withoutCardNumber,
} from "#platform/contract/fields.ts";
import {
  ConfirmationKind,
  DecisionSubject,
  Donor,
  Evaluation,
  EvaluationInputs,
  EvidenceKind,
  EvidenceSource,
  Outcome,
  OverlaySettings,
  Program,
  Severity,
} from "./rules/evaluation.ts";
import { EvaluationChange } from "./rules/evaluation-changes.ts";

/** What a reviewer may decide. */
export const REVIEW_STATES = ["proposed", "accepted", "rejected"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
/** `replaced`: the borrower signed a newer letter about the same deposit. */
export const EVIDENCE_STATES = [...REVIEW_STATES, "replaced"] as const;
export const EvidenceState = z.enum(EVIDENCE_STATES);
export type EvidenceState = z.infer<typeof EvidenceState>;

export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export const DOCUMENT_MAX_BYTES = 10_000_000;
export const DOCUMENTS_PER_BORROWER = 20;
/** The share of those that one borrower may upload through the emailed link, so that others have room left. */
export const DOCUMENTS_PER_VISITOR = 10;

/** What an uploaded document is. */
export const DOCUMENT_KINDS = [
  "bank_statement",
  "gift_letter",
  "letter_of_explanation",
  "pay_stub",
  "tax_return",
  "purchase_contract",
  "receipt",
  "other",
] as const;
export const DocumentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const DOCUMENT_STATES = ["received", "accepted", "rejected"] as const;
export const DocumentState = z.enum(DOCUMENT_STATES);
export type DocumentState = z.infer<typeof DocumentState>;

/** Evidence records per borrower. */
export const EVIDENCE_PER_BORROWER = 200;
/** Letters that one person may sign about one deposit, the replaced ones included. */
export const LETTERS_PER_DEPOSIT = 20;

/** Live event with the borrower's id, sent to the assignees: the borrower answered through the emailed link. */
export const DEPOSIT_EXPLAINED = "deposit.explained";
/** Live event with the borrower's id, sent to the assignees: the borrower uploaded a document. */
export const DOCUMENTS_SENT = "documents.sent";
/** The assignees get at most one email about answers, and one about documents, in this many minutes. */
export const EXPLAINED_EVERY_MINUTES = 60;

/** An uploaded file, such as a statement or a letter. It is stored encrypted. */
export const EvidenceDocument = z.object({
  id: Id,
  name: z.string(),
  mediaType: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  /** Hexadecimal, of the uploaded file. */
  sha256: z.string(),
  isFromBorrower: z.boolean(),
  kind: DocumentKind,
  /** The evidence that it belongs to, if any. */
  evidenceId: z.nullable(Id),
  /** A rejected document counts for nothing. */
  state: DocumentState,
  /** Why it was accepted or rejected. The borrower sees it. */
  reason: z.nullable(z.string()),
  reviewedAt: z.nullable(Timestamp),
  /** When no virus was found in it; `null`: stored before documents were scanned. */
  scannedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  version: Version,
});
export type EvidenceDocument = z.infer<typeof EvidenceDocument>;

/** A document as the lender sees it. */
export const BorrowerDocument = z.extend(EvidenceDocument, {
  /** Name of the person; `null`: no longer on the loan, or no longer a member. */
  sentBy: z.nullable(z.string()),
});
export type BorrowerDocument = z.infer<typeof BorrowerDocument>;

/** What a signer agreed to before they signed electronically. */
export const Disclosure = z.object({
  version: z.string(),
  /** Hexadecimal, of the text that was shown. */
  sha256: z.string(),
  acceptedAt: Timestamp,
});
export type Disclosure = z.infer<typeof Disclosure>;

/** An explanation with a typed signature. No one can change it after it was signed. */
export const SignedLetter = z.object({
  text: z.string(),
  signedName: z.string(),
  signedAt: Timestamp,
  /** Absent: the borrower signed, in their own words. */
  signer: z.optional(z.literal("donor")),
  /** The member who asked the donor; absent: a person on the loan did, or no one. */
  requestedBy: z.optional(Id),
  /** Absent: signed before it was asked for. */
  disclosure: z.optional(Disclosure),
  /** As the signer stated it. How the lender classified it is in the evidence. */
  kind: EvidenceKind,
  sourcedCents: Cents,
  donor: z.nullable(Donor),
  amountCents: z.nullable(Cents),
  noRepayment: z.nullable(z.boolean()),
  /** IP address it was signed from. */
  address: z.nullable(z.string()),
  /** Version of the consent text that the signer had agreed to. */
  consentVersion: z.nullable(z.string()),
});
export type SignedLetter = z.infer<typeof SignedLetter>;

/** A member of the organization. `null`: the account no longer exists. */
const MemberName = z.object({ id: Id, name: z.nullable(z.string()) });

export const Evidence = z.extend(z.omit(EvidenceSource, { id: true, lineKey: true }), {
  id: Id,
  borrowerId: Id,
  note: z.string(),
  letter: z.nullable(SignedLetter),
  documents: z.array(EvidenceDocument),
  state: EvidenceState,
  /** Why it was accepted or rejected. */
  reason: z.nullable(z.string()),
  /** Accepted, and with a document or a reason of 10 characters or more: otherwise it counts as proposed. */
  counts: z.boolean(),
  /** The member who added it; `null`: the borrower. */
  addedBy: z.nullable(MemberName),
  /** Who of the lender chose kind and amount last; `null`: as they were added. */
  classification: z.nullable(z.object({ by: MemberName, at: Timestamp })),
  /** The organization's policy asks for a second person, and the reader is the first. */
  needsOther: z.boolean(),
  reviewedBy: z.nullable(Id),
  reviewedAt: z.nullable(Timestamp),
  isFromBorrower: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Evidence = z.infer<typeof Evidence>;

/** What the scan and the content of a file may refuse. */
export const UPLOAD_ERRORS = [
  "VIRUS_FOUND",
  "PASSWORD_PROTECTED",
  "DUPLICATE_DOCUMENT",
  "PROVIDER_UNAVAILABLE",
] as const;

/** What an officer enters about a source. */
export const EvidenceDetails = z.extend(
  z.omit(EvidenceSource, { id: true, lineKey: true, hasDocument: true, reason: true }),
  { note: z._default(text(2000, { multiline: true, min: 0 }).check(withoutCardNumber), "") },
);
export type EvidenceDetails = z.infer<typeof EvidenceDetails>;

// ---- Evaluations and conditions ---------------------------------------------------------------------------------

const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema));

/** The steps that a page shows while a report is made, in order. */
export const REPORT_STEPS = ["asked", "received", "read", "ready"] as const;

/** Why a report was evaluated again. New policies and editions apply from the next report or change on, or by request. */
export const EVALUATION_CAUSES = [
  "report",
  "loan",
  "evidence",
  "decision",
  "consent",
  "investor-copy",
  "edition",
] as const;

/** The programs whose investor reads a report at the provider. */
export const INVESTORS = ["fannie", "freddie"] as const satisfies readonly Program[];
export const Investor = z.enum(INVESTORS);
export type Investor = z.infer<typeof Investor>;

/**
 * `open`: the rules give it. `answered`: evidence or a letter was sent and waits for a review. `cleared`: accepted
 * evidence made the rule not give it. `confirmed`: a confirmation did. `waived`: an admin's decision; the figures stay.
 * `gone`: new data or loan terms. `reopened`: its facts changed, or what cleared it was taken back.
 */
export const CONDITION_STATES = ["open", "answered", "cleared", "confirmed", "waived", "gone", "reopened"] as const;
export const ConditionState = z.enum(CONDITION_STATES);
export type ConditionState = z.infer<typeof ConditionState>;

/** One step in a condition's history: who did what and when, and the answer before and after. */
export const ConditionStep = z.object({
  state: ConditionState,
  at: Timestamp,
  /** `null`: the system, when a new report or a rule decided. */
  by: z.nullable(z.object({ id: Id, name: z.string(), role: z.string() })),
  reason: z.nullable(z.string()),
  /** The evidence or decision behind it. */
  evidenceId: z.nullable(Id),
  decisionId: z.nullable(Id),
  /** Name of who added what was then accepted. */
  proposedBy: z.optional(z.string()),
  documents: list(z.object({ id: Id, name: z.string(), sha256: z.string() })),
  factsHash: z.string(),
  ruleSetVersion: z.string(),
  outcomeBefore: z.nullable(Outcome),
  outcomeAfter: z.nullable(Outcome),
});
export type ConditionStep = z.infer<typeof ConditionStep>;

/** A finding under one program while it is a review or a blocker, and after. */
export const Condition = z.object({
  /** The finding's key. With the program it identifies the condition across reports. */
  key: z.string(),
  program: Program,
  ruleId: z.string(),
  code: z.string(),
  severity: Severity,
  title: z.string(),
  text: z.string(),
  subject: z.nullable(z.string()),
  accountIds: list(z.string()),
  transactionIds: list(z.string()),
  state: ConditionState,
  /** The oldest first. */
  history: list(ConditionStep),
});
export type Condition = z.infer<typeof Condition>;

/** A signed letter or a document, as the files of a report name and print it. */
export const Exhibit = z.object({
  /** From 1. */
  number: z.int(),
  /** The evidence it belongs to; `null`: a document that is not linked to evidence. */
  evidenceId: z.nullable(Id),
  transactionId: z.nullable(z.string()),
  sender: z.string(),
  at: Timestamp,
  /** Hexadecimal: of the document's bytes, or of the letter as canonical JSON. */
  sha256: z.string(),
  /** The borrower signed a newer letter about the same deposit. */
  isReplaced: z.boolean(),
  letter: z.nullable(SignedLetter),
  classification: z.nullable(z.object({ kind: EvidenceKind, sourcedCents: Cents, by: z.string(), at: Timestamp })),
  document: z.nullable(z.object({ id: Id, name: z.string(), mediaType: z.enum(DOCUMENT_TYPES), bytes: z.int() })),
});
export type Exhibit = z.infer<typeof Exhibit>;

/** Who prints the report. An officer who left is not named. */
export const Letterhead = z.object({
  nmlsId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  logoId: z.nullable(Id),
  officer: z.nullable(
    z.object({
      name: z.string(),
      nmlsId: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      email: z.string(),
    }),
  ),
});
export type Letterhead = z.infer<typeof Letterhead>;

/** Facts that no rule reads. They are stored with the evaluation so that all its files print the same. */
export const PrintedFacts = z.object({
  /** The borrower first, then co-borrowers. */
  fullNames: list(z.string()),
  loanNumber: z.nullable(z.string()),
  lender: z.string(),
  /** Missing from evaluations that are older than it. */
  letterhead: z.optional(Letterhead),
  /** The lender's, an IANA name. */
  timeZone: z.string(),
  /** Of each person on the loan, the borrower first. */
  authorizations: list(Authorization),
  /** Letters and documents as they were then, the oldest first. */
  exhibits: list(Exhibit),
  /** Copies that investors could read then; absent: none. The report's files print their tokens. */
  investorCopies: z.optional(list(z.object({ id: Id, investor: Investor }))),
});
export type PrintedFacts = z.infer<typeof PrintedFacts>;

/**
 * What an evaluation can be repeated from. Each hash is the hexadecimal SHA-256 of canonical JSON (keys sorted, no spaces),
 * the edition's of its file. `null`: evaluated before editions were sealed.
 */
export const EvaluationSources = z.object({
  editionHash: z.nullable(Sha256),
  /** Of the report as it was evaluated: in a stable order, without transactions that are withheld. */
  reportHash: z.nullable(Sha256),
  /** The borrower's report before it, which the rules compare with; also `null` without one. */
  previousReportId: z.nullable(Id),
  previousHash: z.nullable(Sha256),
  inputsHash: z.nullable(Sha256),
});
export type EvaluationSources = z.infer<typeof EvaluationSources>;

/** One evaluation of one report. Immutable: every change creates a new one. */
export const StoredEvaluation = z.extend(Evaluation, {
  ...EvaluationSources.shape,
  id: Id,
  reportId: Id,
  /** Counts the evaluations of one report, from 1. */
  number: z.int(),
  evaluatedAt: Timestamp,
  cause: z.enum(EVALUATION_CAUSES),
  inputs: EvaluationInputs,
  printed: PrintedFacts,
  conditions: list(Condition),
});
export type StoredEvaluation = z.infer<typeof StoredEvaluation>;

/** Long enough to mean something to a later reader. */
export const DecisionReason = text(500, { multiline: true, min: 3 });
export const DOCUMENTS_PER_DECISION = 10;
/** Confirmations and waivers per borrower, including undone ones. */
export const DECISIONS_PER_BORROWER = 500;

/** A confirmation or a waiver. */
export const Decision = z.object({
  id: Id,
  borrowerId: Id,
  kind: z.enum(["confirmation", "waiver"]),
  confirmation: z.nullable(ConfirmationKind),
  subject: DecisionSubject,
  findingKey: z.nullable(z.string()),
  programs: list(Program),
  reason: z.string(),
  documents: list(z.object({ id: Id, name: z.string(), sha256: z.string() })),
  loanBalanceCents: z.nullable(Cents),
  decidedBy: z.object({ id: Id, name: z.string(), role: z.string() }),
  decidedAt: Timestamp,
  /** It waits for a second person, and has no effect until then. */
  isWaiting: z.boolean(),
  /** It waits, and the reader made it. */
  needsOther: z.boolean(),
  /** The second person; `null`: none was needed, or it waits. */
  acceptedBy: z.nullable(z.object({ id: Id, name: z.string(), role: z.string() })),
  acceptedAt: z.nullable(Timestamp),
  undoneBy: z.nullable(z.object({ id: Id, name: z.string(), role: z.string() })),
  undoneAt: z.nullable(Timestamp),
});
export type Decision = z.infer<typeof Decision>;

export const listEvidence = call({
  method: "GET",
  path: "/account/evidence/{borrowerId}",
  summary: "List evidence",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.object({ evidence: z.array(Evidence), loose: z.array(EvidenceDocument) }),
});

export const addEvidence = call({
  method: "POST",
  path: "/account/evidence",
  summary: "Add evidence",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.extend(EvidenceDetails, { borrowerId: Id, state: z._default(z.enum(["proposed", "accepted"]), "proposed") }),
  reply: Evidence,
  status: 201,
  errors: ["LIMIT_REACHED", "SECOND_PERSON_REQUIRED"],
});

export const changeEvidence = call({
  method: "PUT",
  path: "/account/evidence/{id}",
  summary: "Update evidence",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.extend(EvidenceDetails, { version: Version }),
  reply: Evidence,
  errors: ["STALE"],
});

/** Required with `rejected`. */
export const ReviewReason = text(500, { multiline: true });

export const reviewEvidence = call({
  method: "POST",
  path: "/account/review-evidence",
  summary: "Review evidence",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    id: Id,
    state: z.enum(REVIEW_STATES),
    reason: orNull(ReviewReason),
    version: Version,
  }),
  reply: Evidence,
  errors: ["STALE", "OWN_EVIDENCE", "SECOND_PERSON_REQUIRED"],
});

export const listDocuments = call({
  method: "GET",
  path: "/account/documents/{borrowerId}",
  summary: "List documents",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.array(BorrowerDocument),
});

export const downloadDocuments = call({
  method: "GET",
  path: "/account/documents-zip/{borrowerId}",
  summary: "Download all documents",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: file("application/zip"),
  errors: ["RANGE_NOT_SATISFIABLE"],
});

export const uploadDocument = call({
  method: "POST",
  path: "/account/evidence-document/{borrowerId}",
  summary: "Upload a document",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: z.object({ borrowerId: Id }),
  query: z.object({ name: text(200), kind: z._default(DocumentKind, "other"), evidenceId: z.optional(Id) }),
  upload: { mediaTypes: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  reply: EvidenceDocument,
  status: 201,
  errors: [...UPLOAD_ERRORS, "LIMIT_REACHED", "STORAGE_FULL"],
  limits: { perMinute: 30 },
});

export const readDocument = call({
  method: "GET",
  path: "/account/evidence-document/{id}",
  summary: "Download a document",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ id: Id }),
  reply: file(...DOCUMENT_TYPES),
  errors: ["RANGE_NOT_SATISFIABLE"],
});

export const changeDocument = call({
  method: "PUT",
  path: "/account/evidence-document/{id}",
  summary: "Update a document",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ kind: DocumentKind, evidenceId: z.nullable(Id), version: Version }),
  reply: EvidenceDocument,
  errors: ["STALE", "OWN_EVIDENCE"],
});

export const reviewDocument = call({
  method: "POST",
  path: "/account/review-document",
  summary: "Review a document",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id, state: DocumentState, reason: orNull(ReviewReason), version: Version }),
  reply: EvidenceDocument,
  errors: ["STALE", "OWN_EVIDENCE"],
});

export const removeDocument = call({
  method: "POST",
  path: "/account/remove-evidence-document",
  summary: "Delete a document",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: null,
});

/** As long as the lines that the finding names. */
const FindingKey = z.string().check(z.minLength(1), z.maxLength(500_000));

/** The evaluation that the person saw. A newer one is refused with 409 STALE. */
const Seen = { evaluationNumber: z.optional(z.int().check(z.minimum(1))) };

export const listDecisions = call({
  method: "GET",
  path: "/account/decision/{borrowerId}",
  summary: "List confirmations and waivers",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.array(Decision),
});

export const confirmFact = call({
  method: "POST",
  path: "/account/confirm-fact",
  summary: "Confirm a fact",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.object({
    borrowerId: Id,
    kind: ConfirmationKind,
    subject: DecisionSubject,
    reason: DecisionReason,
    documentIds: z._default(listOf(Id, DOCUMENTS_PER_DECISION), []),
    loanBalanceCents: orNull(Cents),
    ...Seen,
  }),
  reply: Decision,
  status: 201,
  errors: ["STALE", "LIMIT_REACHED", "DOCUMENT_REQUIRED", "OWN_EVIDENCE"],
});

export const waiveFinding = call({
  method: "POST",
  path: "/account/waive-finding",
  summary: "Waive a finding",
  who: ["root", "admin", "registered"],
  given: { registered: "sole-member" },
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.object({
    borrowerId: Id,
    findingKey: FindingKey,
    programs: z.array(Program).check(z.minLength(1), z.maxLength(5)),
    reason: DecisionReason,
    ...Seen,
  }),
  reply: Decision,
  status: 201,
  errors: ["STALE", "LIMIT_REACHED", "NOT_WAIVABLE"],
});

export const acceptDecision = call({
  method: "POST",
  path: "/account/accept-decision",
  summary: "Accept a colleague's confirmation or waiver",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: Decision,
  errors: ["STALE", "OWN_EVIDENCE", "SECOND_PERSON_REQUIRED"],
});

export const undoDecision = call({
  method: "POST",
  path: "/account/undo-decision",
  summary: "Undo a confirmation or a waiver",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: Decision,
});

// ---- Reviews ----------------------------------------------------------------------------------------------------

/** The most rows of the queue. */
export const REVIEWS_LISTED = 500;

/** Evidence or a decision that waits for someone to accept it. */
export const Review = z.object({
  id: Id,
  borrowerId: Id,
  borrowerName: z.string(),
  loanNumber: z.nullable(z.string()),
  what: z.enum(["evidence", "confirmation", "waiver"]),
  /** Of evidence. */
  kind: z.nullable(EvidenceKind),
  confirmation: z.nullable(ConfirmationKind),
  amountCents: z.nullable(Cents),
  transactionId: z.nullable(z.string()),
  findingKey: z.nullable(z.string()),
  /** `null`: the borrower. */
  addedBy: z.nullable(MemberName),
  since: Timestamp,
  /** The policy asks for a second person, and the reader is the first. */
  needsOther: z.boolean(),
});
export type Review = z.infer<typeof Review>;

export const listReviews = call({
  method: "GET",
  path: "/account/review",
  summary: "List what waits for a review",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  reply: z.array(Review),
});

// ---- Comments ---------------------------------------------------------------------------------------------------

export const COMMENT_LENGTH = 2000;
export const COMMENTS_PER_BORROWER = 1000;
export const MENTIONS_PER_COMMENT = 20;
/** Someone who is mentioned gets at most one email in this many minutes about a borrower. */
export const MENTIONED_EVERY_MINUTES = 60;
/** Live event with the borrower's id, sent to those who may see the borrower. */
export const COMMENT_CHANGED = "comment.changed";
/** Live event with the borrower's id, sent to those who were mentioned in a comment. */
export const COMMENT_MENTIONED = "comment.mentioned";

/** A colleague's remark on a finding. Borrowers and auditors never see it, and no file prints it. */
export const FindingComment = z.object({
  id: Id,
  borrowerId: Id,
  findingKey: z.string(),
  text: z.string(),
  mentions: z.array(MemberName),
  author: MemberName,
  isOwn: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type FindingComment = z.infer<typeof FindingComment>;

/** What someone enters. `mentions` are users who may see the borrower. */
export const CommentDetails = z.object({
  text: text(COMMENT_LENGTH, { multiline: true }).check(withoutCardNumber),
  mentions: z._default(listOf(Id, MENTIONS_PER_COMMENT), []),
});

export type CommentDetails = z.infer<typeof CommentDetails>;

export const listComments = call({
  method: "GET",
  path: "/account/comment/{borrowerId}",
  summary: "List comments on findings",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.object({ comments: z.array(FindingComment), mentionable: z.array(z.object({ id: Id, name: z.string() })) }),
});

export const addComment = call({
  method: "POST",
  path: "/account/comment",
  summary: "Comment on a finding",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.extend(CommentDetails, { borrowerId: Id, findingKey: FindingKey }),
  reply: FindingComment,
  status: 201,
  errors: ["LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const changeComment = call({
  method: "PUT",
  path: "/account/comment/{id}",
  summary: "Edit your comment",
  who: BORROWER_WRITERS,
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.extend(CommentDetails, { version: Version }),
  reply: FindingComment,
  errors: ["STALE"],
});

export const removeComment = call({
  method: "POST",
  path: "/account/remove-comment",
  summary: "Delete your comment",
  who: BORROWER_WRITERS,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: null,
});

// ---- Editions and back-tests ------------------------------------------------------------------------------------

const OF_ORGANIZATION = { root: "organization", admin: "organization", registered: "organization" } as const;

/** Live event with the back-test's id, sent to the admins: it went on or ended. */
export const BACK_TEST_CHANGED = "back-test.changed";

/** The rules as a whole, under a name that no other rules have. */
export const Edition = z.object({
  /** Hexadecimal. */
  hash: z.string(),
  ruleSetVersion: z.string(),
  /** Application dates from this day on are evaluated under it. */
  effectiveFrom: Day,
  /** What differs from the edition before. */
  changes: z.string(),
  /** New evaluations use it, unless the application date asks for an earlier one. */
  isCurrent: z.boolean(),
  /** Open borrowers whose newest evaluation is under it. */
  openFiles: z.int(),
});
export type Edition = z.infer<typeof Edition>;

export const listEditions = call({
  method: "GET",
  path: "/admin/edition",
  summary: "List the editions of the rules",
  ...LEADS,
  reply: z.array(Edition),
});

export const BACK_TEST_STATES = ["running", "finished", "canceled"] as const;
export type BackTestState = (typeof BACK_TEST_STATES)[number];

/**
 * `retention`: the report was deleted. `gone`: it was deleted, or the borrower closed, during the test. `neverEvaluated`:
 * no one has opened it yet. `otherEdition`: its application date asks for another edition. `failed`: the rules stopped.
 */
export const NOT_TESTED_REASONS = ["retention", "gone", "neverEvaluated", "otherEdition", "failed"] as const;
export type NotTestedReason = (typeof NOT_TESTED_REASONS)[number];

/** What takes the place of the rules, or of the policy, that evaluated the reports. */
export const BackTestSubject = z.discriminatedUnion("kind", [
  /** The newest reports of open borrowers are tested. */
  z.object({ kind: z.literal("edition"), edition: text(64) }),
  /** All reports are tested. */
  z.object({ kind: z.literal("overlay"), overlayId: Id }),
]);
export type BackTestSubject = z.infer<typeof BackTestSubject>;

/** Evaluates stored reports again and stores where the answers differ. It changes no evaluation. */
export const BackTest = z.object({
  id: Id,
  subject: BackTestSubject,
  state: z.enum(BACK_TEST_STATES),
  /** Reports to test. */
  total: z.int(),
  tested: z.int(),
  changed: z.int(),
  notTested: z.array(z.object({ reason: z.enum(NOT_TESTED_REASONS), reports: z.int() })),
  /** `null`: the account no longer exists. */
  startedBy: z.nullable(z.string()),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
});
export type BackTest = z.infer<typeof BackTest>;

/** The newest test of each edition and overlay. */
export const listBackTests = call({
  method: "GET",
  path: "/admin/back-test",
  summary: "List back-tests",
  ...LEADS,
  reply: z.array(BackTest),
});

export const readBackTest = call({
  method: "GET",
  path: "/admin/back-test/{id}",
  summary: "Read a back-test",
  ...LEADS,
  reach: OF_ORGANIZATION,
  params: z.object({ id: Id }),
  reply: BackTest,
});

export const startBackTest = call({
  method: "POST",
  path: "/admin/back-test",
  summary: "Start a back-test",
  ...LEADS,
  confirmed: true,
  body: z.object({ subject: BackTestSubject }),
  reply: BackTest,
  status: 201,
  errors: ["BACK_TEST_RUNNING"],
});

export const cancelBackTest = call({
  method: "POST",
  path: "/admin/cancel-back-test",
  summary: "Cancel a back-test",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  body: z.object({ id: Id }),
  reply: BackTest,
});

/**
 * `no`: not since the test. `queued`: it will be. `done`: it was, under the current edition. `changed`: it was for another
 * reason, so that the test no longer says what would change.
 */
export const EVALUATED_AGAIN = ["no", "queued", "done", "changed"] as const;
export type EvaluatedAgain = (typeof EVALUATED_AGAIN)[number];

/** A report that a back-test answers differently. */
export const BackTestChange = z.extend(EvaluationChange, {
  id: Id,
  reportId: Id,
  borrowerId: Id,
  borrowerName: z.string(),
  loanNumber: z.nullable(z.string()),
  evaluatedAgain: z.enum(EVALUATED_AGAIN),
});
export type BackTestChange = z.infer<typeof BackTestChange>;

/** Of a list as CSV. */
export const BACK_TEST_COLUMNS = ["borrower", "loanNumber", "before", "after", "findings", "evaluatedAgain"] as const;
export type BackTestColumn = (typeof BACK_TEST_COLUMNS)[number];
const BackTestChangePage = z.omit(paged({ sortable: ["createdAt"], columns: BACK_TEST_COLUMNS }), {
  sort: true,
  direction: true,
});
export type BackTestChangePage = z.infer<typeof BackTestChangePage>;

export const listBackTestChanges = call({
  method: "GET",
  path: "/admin/back-test-change/{backTestId}",
  summary: "List the reports that a back-test answers differently",
  ...LEADS,
  reach: OF_ORGANIZATION,
  params: z.object({ backTestId: Id }),
  query: BackTestChangePage,
  reply: z.array(BackTestChange),
});

/** Changes in one request; `null` means all of the test. */
export const CHANGES_AT_ONCE = 500;

export const evaluateAgain = call({
  method: "POST",
  path: "/admin/evaluate-again",
  summary: "Evaluate reports of a back-test again under the current edition",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  body: z.object({ backTestId: Id, changeIds: z.nullable(listOf(Id, CHANGES_AT_ONCE, 1)) }),
  reply: z.object({ queued: z.int() }),
});

// ---- Overlays ---------------------------------------------------------------------------------------------------

/** Versions of an organization, those that were never approved included. */
export const OVERLAYS_PER_ORGANIZATION = 200;

/**
 * `scheduled`: approved, and in force from a later day. `replaced`: a later version is in force. `ended`: an admin ended
 * it.
 */
export const OVERLAY_STATES = ["draft", "proposed", "rejected", "scheduled", "inForce", "replaced", "ended"] as const;
export const OverlayState = z.enum(OVERLAY_STATES);
export type OverlayState = z.infer<typeof OverlayState>;

const GUIDE_NAMES = / (?:fannie ?mae|fnma|freddie ?mac|fhlmc|fha|va|usda) /;

/** Whether no one could read it as a guide's name. Sentences say `Lakeside Portfolio, not Fannie Mae`. */
function isOwnName(name: string): boolean {
  const letters = name
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}.]/gu, "")
    .toLowerCase();
  const words = letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 0 && !GUIDE_NAMES.test(` ${words.join(" ")} `);
}

export const OverlayDetails = z.object({
  name: text(80),
  /** The lender's own program. `null`: the guides' programs, which an overlay may only tighten. */
  programName: orNull(text(60).check(z.refine(isOwnName, "GUIDE_NAME"))),
  settings: OverlaySettings,
  /** The first day on which new evaluations use it, in the organization's time zone. */
  effectiveFrom: Day,
});
export type OverlayDetails = z.infer<typeof OverlayDetails>;

const OverlayPerson = z.nullable(z.object({ id: Id, name: z.string() }));

/** One version of the organization's overlay. */
export const OverlayVersion = z.object({
  id: Id,
  /** Counts the organization's versions, from 1. */
  number: z.int(),
  ...OverlayDetails.shape,
  state: OverlayState,
  createdBy: OverlayPerson,
  createdAt: Timestamp,
  /** Whether the reader wrote a part of it, and so may not approve it. */
  isOwn: z.boolean(),
  proposedBy: OverlayPerson,
  proposedAt: z.nullable(Timestamp),
  decidedBy: OverlayPerson,
  decidedAt: z.nullable(Timestamp),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  /** The first day on which it is no longer in force. */
  endedOn: z.nullable(Day),
  endedBy: OverlayPerson,
  version: Version,
});
export type OverlayVersion = z.infer<typeof OverlayVersion>;

const OverlayById = z.object({ id: Id });
const OverlaySeen = z.object({ version: Version });

export const listOverlays = call({
  method: "GET",
  path: "/admin/overlay",
  summary: "List the organization's overlays",
  ...LEADS,
  reply: z.object({
    /** The newest first. */
    overlays: z.array(OverlayVersion),
    /** In the organization's time zone. */
    today: Day,
    /** Whether another admin could approve. */
    hasApprover: z.boolean(),
  }),
});

export const createOverlay = call({
  method: "POST",
  path: "/admin/overlay",
  summary: "Draft an overlay",
  ...LEADS,
  confirmed: true,
  body: OverlayDetails,
  reply: OverlayVersion,
  status: 201,
  errors: ["LIMIT_REACHED"],
});

export const updateOverlay = call({
  method: "PUT",
  path: "/admin/overlay/{id}",
  summary: "Update a draft overlay",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: z.extend(OverlayDetails, { version: Version }),
  reply: OverlayVersion,
  errors: ["STALE"],
});

export const proposeOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/propose",
  summary: "Ask another admin to approve a draft overlay",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: OverlaySeen,
  reply: OverlayVersion,
  errors: ["STALE", "SECOND_PERSON_MISSING"],
});

export const withdrawOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/withdraw",
  summary: "Make a proposed overlay a draft again",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: OverlaySeen,
  reply: OverlayVersion,
  errors: ["STALE"],
});

export const approveOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/approve",
  summary: "Approve a proposed overlay",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: OverlaySeen,
  reply: OverlayVersion,
  errors: ["STALE", "SECOND_PERSON_REQUIRED"],
});

export const rejectOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/reject",
  summary: "Reject a proposed overlay",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: z.extend(OverlaySeen, { reason: DecisionReason }),
  reply: OverlayVersion,
  errors: ["STALE", "SECOND_PERSON_REQUIRED"],
});

export const endOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/end",
  summary: "End an approved overlay",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  body: OverlaySeen,
  reply: OverlayVersion,
  errors: ["STALE"],
});

export const deleteOverlay = call({
  method: "POST",
  path: "/admin/overlay/{id}/delete",
  summary: "Delete an overlay that was never approved",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: OverlayById,
  reply: null,
  errors: ["STALE"],
});
