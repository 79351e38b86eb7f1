import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes } from "#platform/server/database/tables.ts";

export const pictures = pgTable("pictures", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  mediaType: text("media_type").notNull(),
  sha256: text("sha256").notNull(),
  bytes: bytes("bytes").notNull(),
});
