import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import { PROVIDERS, SSO_KINDS } from "#features/auth/contract.ts";
import { ROLES } from "#platform/contract/who.ts";

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
  withPasskey: boolean("with_passkey").notNull().default(false),
  /** Whose identity provider signed the user in. `null`: none did. */
  ssoOrganizationId: uuid("sso_organization_id"),
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

export const passkeys = pgTable("passkeys", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  credentialId: bytes("credential_id").notNull(),
  publicKey: bytes("public_key").notNull(),
  signCount: bigint("sign_count", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  isSynced: boolean("is_synced").notNull(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull().default(now),
  lastUsedAt: instant("last_used_at"),
});

export const passkeyChallenges = pgTable("passkey_challenges", {
  challengeHash: bytes("challenge_hash").primaryKey(),
  browserHash: bytes("browser_hash").notNull(),
  userId: uuid("user_id"),
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

export const ssoConnections = pgTable("sso_connections", {
  organizationId: uuid("organization_id").primaryKey(),
  kind: text("kind", { enum: SSO_KINDS }).notNull(),
  issuer: text("issuer").notNull(),
  clientId: text("client_id"),
  secret: bytes("secret"),
  ssoURL: text("sso_url"),
  certificate: text("certificate"),
  defaultRole: text("default_role", { enum: ROLES }).notNull(),
  testedAt: instant("tested_at"),
  ...timestampColumns,
});

export const ssoDomains = pgTable("sso_domains", {
  ...tenantColumns,
  domain: text("domain").notNull(),
  token: text("token").notNull(),
  verifiedAt: instant("verified_at"),
  createdAt: timestampColumns.createdAt,
});

export const ssoAttempts = pgTable("sso_attempts", {
  organizationId: uuid("organization_id").notNull(),
  stateHash: bytes("state_hash").notNull(),
  browserHash: bytes("browser_hash"),
  userId: uuid("user_id"),
  secret: bytes("secret").notNull(),
  codeHash: bytes("code_hash"),
  profile: bytes("profile"),
  failures: integer("failures").notNull().default(0),
  createdAt: instant("created_at").notNull().default(now),
  usedAt: instant("used_at"),
});

export const ssoIdentities = pgTable("sso_identities", {
  organizationId: uuid("organization_id").notNull(),
  userId: uuid("user_id").notNull(),
  subject: text("subject").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});
