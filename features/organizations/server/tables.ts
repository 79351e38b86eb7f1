// Owns how an organization, its logo, its memberships and its groups are kept, and how its record of acts is read.
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "#kit/contract/who.ts";
import { bytes, instant, lifeColumns, tenantColumns } from "#kit/server/database/tables.ts";

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull().default("America/New_York"),
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  nmlsId: text("nmls_id"),
  phone: text("phone"),
  address: text("address"),
  replyTo: text("reply_to"),
  nsfReview: integer("nsf_review").notNull().default(3),
  nsfBlocker: integer("nsf_blocker").notNull().default(5),
  defaultDays: integer("default_days").notNull().default(90),
  retentionDays: integer("retention_days").notNull().default(1095),
  restrictByGroup: boolean("restrict_by_group").notNull().default(false),
  borrowerMaySeeReport: boolean("borrower_may_see_report").notNull().default(false),
  spendCap: bigint("spend_cap", { mode: "number" }),
  stripeCustomerId: text("stripe_customer_id"),
  billedUntil: instant("billed_until"),
  nextCloseAt: instant("next_close_at"),
  ...lifeColumns,
});

export const logos = pgTable("logos", {
  organizationId: uuid("organization_id").primaryKey(),
  id: uuid("id").notNull(),
  mediaType: text("media_type").notNull(),
  sha256: text("sha256").notNull(),
  bytes: bytes("bytes").notNull(),
});

export const memberships = pgTable("memberships", {
  ...tenantColumns,
  userId: uuid("user_id").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  status: text("status", { enum: ["pending", "active", "removed"] })
    .notNull()
    .default("active"),
  invitedBy: uuid("invited_by"),
  ...lifeColumns,
});

export const groups = pgTable("groups", {
  ...tenantColumns,
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  color: text("color").notNull().default("gray"),
  isBilling: boolean("is_billing").notNull().default(false),
  ...lifeColumns,
});

export const groupMembers = pgTable("group_members", {
  organizationId: uuid("organization_id").notNull(),
  groupId: uuid("group_id").notNull(),
  membershipId: uuid("membership_id").notNull(),
});

/** Written by kit/server/audit.ts alone; here to be read. */
export const auditRows = pgTable("audit_rows", {
  organizationId: uuid("organization_id").notNull(),
  seq: bigint("seq", { mode: "number" }).notNull(),
  at: instant("at").notNull(),
  actorId: uuid("actor_id"),
  action: text("action").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id"),
  address: text("address"),
  detail: jsonb("detail").$type<Record<string, unknown>>().notNull(),
});
