import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  DELIVERY_STATUSES,
  SUBSCRIBABLE_EVENTS,
  WEBHOOK_STATES,
  type WebhookAttempt,
} from "#features/developers/contract.ts";
import { API_SCOPES } from "#platform/contract/who.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";
import type { EncryptedColumn } from "#platform/server/encryption/rotate-keys.ts";

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
  version: integer("version").notNull().default(1),
});

export const webhookEndpoints = pgTable("webhook_endpoints", {
  ...tenantColumns,
  url: text("url").notNull(),
  description: text("description").notNull(),
  events: text("events", { enum: SUBSCRIBABLE_EVENTS }).array().notNull(),
  state: text("state", { enum: WEBHOOK_STATES }).notNull().default("enabled"),
  disabledAt: instant("disabled_at"),
  secret: bytes("secret").notNull(),
  previousSecret: bytes("previous_secret"),
  previousEndsAt: instant("previous_ends_at"),
  createdBy: uuid("created_by").notNull(),
  createdAt: timestampColumns.createdAt,
  version: integer("version").notNull().default(1),
});

export const webhookDeliveries = pgTable("webhook_deliveries", {
  ...tenantColumns,
  endpointId: uuid("endpoint_id").notNull(),
  /** The same at each endpoint and with each attempt. */
  eventId: uuid("event_id").notNull(),
  type: text("type").notNull(),
  body: text("body").notNull(),
  status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("pending"),
  attemptCount: integer("attempt_count").notNull().default(0),
  /** Since it was queued. */
  retries: integer("retries").notNull().default(0),
  /** The newest first. */
  attempts: jsonb("attempts").$type<readonly WebhookAttempt[]>().notNull(),
  nextAttemptAt: instant("next_attempt_at"),
  /** For the first time, or to be sent again. */
  queuedAt: instant("queued_at").notNull(),
  endedAt: instant("ended_at"),
  createdAt: timestampColumns.createdAt,
});

type SecretColumn = "webhook_endpoints.secret" | "webhook_endpoints.previous_secret";

export function secretLocation(
  column: SecretColumn,
  id: string,
  { organizationId }: Pick<Scope, "organizationId">,
): SecretLocation {
  return { table: column, row: id, organizationId };
}

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: "webhook_endpoints", column: "secret", row: "id" },
  { table: "webhook_endpoints", column: "previous_secret", row: "id" },
];
