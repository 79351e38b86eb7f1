import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { LINE_ITEM_TYPES, STATEMENT_STATUSES } from "#features/billing/contract.ts";
import { instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

export const lineItems = pgTable("line_items", {
  ...tenantColumns,
  type: text("type", { enum: LINE_ITEM_TYPES }).notNull(),
  description: text("description").notNull(),
  quantity: integer("quantity").notNull().default(1),
  unitAmount: cents("unit_amount").notNull(),
  amount: cents("amount").notNull(),
  occurredAt: instant("occurred_at").notNull(),
  borrowerId: uuid("borrower_id"),
  assetReportId: uuid("asset_report_id"),
  createdBy: uuid("created_by"),
  statementId: uuid("statement_id"),
  sourceKey: text("source_key").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const statements = pgTable("statements", {
  ...tenantColumns,
  sequence: integer("sequence").notNull(),
  number: text("number").notNull(),
  status: text("status", { enum: STATEMENT_STATUSES }).notNull(),
  periodStart: instant("period_start").notNull(),
  periodEnd: instant("period_end").notNull(),
  timeZone: text("time_zone").notNull(),
  currency: text("currency", { enum: ["usd"] }).notNull(),
  subtotal: cents("subtotal").notNull(),
  credits: cents("credits").notNull(),
  amount: cents("amount").notNull(),
  paidBefore: cents("paid_before").notNull(),
  creditUsed: cents("credit_used").notNull().default(0),
  issuedAt: instant("issued_at").notNull(),
  dueAt: instant("due_at").notNull(),
  paidAt: instant("paid_at"),
  stripeInvoiceId: text("stripe_invoice_id"),
  hostedURL: text("hosted_url"),
  ...timestampColumns,
});

export const billingChecks = pgTable("billing_checks", {
  organizationId: uuid("organization_id").primaryKey(),
  askedAt: instant("asked_at").notNull(),
  checkedAt: instant("checked_at"),
  ours: cents("ours").notNull(),
  theirs: cents("theirs").notNull(),
  driftSince: instant("drift_since"),
});

export const billingLeavers = pgTable("billing_leavers", {
  organizationId: uuid("organization_id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const spendWarnings = pgTable("spend_warnings", {
  organizationId: uuid("organization_id").notNull(),
  periodEnd: instant("period_end").notNull(),
  percent: integer("percent").notNull(),
});
