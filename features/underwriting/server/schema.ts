import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import {
  BACK_TEST_STATES,
  type Decision,
  DOCUMENT_KINDS,
  DOCUMENT_STATES,
  DOCUMENT_TYPES,
  EVALUATION_CAUSES,
  EVIDENCE_STATES,
  INVESTORS,
  type NotTestedReason,
  REPORT_STEPS,
  type SignedLetter,
  type StoredEvaluation,
} from "#features/underwriting/contract.ts";
import {
  CONFIRMATIONS,
  type DecisionSubject,
  type Donor,
  EVIDENCE_KINDS,
  type OverlaySettings,
  PROGRAMS,
  type UnderwritingPolicy,
} from "#features/underwriting/rules/evaluation.ts";
import type { EvaluationChange } from "#features/underwriting/rules/evaluation-changes.ts";
import { BANK_DATA_PRODUCTS } from "#features/organizations/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";

export const evidence = pgTable("evidence", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  transactionId: text("transaction_id"),
  /** The line in later reports too. */
  lineKey: text("line_key"),
  accountId: text("account_id"),
  /** The account in later reports too. */
  accountKey: text("account_key"),
  person: text("person"),
  periodFrom: date("period_from", { mode: "string" }),
  periodTo: date("period_to", { mode: "string" }),
  clearedOn: date("cleared_on", { mode: "string" }),
  kind: text("kind", { enum: EVIDENCE_KINDS }).notNull(),
  sourcedCents: bigint("sourced_cents", { mode: "number" }).notNull(),
  donor: jsonb("donor").$type<Donor>(),
  amountCents: bigint("amount_cents", { mode: "number" }),
  noRepayment: boolean("no_repayment"),
  transferEvidence: boolean("transfer_evidence"),
  note: text("note").notNull().default(""),
  letter: jsonb("letter").$type<SignedLetter>(),
  state: text("state", { enum: EVIDENCE_STATES }).notNull().default("proposed"),
  reason: text("reason"),
  reviewedBy: uuid("reviewed_by"),
  reviewedAt: instant("reviewed_at"),
  /** `null`: the borrower, in a borrower session. */
  createdBy: uuid("created_by"),
  visitorEmail: text("visitor_email"),
  /** The member who chose kind and amount last; `null`: as they were added. */
  changedBy: uuid("changed_by"),
  changedAt: instant("changed_at"),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});

export const evidenceDocuments = pgTable("evidence_documents", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  evidenceId: uuid("evidence_id"),
  name: text("name").notNull(),
  mediaType: text("media_type", { enum: DOCUMENT_TYPES }).notNull(),
  bytes: integer("bytes").notNull(),
  sha256: text("sha256").notNull(),
  file: text("file").notNull(),
  fileKey: bytes("file_key").notNull(),
  /** `null`: the borrower, in a borrower session. */
  createdBy: uuid("created_by"),
  visitorEmail: text("visitor_email"),
  kind: text("kind", { enum: DOCUMENT_KINDS }).notNull().default("other"),
  state: text("state", { enum: DOCUMENT_STATES }).notNull().default("received"),
  reason: text("reason"),
  reviewedBy: uuid("reviewed_by"),
  reviewedAt: instant("reviewed_at"),
  scannedAt: instant("scanned_at"),
  /** The request that it answers, on the needs list. */
  needId: uuid("need_id"),
  ...timestampColumns,
});

