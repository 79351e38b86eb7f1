import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import {
  BORROWER_STATUSES,
  DOCUMENT_PROGRESS,
  EXPIRY_KINDS,
  NEED_KINDS,
  type CoBorrower,
  CONSENT_METHODS,
  type LegalHold,
  type Loan,
  type ReportSummary,
} from "#features/borrowers/contract.ts";
import { bytes, instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

export const borrowers = pgTable("borrowers", {
  ...tenantColumns,
  firstName: text("first_name").notNull(),
  middleName: text("middle_name"),
  lastName: text("last_name").notNull(),
  suffix: text("suffix"),
  email: text("email").notNull(),
  phone: text("phone"),
  loanNumber: text("loan_number"),
  coBorrowers: jsonb("co_borrowers").$type<z.infer<typeof CoBorrower>[]>().notNull(),
  loan: jsonb("loan").$type<Loan>().notNull(),
  notes: text("notes").notNull(),
  createdBy: uuid("created_by").notNull(),
  assignedUserId: uuid("assigned_user_id"),
  groupIds: uuid("group_ids").array().notNull(),
  status: text("status", { enum: BORROWER_STATUSES }).notNull().default("new"),
  reportState: text("report_state", { enum: ["none", "generating", "ready", "failed"] })
    .notNull()
    .default("none"),
  documentState: text("document_state", { enum: DOCUMENT_PROGRESS }).notNull().default("none"),
  latestReportId: uuid("latest_report_id"),
  summary: jsonb("summary").$type<ReportSummary>(),
  // The fields of the summary by which lists are sorted.
  usableCents: bigint("usable_cents", { mode: "number" }),
  openFindings: integer("open_findings"),
  freshUntil: date("fresh_until", { mode: "string" }),
  plannedRefreshOn: date("planned_refresh_on", { mode: "string" }),
  nextExpiryOn: date("next_expiry_on", { mode: "string" }),
  nextExpiryKind: text("next_expiry_kind", { enum: EXPIRY_KINDS }),
  /** False until the daily job computes the two above. */
  isNextExpiryKnown: boolean("is_next_expiry_known").notNull().default(true),
  /** The freshness date of the owner's last reminder, and how many days before that date it was sent. */
  remindedUntil: date("reminded_until", { mode: "string" }),
  remindedDays: integer("reminded_days"),
  invitedAt: instant("invited_at"),
  connectedAt: instant("connected_at"),
  reportReadyAt: instant("report_ready_at"),
  lenderNotifiedAt: instant("lender_notified_at"),
  closedAt: instant("closed_at"),
  legalHold: jsonb("legal_hold").$type<LegalHold>(),
  /** The people on the loan get no automatic reminders. */
  remindersOff: boolean("reminders_off").notNull().default(false),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});

export const borrowerLinks = pgTable("visit_links", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  /** Who requested it: a member of the lender the first two, the borrower the third. */
  cause: text("cause", { enum: ["invitation", "resent", "requested", "repair", "ask", "reminder"] }).notNull(),
  sentBy: text("sent_by", { enum: ["email", "text", "copy"] })
    .notNull()
    .default("email"),
  tokenHash: bytes("token_hash"),
  /** When the mail server took it; `null`: not yet, or not sent by email. */
  emailedAt: instant("emailed_at"),
  browserHash: bytes("browser_hash"),
  expiresAt: instant("expires_at").notNull(),
  openedAt: instant("opened_at"),
  /** When its session first showed bank data. */
  readAt: instant("read_at"),
  endedAt: instant("ended_at"),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

/** What the lender added to what a person on the loan needs to do, which follows from reports and documents. */
export const needs = pgTable("needs", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  emailKey: text("email_key").notNull(),
  kind: text("kind", { enum: NEED_KINDS }).notNull(),
  /** The transaction, the rejected document, or the requested document's own id. */
  subject: text("subject").notNull(),
  documentKind: text("document_kind"),
  note: text("note"),
  /** `null`: it is not a document that the lender requested. */
  requestedAt: instant("requested_at"),
  /** The last time by email; `null`: not yet. */
  askedAt: instant("asked_at"),
  askedBy: uuid("asked_by"),
  dueOn: date("due_on", { mode: "string" }),
  waivedAt: instant("waived_at"),
  waivedBy: uuid("waived_by"),
  ...timestampColumns,
});

/** One run of automatic reminders. A newer email that asks starts it over under a new id. */
export const needReminders = pgTable("need_reminders", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  emailKey: text("email_key").notNull(),
  askedAt: instant("asked_at")
    .notNull()
    .default(sql`now()`),
  /** The last of its days that has passed. */
  day: integer("day").notNull().default(0),
  nextAt: instant("next_at"),
});

/** Codes with which a borrower continues in another browser. */
export const visitCodes = pgTable("visit_codes", {
  organizationId: uuid("organization_id").notNull(),
  id: uuid("id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  linkId: uuid("link_id").notNull(),
  sentBy: text("sent_by", { enum: ["email", "text"] }).notNull(),
  codeHash: bytes("code_hash"),
  wrongTries: integer("wrong_tries").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

/** Letters that a gift's donor is asked to sign. */
export const giftLetters = pgTable("gift_letters", {
  organizationId: uuid("organization_id").notNull(),
  id: uuid("id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  /** `null`: a gift that is still to come. */
  transactionId: text("transaction_id"),
  lineKey: text("line_key"),
  /** Of the deposit. */
  sourcedCents: bigint("sourced_cents", { mode: "number" }).notNull(),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  donorName: text("donor_name").notNull(),
  relationship: text("relationship").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  /** `null`: a person on the loan, by `visitorEmail`. */
  requestedBy: uuid("requested_by"),
  visitorEmail: text("visitor_email"),
  tokenHash: bytes("token_hash"),
  expiresAt: instant("expires_at").notNull(),
  sentAt: instant("sent_at")
    .notNull()
    .default(sql`now()`),
  /** When the mail server took the newest email; `null`: not yet. */
  emailedAt: instant("emailed_at"),
  endedAt: instant("ended_at"),
  /** The signed letter. */
  evidenceId: uuid("evidence_id"),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const consents = pgTable("consents", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  emailKey: text("email_key").notNull(),
  method: text("method", { enum: CONSENT_METHODS }).notNull(),
  /** The member of the lender who recorded it; `null`: the person themself gave it. */
  recordedBy: uuid("recorded_by"),
  /** Version and text that were shown; `null`: the lender's own form. */
  version: text("version"),
  words: text("words"),
  /** Hexadecimal, of the text shown or of the signed form; `null`: attested. */
  sha256: text("sha256"),
  purpose: text("purpose").notNull(),
  /** Days of history; `null`: given before it was stored. */
  daysRequested: integer("days_requested"),
  signedOn: date("signed_on", { mode: "string" }),
  documentId: uuid("document_id"),
  /** The retention that the text promised. */
  retentionDays: integer("retention_days").notNull(),
  address: text("address").notNull(),
  userAgent: text("user_agent").notNull(),
  givenAt: instant("given_at")
    .notNull()
    .default(sql`now()`),
  takenBackAt: instant("taken_back_at"),
  /** When consent to a newer text replaced it. */
  supersededAt: instant("superseded_at"),
  idempotencyKey: text("idempotency_key"),
});
