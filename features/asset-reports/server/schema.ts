import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { REPORT_FORMATS, REPORT_STEPS, type SignedStatement } from "#features/asset-reports/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { ConnectedAccount } from "#features/borrowers/contract.ts";
import { bytes, instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

export const bankItems = pgTable("bank_items", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  providerItemId: text("provider_item_id").notNull(),
  institutionId: text("institution_id"),
  institutionName: text("institution_name").notNull(),
  status: text("status", { enum: ["ok", "login_required", "expiring"] })
    .notNull()
    .default("ok"),
  accounts: jsonb("accounts").$type<ConnectedAccount[]>().notNull(),
  accessToken: bytes("access_token").notNull(),
  /** The email address of the connection's holder, in lower case; `null`: connected before it was stored. */
  holderEmail: text("holder_email"),
  removedAt: instant("removed_at"),
  /** Since when the holder no longer shares it, and the days that its data may be stored from then on. */
  takenBackAt: instant("taken_back_at"),
  keptDays: integer("kept_days"),
  ...timestampColumns,
});

/** Bank dialogs that were opened in the hour that started then. */
export const bankDialogs = pgTable("bank_dialogs", {
  organizationId: uuid("organization_id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  begun: integer("begun").notNull().default(1),
  beganAt: instant("began_at")
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
  /** The PDF of reports from before findings existed. Since then `report_files` has one for each evaluation. */
  pdfFile: text("pdf_file"),
  pdfSha256: text("pdf_sha256"),
  pdfBytes: integer("pdf_bytes"),
  pdfKey: bytes("pdf_key"),
  priceType: text("price_type", { enum: ["asset_report", "report_refresh"] }),
  price: bigint("price", { mode: "number" }),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});

export const assetReportContents = pgTable("asset_report_contents", {
  organizationId: uuid("organization_id").notNull(),
  reportId: uuid("report_id").notNull(),
  providerJson: bytes("provider_json").notNull(),
  parsedReport: jsonb("parsed_report").$type<ParsedReport>().notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const reportFiles = pgTable("report_files", {
  ...tenantColumns,
  reportId: uuid("report_id").notNull(),
  evaluationId: uuid("evaluation_id").notNull(),
  format: text("format", { enum: REPORT_FORMATS }).notNull(),
  file: text("file").notNull(),
  fileKey: bytes("file_key").notNull(),
  bytes: integer("bytes").notNull(),
  sha256: text("sha256").notNull(),
  statement: jsonb("statement").$type<SignedStatement>().notNull(),
  signature: text("signature").notNull(),
  publicKey: text("public_key").notNull(),
  madeAt: instant("made_at")
    .notNull()
    .default(sql`now()`),
});
