import { sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { EMAIL_KINDS } from "#features/borrower-portal/contract.ts";
import { instant } from "#platform/server/database/tables.ts";

export const connectionNotices = pgTable("connection_notices", {
  organizationId: uuid("organization_id").notNull(),
  itemId: uuid("item_id").notNull(),
  status: text("status", { enum: ["login_required", "expiring"] }).notNull(),
  toldAt: instant("told_at")
    .notNull()
    .default(sql`now()`),
});

/** A lender's own words for an email to borrowers. Without a row, the product's are used. */
export const emailTemplates = pgTable("email_templates", {
  organizationId: uuid("organization_id").notNull(),
  kind: text("kind", { enum: EMAIL_KINDS }).notNull(),
  subject: text("subject").notNull(),
  introduction: text("introduction").notNull(),
  updatedAt: instant("updated_at")
    .notNull()
    .default(sql`now()`),
  version: integer("version").notNull().default(1),
});
