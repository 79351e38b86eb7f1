import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { AUDIENCE_SCOPES, POST_STATUSES } from "#features/posts/contract.ts";
import { instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

export const posts = pgTable("posts", {
  ...tenantColumns,
  title: text("title").notNull(),
  body: text("body").notNull(),
  summary: text("summary").notNull(),
  slug: text("slug").notNull(),
  status: text("status", { enum: POST_STATUSES }).notNull(),
  audienceScope: text("audience_scope", { enum: AUDIENCE_SCOPES }).notNull(),
  audienceGroupIds: uuid("audience_group_ids").array().notNull(),
  pinned: boolean("pinned").notNull(),
  publishAt: instant("publish_at"),
  expireAt: instant("expire_at"),
  authorId: uuid("author_id").notNull(),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});
