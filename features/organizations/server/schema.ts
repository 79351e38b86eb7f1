import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import { ROLES } from "#platform/contract/who.ts";

export const logos = pgTable("logos", {
  organizationId: uuid("organization_id").primaryKey(),
  id: uuid("id").notNull(),
  mediaType: text("media_type").notNull(),
  sha256: text("sha256").notNull(),
  bytes: bytes("bytes").notNull(),
});

/** Only platform/server/audit.ts writes these rows. This table is for reading. */
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

export const invitations = pgTable("invitations", {
  ...tenantColumns,
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  groupIds: uuid("group_ids").array().notNull(),
  invitedBy: uuid("invited_by").notNull(),
  tokenHash: bytes("token_hash"),
  /** When each email was requested, while it still counts. */
  emails: instant("mails").array().notNull(),
  expiresAt: instant("expires_at").notNull(),
  acceptedAt: instant("accepted_at"),
  endedAt: instant("ended_at"),
  declinedAt: instant("declined_at"),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});
