// Owns the question whether ids name groups of the organization: for all that is given to groups.
import { and, inArray } from "drizzle-orm";
import { groups } from "#features/organizations/server/tables.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";

/** The ids as they are stored: each once, in lower case. Throws NOT_FOUND, unless all are the organization's groups. */
export async function requireGroups(db: Reads, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!(await areGroups(db, scope, named))) throw new AppError("NOT_FOUND");
  return named;
}

export async function areGroups(db: Reads, scope: Scope, ids: readonly string[]): Promise<boolean> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (named.length === 0) return true;
  const found = await db.read(scope, (query) =>
    query
      .select({ id: groups.id })
      .from(groups)
      .where(and(inScope(groups, scope), inArray(groups.id, named))),
  );
  return found.length === named.length;
}
