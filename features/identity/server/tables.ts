// Owns how a person, a device, a mailed link, failed log-ins and a second factor are kept. None belongs to an organization.
import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, lifeColumns } from "#kit/server/database/tables.ts";

const now = sql`now()`;

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
  passwordHash: text("password_hash"),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  tokensRevokedAt: instant("tokens_revoked_at"),
  /** When they were last told that somebody tried to register with their address. */
  toldTakenAt: instant("told_taken_at"),
  /** SHA-256 of the secret of the browser that made the account. */
  makerBrowserHash: bytes("maker_browser_hash"),
  deletedAt: instant("deleted_at"),
  ...lifeColumns,
});

export const devices = pgTable("devices", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  userAgent: text("user_agent").notNull(),
  address: text("address").notNull(),
  browserHash: bytes("browser_hash"),
  createdAt: instant("created_at").notNull().default(now),
  authenticatedAt: instant("authenticated_at").notNull().default(now),
  lastUsedAt: instant("last_used_at").notNull().default(now),
  endedAt: instant("ended_at"),
});

const MAIL_PURPOSES = ["confirm-email", "reset-password"] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

export const mailTokens = pgTable("mail_tokens", {
  hash: bytes("hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  purpose: text("purpose", { enum: MAIL_PURPOSES }).notNull(),
  createdAt: instant("created_at").notNull().default(now),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  endedAt: instant("ended_at"),
});

export const loginFailures = pgTable(
  "login_failures",
  {
    addressHash: bytes("address_hash").notNull(),
    browserHash: bytes("browser_hash").notNull(),
    failures: integer("failures").notNull().default(0),
    firstFailedAt: instant("first_failed_at"),
    lockCount: integer("lock_count").notNull().default(0),
    lockedUntil: instant("locked_until"),
    updatedAt: instant("updated_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.browserHash] })],
);

export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id").primaryKey(),
  secret: bytes("secret").notNull(),
  enabledAt: instant("enabled_at"),
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  recoveryHashes: text("recovery_hashes").array().notNull(),
  createdAt: instant("created_at").notNull().default(now),
});
