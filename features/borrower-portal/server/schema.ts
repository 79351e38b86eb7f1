import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { bytes, instant, tenantColumns } from "#platform/server/database/tables.ts";

export const borrowerLinks = pgTable("visit_links", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  /** Who requested it: a member of the lender the first two, the borrower the third. */
  cause: text("cause", { enum: ["invitation", "resent", "requested", "repair"] }).notNull(),
  tokenHash: bytes("token_hash"),
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

export const consents = pgTable("consents", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  emailKey: text("email_key").notNull(),
  version: text("version").notNull(),
  words: text("words").notNull(),
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
});

export const connectionNotices = pgTable("connection_notices", {
  organizationId: uuid("organization_id").notNull(),
  itemId: uuid("item_id").notNull(),
  status: text("status", { enum: ["login_required", "expiring"] }).notNull(),
  toldAt: instant("told_at")
    .notNull()
    .default(sql`now()`),
});
