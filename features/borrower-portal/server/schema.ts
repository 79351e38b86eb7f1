import { sql } from "drizzle-orm";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/server/database/tables.ts";

export const connectionNotices = pgTable("connection_notices", {
  organizationId: uuid("organization_id").notNull(),
  itemId: uuid("item_id").notNull(),
  status: text("status", { enum: ["login_required", "expiring"] }).notNull(),
  toldAt: instant("told_at")
    .notNull()
    .default(sql`now()`),
});
