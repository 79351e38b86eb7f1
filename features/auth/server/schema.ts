import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "#platform/server/database/tables.ts";
import { PROVIDERS } from "#features/auth/contract.ts";

const now = sql`now()`;

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

const EMAIL_PURPOSES = ["confirm-email", "reset-password"] as const;
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number];

export const emailTokens = pgTable("mail_tokens", {
  hash: bytes("hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  purpose: text("purpose", { enum: EMAIL_PURPOSES }).notNull(),
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

export const socialAttempts = pgTable("social_attempts", {
  stateHash: bytes("state_hash").primaryKey(),
  provider: text("provider", { enum: PROVIDERS }).notNull(),
  browserHash: bytes("browser_hash").notNull(),
  userId: uuid("user_id"),
  requestTokenHash: bytes("request_token_hash"),
  secret: bytes("secret"),
  codeHash: bytes("code_hash"),
  profile: bytes("profile"),
  failures: integer("failures").notNull().default(0),
  createdAt: instant("created_at").notNull().default(now),
  usedAt: instant("used_at"),
});

export const socialConnections = pgTable(
  "social_connections",
  {
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);
