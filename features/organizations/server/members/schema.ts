import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "#platform/contract/who.ts";
import { bytes, instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

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
