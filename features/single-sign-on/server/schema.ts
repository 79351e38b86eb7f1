import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { MAPPED_ROLES } from "#features/single-sign-on/contract.ts";
import { tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";

export const scimUsers = pgTable("scim_users", {
  organizationId: uuid("organization_id").notNull(),
  membershipId: uuid("membership_id").notNull(),
  userName: text("user_name").notNull(),
  externalId: text("external_id"),
});

export const scimGroups = pgTable("scim_groups", {
  ...tenantColumns,
  displayName: text("display_name").notNull(),
  externalId: text("external_id"),
  role: text("role", { enum: MAPPED_ROLES }),
  groupId: uuid("group_id"),
  ...timestampColumns,
});

export const scimGroupMembers = pgTable("scim_group_members", {
  organizationId: uuid("organization_id").notNull(),
  scimGroupId: uuid("scim_group_id").notNull(),
  membershipId: uuid("membership_id").notNull(),
});
