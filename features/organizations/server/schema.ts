import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "#platform/server/database/tables.ts";

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
