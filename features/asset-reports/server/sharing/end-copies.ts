import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { auditCopies } from "./schema.ts";

/** Also deletes the recorded views. That there were any remains in the audit log. */
export async function endCopies(tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  await tx.orm.delete(auditCopies).where(and(tenantFilter(auditCopies, scope), eq(auditCopies.borrowerId, borrowerId)));
}
