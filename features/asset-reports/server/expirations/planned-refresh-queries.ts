import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import type { OfBorrower, Page } from "../maintenance-queries.ts";
import { plannedRefreshes } from "../schema.ts";

export type PlannedRefreshRow = typeof plannedRefreshes.$inferSelect;

const newestOf = prepared("planned_refresh_newest", () =>
  orm
    .select()
    .from(plannedRefreshes)
    .where(and(tenantFilter(plannedRefreshes), eq(plannedRefreshes.borrowerId, param("borrowerId"))))
    .orderBy(desc(plannedRefreshes.createdAt), desc(plannedRefreshes.id))
    .limit(1),
);

/** The one that is planned, otherwise the last that ended: another is made only after it ended. */
export async function readNewestPlan(
  db: ReadDb,
  scope: Scope,
  borrowerId: string,
): Promise<PlannedRefreshRow | undefined> {
  const [row] = await db.run(scope, newestOf, { borrowerId });
  return row;
}

/** The caller holds the borrower's lock. */
export async function findOpenPlan(tx: Tx, scope: Scope, borrowerId: string): Promise<PlannedRefreshRow | undefined> {
  const row = await readNewestPlan(tx, scope, borrowerId);
  return row?.state === "planned" ? row : undefined;
}

/** The caller holds the borrower's lock, and none is planned. */
export async function insertPlan(
  tx: Tx,
  scope: Scope,
  plan: Omit<typeof plannedRefreshes.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(plannedRefreshes).values({ ...plan, organizationId: scope.organizationId });
  await summarizeBorrower(tx, scope, plan.borrowerId, { plannedRefreshOn: plan.day });
}

/** The caller holds the borrower's lock. */
export async function movePlan(
  tx: Tx,
  scope: Scope,
  { id, borrowerId }: PlannedRefreshRow,
  change: Pick<PlannedRefreshRow, "day" | "isSuggested" | "price">,
): Promise<void> {
  await tx.orm
    .update(plannedRefreshes)
    .set({ ...change, ...bumpVersion(plannedRefreshes) })
    .where(and(tenantFilter(plannedRefreshes, scope), eq(plannedRefreshes.id, id)));
  await summarizeBorrower(tx, scope, borrowerId, { plannedRefreshOn: change.day });
}

/** The caller holds the borrower's lock. */
export async function endPlan(
  tx: Tx,
  scope: Scope,
  { id, borrowerId }: PlannedRefreshRow,
  end: Pick<PlannedRefreshRow, "state"> & Partial<Pick<PlannedRefreshRow, "reason" | "reportId">>,
): Promise<void> {
  await tx.orm
    .update(plannedRefreshes)
    .set({ ...end, endedAt: sql`now()`, ...bumpVersion(plannedRefreshes) })
    .where(and(tenantFilter(plannedRefreshes, scope), eq(plannedRefreshes.id, id)));
  await summarizeBorrower(tx, scope, borrowerId, { plannedRefreshOn: null });
}

/** Borrowers whose planned day has come. */
export function readDuePlans(
  db: ReadDb,
  system: SystemScope,
  today: string,
  { after, limit }: Page,
): Promise<OfBorrower[]> {
  const { organizationId, borrowerId, state, day } = plannedRefreshes;
  return db.read(system, (query) =>
    query
      .select({ organizationId, id: borrowerId })
      .from(plannedRefreshes)
      .where(and(eq(state, "planned"), lte(day, today), gt(borrowerId, sql`${after}::uuid`)))
      .orderBy(asc(borrowerId))
      .limit(limit),
  );
}
