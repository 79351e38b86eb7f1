// Owns the borrower's visit: the link that opens it, what it shows, what a borrower may say yes to, explain and take back.
import * as z from "zod/mini";
import { BORROWER_REACH, BORROWER_READERS, BORROWER_WRITERS, BankItem } from "#features/borrowers/contract.ts";
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TYPES,
  EvidenceDocument,
  EvidenceState,
} from "#features/underwriting/contract.ts";
import { Donor, EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { call } from "#kit/contract/call.ts";
import { Cents, Day, Email, Id, Name, text, Timestamp, verbatim } from "#kit/contract/fields.ts";

/** Days that a mailed link lives, unless a newer one takes its place. */
export const VISIT_LINK_DAYS = 14;
/** Hours that a visit lasts. */
export const VISIT_HOURS = 2;
/** Invitations that an organization may mail in a UTC day. */
export const VISIT_LINKS_PER_DAY = 500;
/** Links that one person may ask for on their page within an hour. */
export const VISIT_REQUESTS_PER_HOUR = 5;

/** Live event, for those who look after the borrower: a visitor took their consent back. */
export const CONSENT_TAKEN_BACK = "consent.taken-back";
/** Live event, for the same: a bank asks for a log-in, or will soon. */
export const CONNECTION_BROKEN = "bank.broken";

/** How far one person on the loan is: the borrower first. */
export const VisitLink = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The last mail; `null`: never invited. */
  sentAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  openedAt: z.nullable(Timestamp),
  consentedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
  /** Banks that they have connected. */
  banks: z.int(),
});
export type VisitLink = z.infer<typeof VisitLink>;

/** Something else that is needed of the visitor. */
export const VisitTask = z.object({
  transactionId: z.string(),
  institutionName: z.string(),
  accountName: z.string(),
  mask: z.nullable(z.string()),
  date: Day,
  description: z.string(),
  amountCents: Cents,
  /** To begin from; the visitor edits it. */
  letter: z.string(),
  /** `null`: not answered yet. */
  answer: z.nullable(
    z.object({
      evidenceId: Id,
      kind: EvidenceKind,
      text: z.string(),
      signedName: z.string(),
      signedAt: Timestamp,
      state: EvidenceState,
      reason: z.nullable(z.string()),
      documents: z.array(EvidenceDocument),
    }),
  ),
});
export type VisitTask = z.infer<typeof VisitTask>;

export const Visit = z.object({
  borrowerId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Who asks. */
  lender: z.object({
    name: z.string(),
    nmlsId: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    logoURL: z.nullable(z.string()),
    /** The loan officer, where there is one. */
    officerName: z.nullable(z.string()),
    /** Where a reply goes. */
    replyTo: z.nullable(z.string()),
  }),
  /** Days of history that a report asks for, and days that bank data is kept. */
  daysRequested: z.int(),
  retentionDays: z.int(),
  /** The running consent to the words of now; `null`: none was given, it was taken back, or the words are new. */
  consent: z.nullable(z.object({ version: z.string(), at: Timestamp })),
  /** What to agree to before a bank is connected. */
  consentText: z.object({ version: z.string(), text: z.string() }),
  /** Their own connections. */
  banks: z.array(BankItem),
  /** The lender has what it needs from the bank. */
  isReportReady: z.boolean(),
  tasks: z.array(VisitTask),
  posts: z.array(z.object({ id: Id, title: z.string(), body: z.string() })),
  endsAt: Timestamp,
});
export type Visit = z.infer<typeof Visit>;

/** A blank of a letter to begin from. */
const BLANK = /_{3,}/;

/** What is signed has no blanks left: BLANKS. */
const LetterText = z.pipe(
  text(4000, { multiline: true }),
  z.string().check(z.refine((written) => !BLANK.test(written), "BLANKS")),
);

const OfBorrower = z.object({ id: Id }); // the borrower's id
const visit = ["visit"] as const;

export const listVisitLinks = call({
  method: "GET",
  path: "/account/visit-links/{id}",
  summary: "List borrower links",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.array(VisitLink),
});

export const sendVisitLink = call({
  method: "POST",
  path: "/account/send-visit-link",
  summary: "Email a borrower link",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfBorrower, { email: Email }),
  reply: z.array(VisitLink),
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
});

export const openVisit = call({
  method: "POST",
  path: "/borrower/{id}/open-visit",
  summary: "Open a borrower link",
  who: "anyone",
  params: OfBorrower,
  body: z.object({ token: verbatim(100) }),
  reply: z.object({ visitToken: z.string(), endsAt: Timestamp }),
  holdsSecret: true,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 20 },
});

export const requestVisitLink = call({
  method: "POST",
  path: "/borrower/{id}/send-link",
  summary: "Request a new borrower link",
  who: "anyone",
  params: OfBorrower,
  body: z.object({ email: Email }),
  reply: null,
  limits: { perMinute: 10 },
});

export const findVisit = call({
  method: "GET",
  path: "/visit",
  summary: "Read the borrower session",
  who: visit,
  reply: Visit,
});

export const giveConsent = call({
  method: "POST",
  path: "/visit/consent",
  summary: "Give consent",
  who: visit,
  body: z.object({ version: verbatim(40), lender: verbatim(200), days: z.int(), keptDays: z.int() }),
  reply: Visit,
  errors: ["STALE"],
});

export const answerTask = call({
  method: "POST",
  path: "/visit/letter",
  summary: "Explain a deposit",
  who: visit,
  body: z.object({
    transactionId: verbatim(200),
    kind: EvidenceKind,
    text: LetterText,
    signedName: Name,
    donor: z.optional(Donor),
  }),
  reply: Visit,
  errors: ["NOT_FOUND", "STALE", "LIMIT_REACHED"],
});

export const uploadVisitDocument = call({
  method: "POST",
  path: "/visit/document",
  summary: "Upload a document in a borrower session",
  who: visit,
  query: z.object({ name: text(200), evidenceId: z.optional(Id) }),
  upload: { mediaTypes: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  reply: Visit,
  errors: ["STALE", "LIMIT_REACHED", "STORAGE_FULL"],
  limits: { perMinute: 20 },
});

export const takeBackConsent = call({
  method: "POST",
  path: "/visit/take-back-consent",
  summary: "Withdraw consent",
  who: visit,
  reply: Visit,
});
