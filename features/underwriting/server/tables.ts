import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  DOCUMENT_TYPES,
  EVIDENCE_KINDS,
  EVIDENCE_STATES,
  SET_CAUSES,
  type Donor,
  type FindingsSet,
  type EvaluationInputs,
  type SignedLetter,
} from "#features/underwriting/contract.ts";
import { bytes, instant, lifeColumns, tenantColumns } from "#kit/server/database/tables.ts";

export const evidence = pgTable("evidence", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  transactionId: text("transaction_id"),
  kind: text("kind", { enum: EVIDENCE_KINDS }).notNull(),
  sourcedCents: bigint("sourced_cents", { mode: "number" }).notNull(),
  donor: jsonb("donor").$type<Donor>(),
  amountCents: bigint("amount_cents", { mode: "number" }),
  noRepayment: boolean("no_repayment"),
  transferEvidence: boolean("transfer_evidence"),
  note: text("note").notNull().default(""),
  letter: jsonb("letter").$type<z.infer<typeof SignedLetter>>(),
  state: text("state", { enum: EVIDENCE_STATES }).notNull().default("proposed"),
  reason: text("reason"),
  reviewedBy: uuid("reviewed_by"),
  reviewedAt: instant("reviewed_at"),
  /** `null`: the borrower, on a visit. */
  createdBy: uuid("created_by"),
  visitorEmail: text("visitor_email"),
  /** Who of the lender wrote kind and sum; `null`: as the visitor said. */
  changedBy: uuid("changed_by"),
  idempotencyKey: text("idempotency_key"),
  ...lifeColumns,
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
  /** `null`: the borrower, on a visit. */
  createdBy: uuid("created_by"),
  visitorEmail: text("visitor_email"),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const findingsSets = pgTable("findings_sets", {
  ...tenantColumns,
  reportId: uuid("report_id").notNull(),
  /** Counts the judgements of one report, from 1. */
  sequence: integer("sequence").notNull(),
  ruleSetVersion: text("rule_set_version").notNull(),
  cause: text("cause", { enum: SET_CAUSES }).notNull(),
  judgedAt: instant("judged_at")
    .notNull()
    .default(sql`now()`),
  grounds: jsonb("grounds").$type<EvaluationInputs>().notNull(),
  findings: jsonb("findings").$type<FindingsSet["findings"]>().notNull(),
  notEvaluated: jsonb("not_evaluated").$type<FindingsSet["notEvaluated"]>().notNull(),
  verdicts: jsonb("verdicts").$type<FindingsSet["verdicts"]>().notNull(),
  funds: jsonb("funds").$type<FindingsSet["funds"]>().notNull(),
});