export const evaluations = pgTable("evaluations", {
  ...tenantColumns,
  reportId: uuid("report_id").notNull(),
  number: integer("number").notNull(),
  ruleSetVersion: text("rule_set_version").notNull(),
  editionHash: text("edition_hash"),
  reportHash: text("report_hash"),
  previousReportId: uuid("previous_report_id"),
  previousHash: text("previous_hash"),
  inputsHash: text("inputs_hash"),
  cause: text("cause", { enum: EVALUATION_CAUSES }).notNull(),
  evaluatedAt: instant("evaluated_at")
    .notNull()
    .default(sql`now()`),
  inputs: jsonb("inputs").$type<StoredEvaluation["inputs"]>().notNull(),
  printed: jsonb("printed").$type<StoredEvaluation["printed"]>().notNull(),
  programs: text("programs", { enum: PROGRAMS }).array().notNull(),
  findings: jsonb("findings").$type<StoredEvaluation["findings"]>().notNull(),
  notEvaluated: jsonb("not_evaluated").$type<StoredEvaluation["notEvaluated"]>().notNull(),
  verdicts: jsonb("verdicts").$type<StoredEvaluation["verdicts"]>().notNull(),
  funds: jsonb("funds").$type<StoredEvaluation["funds"]>().notNull(),
  leastDocumentation: jsonb("least_documentation").$type<StoredEvaluation["leastDocumentation"]>().notNull(),
  figures: jsonb("figures").$type<StoredEvaluation["figures"]>().notNull(),
  conditions: jsonb("conditions").$type<StoredEvaluation["conditions"]>().notNull(),
});

/** Confirmations and waivers. */
export const underwritingDecisions = pgTable("underwriting_decisions", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  kind: text("kind", { enum: ["confirmation", "waiver"] }).notNull(),
  confirmation: text("confirmation", { enum: CONFIRMATIONS }),
  subject: jsonb("subject").$type<DecisionSubject>().notNull(),
  findingKey: text("finding_key"),
  programs: text("programs", { enum: PROGRAMS }).array().notNull().default([]),
  /** Facts hash of the finding by waived program: one finding may have other facts under another program. */
  facts: jsonb("facts").$type<Record<string, string>>().notNull().default({}),
  reason: text("reason").notNull(),
  documents: jsonb("documents").$type<Decision["documents"]>().notNull().default([]),
  needsDocument: boolean("needs_document").notNull().default(false),
  loanBalanceCents: bigint("loan_balance_cents", { mode: "number" }),
  decidedBy: uuid("decided_by").notNull(),
  decidedRole: text("decided_role").notNull(),
  decidedName: text("decided_name").notNull(),
  decidedAt: instant("decided_at")
    .notNull()
    .default(sql`now()`),
  /** The organization's policy asked for a second person when it was made. */
  needsSecondPerson: boolean("needs_second_person").notNull().default(false),
  acceptedBy: uuid("accepted_by"),
  acceptedRole: text("accepted_role"),
  acceptedName: text("accepted_name"),
  acceptedAt: instant("accepted_at"),
  undoneBy: uuid("undone_by"),
  undoneRole: text("undone_role"),
  undoneName: text("undone_name"),
  undoneAt: instant("undone_at"),
  idempotencyKey: text("idempotency_key"),
});

export const findingComments = pgTable("finding_comments", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  findingKey: text("finding_key").notNull(),
  text: text("text").notNull(),
  /** Users. */
  mentions: uuid("mentions").array().notNull().default([]),
  createdBy: uuid("created_by").notNull(),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});

/** When someone was last emailed that they were mentioned. */
export const mentionEmails = pgTable("mention_emails", {
  organizationId: uuid("organization_id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  userId: uuid("user_id").notNull(),
  sentAt: instant("sent_at")
    .notNull()
    .default(sql`now()`),
});

export const assetReports = pgTable("asset_reports", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  state: text("state", { enum: ["queued", "generating", "ready", "failed", "removed"] })
    .notNull()
    .default("queued"),
  step: text("step", { enum: REPORT_STEPS }).notNull().default("asked"),
  daysRequested: integer("days_requested").notNull(),
  itemIds: uuid("item_ids").array().notNull(),
  product: text("product", { enum: BANK_DATA_PRODUCTS }).notNull().default("assets"),
  providerReportId: text("provider_report_id"),
  providerToken: bytes("provider_token"),
  parentReportId: uuid("parent_report_id"),
  requestedBy: uuid("requested_by").notNull(),
  requestedAt: instant("requested_at")
    .notNull()
    .default(sql`now()`),
  readyAt: instant("ready_at"),
  errorCode: text("error_code"),
  errorMessage: text("error_message"),
  jsonSha256: text("json_sha256"),
  priceType: text("price_type", { enum: ["asset_report", "report_refresh"] }),
  price: bigint("price", { mode: "number" }),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});

