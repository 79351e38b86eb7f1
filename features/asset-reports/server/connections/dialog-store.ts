import { sql } from "drizzle-orm";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bankDialogs } from "../schema.ts";

const isOver = sql`${bankDialogs.beganAt} <= now() - interval '1 hour'`;

/** Counts one more dialog; `false`: the hourly limit is reached. Simultaneous dialogs are each counted. */
export async function countDialog(tx: Tx, scope: Scope, borrowerId: string, most: number): Promise<boolean> {
  const rows = await tx.orm
    .insert(bankDialogs)
    .values({ organizationId: scope.organizationId, borrowerId })
    .onConflictDoUpdate({
      target: [bankDialogs.organizationId, bankDialogs.borrowerId],
      set: {
        begun: sql`case when ${isOver} then 1 else ${bankDialogs.begun} + 1 end`,
        beganAt: sql`case when ${isOver} then now() else ${bankDialogs.beganAt} end`,
      },
      setWhere: sql`${isOver} or ${bankDialogs.begun} < ${most}::int`,
    })
    .returning({ begun: bankDialogs.begun });
  return rows.length > 0;
}
