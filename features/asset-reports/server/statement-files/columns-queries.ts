import { asc, sql } from "drizzle-orm";
import type { StatementColumns } from "#features/asset-reports/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { statementColumns } from "../schema.ts";
import { institutionKey, type RememberedColumns } from "./read-files.ts";

/** Banks whose columns an organization may have chosen; more are of no use. */
const MAX_BANKS = 500;

const ofOrganization = prepared("statement_columns_of_organization", () =>
  orm
    .select({ institution: statementColumns.institution, columns: statementColumns.columns })
    .from(statementColumns)
    .where(tenantFilter(statementColumns))
    .orderBy(asc(statementColumns.institutionKey))
    .limit(MAX_BANKS),
);

export function readColumns(db: ReadDb, scope: Scope): Promise<RememberedColumns[]> {
  return db.run(scope, ofOrganization, {});
}

/** The columns of a bank; the last choice counts. */
export async function rememberColumns(
  tx: Tx,
  scope: Scope,
  userId: string,
  { institution, columns }: { readonly institution: string; readonly columns: StatementColumns },
): Promise<void> {
  const { organizationId } = scope;
  const change = { institution, columns, updatedBy: userId, updatedAt: sql`now()` };
  await tx.orm
    .insert(statementColumns)
    .values({ organizationId, institutionKey: institutionKey(institution), ...change })
    .onConflictDoUpdate({ target: [statementColumns.organizationId, statementColumns.institutionKey], set: change });
}
