import { sql } from "drizzle-orm";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { connectionNotices } from "./schema.ts";

/** Records that a notification about this state is sent now; `false`: one was sent within the last 24 hours. */
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
