// Owns the SQL that keeps notices of one broken connection a day apart.
import { sql } from "drizzle-orm";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { connectionNotices } from "./tables.ts";

/** Notes that people are told of this state now; `false`: they were told within the last 24 hours. */
export async function noteTold(
  tx: Tx,
  scope: Scope,
  itemId: string,
  status: "login_required" | "expiring",
): Promise<boolean> {
  const rows = await tx.orm
    .insert(connectionNotices)
    .values({ organizationId: scope.organizationId, itemId, status })
    .onConflictDoUpdate({
      target: [connectionNotices.organizationId, connectionNotices.itemId, connectionNotices.status],
      set: { toldAt: sql`now()` },
      setWhere: sql`${connectionNotices.toldAt} <= now() - interval '24 hours'`,
    })
    .returning({ itemId: connectionNotices.itemId });
  return rows.length > 0;
}
