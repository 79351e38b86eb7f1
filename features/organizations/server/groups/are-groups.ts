import { and, inArray } from "drizzle-orm";
import { groups } from "#features/directory/server/schema.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";

/**
 * The ids as they are stored: without duplicates, in lower case. Throws NOT_FOUND unless all are groups of the
 * organization.
 */
export async function requireGroups(db: ReadDb, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!(await areGroups(db, scope, named))) throw new AppError("NOT_FOUND");
  return named;
}

export async function areGroups(db: ReadDb, scope: Scope, ids: readonly string[]): Promise<boolean> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (named.length === 0) return true;
  const found = await db.read(scope, (query) =>
    query
      .select({ id: groups.id })
      .from(groups)
      .where(and(tenantFilter(groups, scope), inArray(groups.id, named))),
  );
  return found.length === named.length;
}
