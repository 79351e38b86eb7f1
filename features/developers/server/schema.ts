import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { API_SCOPES } from "#platform/contract/who.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";

export const apiKeys = pgTable("api_keys", {
  ...tenantColumns,
  name: text("name").notNull(),
  scopes: text("scopes", { enum: API_SCOPES }).array().notNull(),
  addresses: text("addresses").array().notNull(),
  secretHash: bytes("secret_hash").notNull(),
  secretEnd: text("secret_end").notNull(),
  previousHash: bytes("previous_hash"),
  previousEndsAt: instant("previous_ends_at"),
  expiresAt: instant("expires_at"),
  lastUsedAt: instant("last_used_at"),
  lastUsedAddress: text("last_used_address"),
  createdBy: uuid("created_by").notNull(),
  createdAt: timestampColumns.createdAt,
  revokedAt: instant("revoked_at"),
});
