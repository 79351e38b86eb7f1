// Owns the SQL on reminders that a report's data runs out.
import { and, eq, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/tables.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";
import { readBorrowersWhere, type OfBorrower, type Page } from "../sweep-store.ts";

/** Days before the end at which the owner is reminded, the earlier first. */
const [EARLY, LATE] = [14, 3];

/** A day as `YYYY-MM-DD`; each of the two reminders once for one freshness. */
function isDue(today: string): SQL {
  const left = sql`(${borrowers.freshUntil} - ${today}::date)`;
  const stage = sql`case when ${left} <= ${LATE}::int then ${LATE}::int else ${EARLY}::int end`;
  return sql`${borrowers.freshUntil} is not null and ${borrowers.status} <> 'closed'
    and ${left} between 0 and ${EARLY}::int
    and (${borrowers.remindedUntil} is distinct from ${borrowers.freshUntil} or ${borrowers.remindedDays} > ${stage})`;
}

/** Borrowers whose owner is to be reminded. */
export function readExpiring(db: Reads, across: AcrossScope, today: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, across, isDue(today), page);
}

/** Notes that the owner is reminded now; `undefined`: it was done, is being done elsewhere, or is no longer due. */
export async function takeReminder(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  today: string,
): Promise<{ freshUntil: string; daysLeft: number } | undefined> {
  const isIt = and(inScope(borrowers, scope), eq(borrowers.id, borrowerId));
  const [found] = await tx.orm
    .select({
      freshUntil: sql<string>`${borrowers.freshUntil}::text`,
      daysLeft: sql<number>`${borrowers.freshUntil} - ${today}::date`,
    })
    .from(borrowers)
    .where(and(isIt, isDue(today)))
    .for("update", { skipLocked: true });
  if (!found) return undefined;
  // Nobody's form is stale by it: the version stays.
  await tx.orm
    .update(borrowers)
    .set({ remindedUntil: found.freshUntil, remindedDays: found.daysLeft <= LATE ? LATE : EARLY })
    .where(isIt);
  return found;
}
