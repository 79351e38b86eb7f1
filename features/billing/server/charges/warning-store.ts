// Owns the SQL on warnings about the spend cap.
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { spendWarnings } from "../tables.ts";

/** Whether it is the period's first at this percent. */
export async function insertWarning(tx: Tx, scope: Scope, periodEnd: string, percent: number): Promise<boolean> {
  const rows = await tx.orm
    .insert(spendWarnings)
    .values({ organizationId: scope.organizationId, periodEnd, percent })
    .onConflictDoNothing()
    .returning({ percent: spendWarnings.percent });
  return rows.length > 0;
}
