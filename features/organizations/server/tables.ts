// Owns how an organization, its memberships and its groups are kept.
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "#kit/contract/who.ts";
import { lifeColumns, tenantColumns } from "#kit/server/tables.ts";

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull().default("America/New_York"),
  ...lifeColumns,
});

export const memberships = pgTable("memberships", {
  ...tenantColumns,
  userId: uuid("user_id").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  status: text("status", { enum: ["pending", "active", "removed"] })
    .notNull()
    .default("active"),
  ...lifeColumns,
});

export const groups = pgTable("groups", {
  ...tenantColumns,
  name: text("name").notNull(),
  ...lifeColumns,
});

export const groupMembers = pgTable("group_members", {
  organizationId: uuid("organization_id").notNull(),
  groupId: uuid("group_id").notNull(),
  membershipId: uuid("membership_id").notNull(),
});
