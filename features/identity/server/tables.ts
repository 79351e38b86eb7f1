// Owns how a person, a device and a mailed link are kept. None of them belongs to an organization.
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, lifeColumns } from "#kit/server/tables.ts";

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  emailConfirmed: boolean("email_confirmed").notNull().default(false),
  hasSocialAuth: boolean("has_social_auth").notNull().default(false),
  profilePicURL: text("profile_pic_url"),
  passwordHash: text("password_hash"),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  failedLogins: integer("failed_logins").notNull().default(0),
  firstFailedAt: instant("first_failed_at"),
  lockCount: integer("lock_count").notNull().default(0),
  lockedUntil: instant("locked_until"),
  tokensRevokedAt: instant("tokens_revoked_at"),
  deletedAt: instant("deleted_at"),
  ...lifeColumns,
});

export const devices = pgTable("devices", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  userAgent: text("user_agent").notNull(),
  address: text("address").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
  endedAt: instant("ended_at"),
});

export const mailTokens = pgTable("mail_tokens", {
  hash: bytes("hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  purpose: text("purpose", { enum: ["confirm-email"] }).notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  endedAt: instant("ended_at"),
});
