// Owns what evidence is: where a deposit or a gift is from, with the documents that show it; and every call on both.
import * as z from "zod/mini";
import { BORROWER_REACH, BORROWER_READERS, BORROWER_WRITERS } from "#features/borrowers/contract.ts";
import { call, file } from "#kit/contract/call.ts";
import { Cents, Id, Name, orNull, text, Timestamp, Version } from "#kit/contract/fields.ts";

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
