import { eq, sql, type Placeholder, type SQL } from "drizzle-orm";
import { customType, integer, uuid, type AnyPgColumn } from "drizzle-orm/pg-core";
import type { Scope } from "./scope.ts";

/** timestamptz(3) in UTC, as ISO 8601 text on our side. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamptz(3)",
  // Sessions run in UTC, so the text is always `YYYY-MM-DD HH:MM:SS[.mmm]+00`.
  fromDriver: (value) => `${value.slice(0, 10)}T${value.slice(11, -3)}Z`,
});

export const bytes = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (value) => Buffer.from(value),
});

/** The columns of a tenant's row. */
export const tenantColumns = {
  organizationId: uuid("organization_id").notNull(),
  id: uuid("id").notNull(),
};

/** What every row says about its own life; `version` counts changes. */
export const timestampColumns = {
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
  updatedAt: instant("updated_at")
    .notNull()
    .default(sql`now()`),
  version: integer("version").notNull().default(1),
};

/** A value given when a prepared statement runs. */
export const param = (name: string) => sql.placeholder(name);

/** A `param` for each key. */
export function paramsOf<Key extends string>(keys: Readonly<Record<Key, unknown>>): Record<Key, Placeholder> {
  const names = Object.keys(keys) as Key[];
  return Object.fromEntries(names.map((name) => [name, param(name)])) as Record<Key, Placeholder>;
}

/** The first lock of every statement of a store: rows of this organization alone. */
export function tenantFilter(table: { organizationId: AnyPgColumn }, scope?: Scope): SQL {
  return eq(table.organizationId, scope ? scope.organizationId : param("organizationId"));
}

/** Set with every change of a row. */
export const bumpVersion = (table: { version: AnyPgColumn }) => ({
  updatedAt: sql`now()`,
  version: sql`${table.version} + 1`,
});
