import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { PROVIDERS } from "#features/auth/contract.ts";
import { bytes, instant } from "#platform/server/database/tables.ts";

const now = sql`now()`;

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
