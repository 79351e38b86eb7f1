// Owns how bank connections and asset reports are kept; what is secret in them is sealed.
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { REPORT_STEPS, type Reading } from "#features/asset-reports/contract.ts";
import type { ConnectedAccount } from "#features/borrowers/contract.ts";
import { bytes, instant, lifeColumns, tenantColumns } from "#kit/server/tables.ts";

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
  removedAt: instant("removed_at"),
  ...lifeColumns,
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
  pdfFile: text("pdf_file"),
  pdfSha256: text("pdf_sha256"),
  pdfBytes: integer("pdf_bytes"),
  pdfKey: bytes("pdf_key"),
  idempotencyKey: text("idempotency_key"),
  ...lifeColumns,
});

export const assetReportContents = pgTable("asset_report_contents", {
  organizationId: uuid("organization_id").notNull(),
  reportId: uuid("report_id").notNull(),
  providerJson: bytes("provider_json").notNull(),
  reading: jsonb("reading").$type<Reading>().notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});
