import { boolean, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  NOTIFICATION_KINDS,
  type NotificationDetail,
  type NotificationPreferences,
} from "#features/notifications/contract.ts";
import { instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";

export const notifications = pgTable("notifications", {
  ...tenantColumns,
  userId: uuid("user_id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
  detail: jsonb("detail").$type<NotificationDetail>().notNull(),
  /** It waits, or waited, for the daily email. */
  isForDigest: boolean("is_for_digest").notNull(),
  /** The daily email that holds it. */
  digestId: uuid("digest_id"),
  readAt: instant("read_at"),
  createdAt: timestampColumns.createdAt,
});

export const notificationPreferences = pgTable("notification_preferences", {
  organizationId: uuid("organization_id").notNull(),
  userId: uuid("user_id").notNull(),
  choices: jsonb("choices").$type<Partial<NotificationPreferences>>().notNull(),
});
