import { and, eq, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { readBorrowersWhere, type OfBorrower, type Page } from "../maintenance-store.ts";

/** Days before the end at which the owner is reminded, the earlier first. */
const [EARLY, LATE] = [14, 3];

/** A day as `YYYY-MM-DD`. Each of the two reminders is sent once per freshness date. */
function isDue(today: string): SQL {
  const left = sql`(${borrowers.freshUntil} - ${today}::date)`;
  const stage = sql`case when ${left} <= ${LATE}::int then ${LATE}::int else ${EARLY}::int end`;
  return sql`${borrowers.freshUntil} is not null and ${borrowers.status} <> 'closed'
    and ${left} between 0 and ${EARLY}::int
    and (${borrowers.remindedUntil} is distinct from ${borrowers.freshUntil} or ${borrowers.remindedDays} > ${stage})`;
}

/** Borrowers whose owner is due a reminder. */
export function readExpiring(db: ReadDb, systemScope: SystemScope, today: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, systemScope, isDue(today), page);
}

/**
 * Records that the owner is reminded now; `undefined`: another process did it or is doing it, or it is no longer due.
 */
export async function claimReminder(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  today: string,
): Promise<{ freshUntil: string; daysLeft: number } | undefined> {
  const isIt = and(tenantFilter(borrowers, scope), eq(borrowers.id, borrowerId));
  const [found] = await tx.orm
    .select({
      freshUntil: sql<string>`${borrowers.freshUntil}::text`,
      daysLeft: sql<number>`${borrowers.freshUntil} - ${today}::date`,
    })
    .from(borrowers)
    .where(and(isIt, isDue(today)))
    .for("update", { skipLocked: true });
  if (!found) return undefined;
  // The version does not change, so that open forms do not become stale.
  await tx.orm
    .update(borrowers)
    .set({ remindedUntil: found.freshUntil, remindedDays: found.daysLeft <= LATE ? LATE : EARLY })
    .where(isIt);
  return found;
}