/** Copies of reports at the provider that an investor reads. */
export const investorCopies = pgTable("investor_copies", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  reportId: uuid("report_id").notNull(),
  investor: text("investor", { enum: INVESTORS }).notNull(),
  /** `null`: being created at the provider. */
  token: bytes("token"),
  createdBy: uuid("created_by").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
  /** `null`: it has not ended, or the product ended it. */
  endedBy: uuid("ended_by"),
  endedAt: instant("ended_at"),
});

export const assetReportContents = pgTable("asset_report_contents", {
  organizationId: uuid("organization_id").notNull(),
  reportId: uuid("report_id").notNull(),
  /** `null`: deleted before the report under the retention policy. */
  providerJson: bytes("provider_json"),
  parsedReport: jsonb("parsed_report").$type<ParsedReport>().notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const backTests = pgTable("back_tests", {
  ...tenantColumns,
  /** `null`: an overlay is tested. */
  edition: text("edition"),
  overlayId: uuid("overlay_id"),
  /** What takes the place of the evaluations' policy, as it was at the start. */
  policy: jsonb("policy").$type<Partial<UnderwritingPolicy>>().notNull(),
  state: text("state", { enum: BACK_TEST_STATES }).notNull().default("running"),
  /** The last report that was read. */
  place: uuid("place"),
  total: integer("total").notNull(),
  tested: integer("tested").notNull().default(0),
  changed: integer("changed").notNull().default(0),
  notTested: jsonb("not_tested").$type<Partial<Record<NotTestedReason, number>>>().notNull(),
  createdBy: uuid("created_by").notNull(),
  createdAt: timestampColumns.createdAt,
  endedAt: instant("ended_at"),
  version: integer("version").notNull().default(1),
});

export const backTestChanges = pgTable("back_test_changes", {
  ...tenantColumns,
  backTestId: uuid("back_test_id").notNull(),
  reportId: uuid("report_id").notNull(),
  /** The evaluation that was tested. */
  evaluationNumber: integer("evaluation_number").notNull(),
  programs: jsonb("programs").$type<EvaluationChange["programs"]>().notNull(),
  findings: jsonb("findings").$type<EvaluationChange["findings"]>().notNull(),
  /** When it was queued to be evaluated again. */
  requestedAt: instant("requested_at"),
  createdAt: timestampColumns.createdAt,
});

export function aadForKey(document: string, { organizationId }: Pick<Scope, "organizationId">): SecretLocation {
  return { table: "evidence_documents.file_key", row: document, organizationId };
}

/** Every encrypted column, for the command that rotates keys. */
export const ENCRYPTED_COLUMNS: readonly { table: string; column: string; row: string }[] = [
  { table: "evidence_documents", column: "file_key", row: "id" },
];

/** Versions of an organization's overlay. */
export const overlays = pgTable("overlays", {
  ...tenantColumns,
  number: integer("number").notNull(),
  name: text("name").notNull(),
  programName: text("program_name"),
  settings: jsonb("settings").$type<OverlaySettings>().notNull(),
  effectiveFrom: date("effective_from", { mode: "string" }).notNull(),
  state: text("state", { enum: ["draft", "proposed", "approved", "rejected"] })
    .notNull()
    .default("draft"),
  createdBy: uuid("created_by").notNull(),
  /** Everyone who wrote it. */
  editors: uuid("editors").array().notNull(),
  proposedBy: uuid("proposed_by"),
  proposedAt: instant("proposed_at"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  reason: text("reason"),
  endedOn: date("ended_on", { mode: "string" }),
  endedBy: uuid("ended_by"),
  ...timestampColumns,
});
