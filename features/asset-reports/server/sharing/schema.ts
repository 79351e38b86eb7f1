import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { AUDIT_ACTS, REPORT_FORMATS } from "#features/asset-reports/contract.ts";
import { bytes, instant, tenantColumns } from "#platform/server/database/tables.ts";

export const auditCopies = pgTable("audit_copies", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  evaluationId: uuid("evaluation_id").notNull(),
  auditorName: text("auditor_name").notNull(),
  auditorEmail: text("auditor_email").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  mailedTokenHash: bytes("mailed_token_hash"),
  passCodeHash: text("pass_code_hash").notNull(),
  wrongCodes: integer("wrong_codes").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  createdBy: uuid("created_by").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const auditCopyViews = pgTable("audit_copy_views", {
  ...tenantColumns,
  copyId: uuid("copy_id").notNull(),
  at: instant("at")
    .notNull()
    .default(sql`now()`),
  act: text("act", { enum: AUDIT_ACTS }).notNull(),
  format: text("format", { enum: REPORT_FORMATS }),
  address: text("address").notNull(),
});
