import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import {
  LINE_ITEM_TYPES,
  PRICING_LEVELS,
  PRICING_PERIODS,
  STATEMENT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from "#features/billing/contract.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import { CARD_OBJECT_KINDS } from "#providers/stripe/webhook.ts";

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
  /** When it was charged; if that is earlier, the end of the last closed month, or when the organization was created. */
  billableAt: instant("billable_at").notNull(),
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

export const plans = pgTable("plans", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  price: integer("price").notNull(),
  pricingLevel: text("pricing_level", { enum: PRICING_LEVELS }).notNull(),
  pricingPeriod: text("pricing_period", { enum: PRICING_PERIODS }).notNull(),
  isOffered: boolean("is_offered").notNull(),
  stripePriceId: text("stripe_price_id"),
  ...timestampColumns,
});

export const subscriptions = pgTable("subscriptions", {
  ...tenantColumns,
  planId: uuid("plan_id").notNull(),
  status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull().default("incomplete"),
  cardName: text("card_name").notNull(),
  cardEmail: text("card_email").notNull(),
  stripeSubscriptionId: text("stripe_subscription_id"),
  currentPeriodStart: instant("current_period_start"),
  currentPeriodEnd: instant("current_period_end"),
  cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
  cardBrand: text("card_brand"),
  cardLast4: text("card_last4"),
  owed: bigint("owed", { mode: "number" }),
  failedAt: instant("failed_at"),
  balance: bigint("balance", { mode: "number" }).notNull().default(0),
  readings: integer("readings").notNull().default(0),
  readAt: instant("read_at"),
  asks: integer("asks").notNull().default(0),
  askedAt: instant("asked_at"),
  cardsBegun: integer("cards_begun").notNull().default(0),
  cardsBegunAt: instant("cards_begun_at"),
  createdBy: uuid("created_by").notNull(),
  idempotencyKey: text("idempotency_key"),
  endedAt: instant("ended_at"),
  ...timestampColumns,
});

export const checkouts = pgTable("checkouts", {
  keyHash: bytes("key_hash").primaryKey(),
  requestHash: bytes("request_hash").notNull(),
  network: text("network").notNull(),
  /** `null`: the address had an account, and the attempt only counts toward the limit. */
  userId: uuid("user_id"),
  organizationId: uuid("organization_id"),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const cardEvents = pgTable("card_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  kind: text("kind", { enum: CARD_OBJECT_KINDS }).notNull(),
  objectId: text("object_id").notNull(),
  receivedAt: instant("received_at")
    .notNull()
    .default(sql`now()`),
  attempts: integer("attempts").notNull().default(0),
  attemptedAt: instant("attempted_at"),
  settledAt: instant("settled_at"),
});
