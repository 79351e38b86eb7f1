// Owns how audit copies end with what they are of: a report that is kept no longer has none.
import { and, eq } from "drizzle-orm";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";
import { auditCopies } from "./tables.ts";

/** With the looks at them; that there were any stays on record. */
export async function endCopies(tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  await tx.orm.delete(auditCopies).where(and(inScope(auditCopies, scope), eq(auditCopies.borrowerId, borrowerId)));
}
