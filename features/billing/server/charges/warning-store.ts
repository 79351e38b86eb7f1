import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { spendWarnings } from "../schema.ts";

/** Whether it is the period's first warning at this percent. */
export async function insertWarning(tx: Tx, scope: Scope, periodEnd: string, percent: number): Promise<boolean> {
  const rows = await tx.orm
    .insert(spendWarnings)
    .values({ organizationId: scope.organizationId, periodEnd, percent })
    .onConflictDoNothing()
    .returning({ percent: spendWarnings.percent });
  return rows.length > 0;
}
