import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { users } from "#features/directory/server/schema.ts";
import { assetReports, investorCopies } from "#features/underwriting/server/schema.ts";
import type { Investor } from "#features/underwriting/contract.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { bankItems } from "../schema.ts";

export type InvestorCopyRow = typeof investorCopies.$inferSelect;

const isActive = isNull(investorCopies.endedAt);

/** The borrower's copies that investors can read, oldest first, with who created each. */
export function readActiveCopies(db: ReadDb, scope: Scope, borrowerId: string) {
  return db.read(scope, (query) =>
    query
      .select({ copy: investorCopies, firstName: users.firstName, lastName: users.lastName })
      .from(investorCopies)
      .leftJoin(users, eq(users.id, investorCopies.createdBy))
      .where(
        and(
          tenantFilter(investorCopies, scope),
          eq(investorCopies.borrowerId, borrowerId),
          isNotNull(investorCopies.token),
          isActive,
        ),
      )
      .orderBy(asc(investorCopies.createdAt), asc(investorCopies.id)),
  );
}

/** The borrower's reports that have an active copy, or one that is being created. */
export async function readSharedReports(db: ReadDb, scope: Scope, borrowerId: string): Promise<string[]> {
  const rows = await db.read(scope, (query) =>
    query
      .selectDistinct({ reportId: investorCopies.reportId })
      .from(investorCopies)
      .where(and(tenantFilter(investorCopies, scope), eq(investorCopies.borrowerId, borrowerId), isActive)),
  );
  return rows.map(({ reportId }) => reportId);
}

export async function readInvestorCopies(db: ReadDb, scope: Scope, ids: readonly string[]): Promise<InvestorCopyRow[]> {
  if (ids.length === 0) return [];
  return db.read(scope, (query) =>
    query
      .select()
      .from(investorCopies)
      .where(and(tenantFilter(investorCopies, scope), inArray(investorCopies.id, [...ids]))),
  );
}

interface NewCopy {
  readonly id: string;
  readonly borrowerId: string;
  readonly reportId: string;
  readonly investor: Investor;
  readonly createdBy: string;
}

/** The active copy of this report for this investor, inserted without a token if there is none. */
export async function getOrInsertCopy(tx: Tx, scope: Scope, copy: NewCopy): Promise<InvestorCopyRow> {
  await tx.orm
    .insert(investorCopies)
    .values({ ...copy, organizationId: scope.organizationId })
    .onConflictDoNothing();
  const [row] = await tx.orm
    .select()
    .from(investorCopies)
    .where(
      and(
        tenantFilter(investorCopies, scope),
        eq(investorCopies.reportId, copy.reportId),
        eq(investorCopies.investor, copy.investor),
        isActive,
      ),
    );
  return row!; // inserted just now or before
}

/** `undefined`: the copy ended, is gone, or has a token already. */
export async function storeToken(
  tx: Tx,
  scope: Scope,
  id: string,
  token: Buffer,
): Promise<InvestorCopyRow | undefined> {
  const [row] = await tx.orm
    .update(investorCopies)
    .set({ token })
    .where(and(tenantFilter(investorCopies, scope), eq(investorCopies.id, id), isNull(investorCopies.token), isActive))
    .returning();
  return row;
}

export interface CopiesOfBorrower {
  readonly borrowerId: string;
  /** Only this one. */
  readonly id?: string;
  /** Only copies of these reports. */
  readonly reportIds?: readonly string[];
  /** Only of reports over a connection whose holder withdrew consent. */
  readonly isOfTakenBack?: boolean;
}

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const isOverTakenBack = sql`exists (
  select from ${assetReports} r join ${bankItems} i on i.organization_id = r.organization_id and i.id = any (r.item_ids)
  where r.organization_id = investor_copies.organization_id and r.id = investor_copies.report_id
    and i.taken_back_at is not null)`;

function isAmong(scope: Scope, { borrowerId, id, reportIds, isOfTakenBack }: CopiesOfBorrower) {
  return and(
    tenantFilter(investorCopies, scope),
    eq(investorCopies.borrowerId, borrowerId),
    ...(id === undefined ? [] : [eq(investorCopies.id, id)]),
    ...(reportIds === undefined ? [] : [inArray(investorCopies.reportId, [...reportIds])]),
    ...(isOfTakenBack ? [isOverTakenBack] : []),
  );
}

/** Returns the copies that ended now. `endedBy`: `null` for the product. */
export function endActiveCopies(
  tx: Tx,
  scope: Scope,
  which: CopiesOfBorrower,
  endedBy: string | null,
): Promise<InvestorCopyRow[]> {
  return tx.orm
    .update(investorCopies)
    .set({ endedAt: sql`now()`, endedBy })
    .where(and(isAmong(scope, which), isActive))
    .returning();
}

/** Returns the deleted rows. */
export function deleteCopies(tx: Tx, scope: Scope, which: CopiesOfBorrower): Promise<InvestorCopyRow[]> {
  return tx.orm.delete(investorCopies).where(isAmong(scope, which)).returning();
}
