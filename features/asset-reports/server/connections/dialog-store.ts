// Owns the SQL that counts the bank dialogs of a borrower within an hour.
import { sql } from "drizzle-orm";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { bankDialogs } from "../tables.ts";

const isOver = sql`${bankDialogs.beganAt} <= now() - interval '1 hour'`;

/** Counts one more; `false`: there were so many within the hour. Of several at once each is counted. */
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
