import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "#platform/contract/who.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  emailConfirmed: boolean("email_confirmed").notNull().default(false),
  emailConfirmedAt: instant("email_confirmed_at"),
  hasSocialAuth: boolean("has_social_auth").notNull().default(false),
  profilePicURL: text("profile_pic_url"),
  nmlsId: text("nmls_id"),
  phone: text("phone"),
  passwordHash: text("password_hash"),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  tokensRevokedAt: instant("tokens_revoked_at"),
  /** When the user was last notified that someone tried to register with their address. */
  toldTakenAt: instant("told_taken_at"),
  /** SHA-256 of the secret of the browser that created the account. */
  makerBrowserHash: bytes("maker_browser_hash"),
  deletedAt: instant("deleted_at"),
  ...timestampColumns,
});

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull().default("America/New_York"),
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  enforceSso: boolean("enforce_sso").notNull().default(false),
  nmlsId: text("nmls_id"),
  phone: text("phone"),
  address: text("address"),
  replyTo: text("reply_to"),
  nsfReview: integer("nsf_review").notNull().default(3),
  nsfBlocker: integer("nsf_blocker").notNull().default(5),
  defaultDays: integer("default_days").notNull().default(90),
  retentionDays: integer("retention_days").notNull().default(1095),
  documentDays: integer("document_days").notNull().default(1095),
  reportDays: integer("report_days").notNull().default(1095),
  closedBorrowerDays: integer("closed_borrower_days").notNull().default(1095),
  restrictByGroup: boolean("restrict_by_group").notNull().default(false),
  borrowerMaySeeReport: boolean("borrower_may_see_report").notNull().default(false),
  connectInPerson: boolean("connect_in_person").notNull().default(false),
  generateOnConnect: boolean("generate_on_connect").notNull().default(false),
  bankDataProduct: text("bank_data_product", { enum: ["assets", "consumer_report"] })
    .notNull()
    .default("assets"),
  secondPersonAccepts: boolean("second_person_accepts").notNull().default(false),
  spendCap: bigint("spend_cap", { mode: "number" }),
  stripeCustomerId: text("stripe_customer_id"),
  billedUntil: instant("billed_until"),
  nextCloseAt: instant("next_close_at"),
  ...timestampColumns,
});

export const memberships = pgTable("memberships", {
  ...tenantColumns,
  userId: uuid("user_id").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  status: text("status", { enum: ["pending", "active", "removed"] })
    .notNull()
    .default("active"),
  invitedBy: uuid("invited_by"),
  /** An admin who signs in without the identity provider where single sign-on is enforced. */
  isBreakGlass: boolean("is_break_glass").notNull().default(false),
  ...timestampColumns,
});

export const groups = pgTable("groups", {
  ...tenantColumns,
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  color: text("color").notNull().default("gray"),
  isBilling: boolean("is_billing").notNull().default(false),
  ...timestampColumns,
});

export const groupMembers = pgTable("group_members", {
  organizationId: uuid("organization_id").notNull(),
  groupId: uuid("group_id").notNull(),
  membershipId: uuid("membership_id").notNull(),
});
