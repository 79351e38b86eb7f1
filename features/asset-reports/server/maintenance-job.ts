import { and, eq, sql, type SQL } from "drizzle-orm";
import { findEvaluation } from "#features/underwriting/server/evaluate-newest.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { REPORT_EXPIRING } from "#features/asset-reports/contract.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { borrowers } from "#features/borrowers/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { readOverdueBorrowers, readOverdueToForget } from "./retention/retention-queries.ts";
import { makePlannedRefresh } from "./expirations/make-planned.ts";
import { isNextExpiryOver, storeNextExpiry } from "./expirations/next-expiry.ts";
import { readDuePlans } from "./expirations/planned-refresh-queries.ts";
import { forgetBorrower, forgetData } from "./retention/retention.ts";
import {
  type OfBorrower,
  type Page,
  readBorrowersInParts,
  readBorrowersWhere,
  readUnevaluated,
} from "./maintenance-queries.ts";
import { emailExpiring } from "./jobs.ts";

/** Days before the end at which the owner is reminded, the earlier first. */
const [EARLY, LATE] = [14, 3];

/** A day as `YYYY-MM-DD`. Each of the two reminders is sent once per freshness date, and none where a refresh is planned. */
function isDue(today: string): SQL {
  const left = sql`(${borrowers.freshUntil} - ${today}::date)`;
  const stage = sql`case when ${left} <= ${LATE}::int then ${LATE}::int else ${EARLY}::int end`;
  return sql`${borrowers.freshUntil} is not null and ${borrowers.status} <> 'closed'
    and ${left} between 0 and ${EARLY}::int
    and (${borrowers.plannedRefreshOn} is null or ${borrowers.plannedRefreshOn} > ${borrowers.freshUntil})
    and (${borrowers.remindedUntil} is distinct from ${borrowers.freshUntil} or ${borrowers.remindedDays} > ${stage})`;
}

/** Borrowers whose owner is due a reminder. */
function readExpiring(db: ReadDb, system: SystemScope, today: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, system, isDue(today), page);
}

/**
 * Records that the owner is reminded now; `undefined`: another process did it, or it is no longer due. Waits while
 * another transaction holds the borrower, which may be another step of the same run.
 */
async function claimReminder(
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
    .for("update");
  if (!found) return undefined;
  // The version does not change, so that open forms do not become stale.
  await tx.orm
    .update(borrowers)
    .set({ remindedUntil: found.freshUntil, remindedDays: found.daysLeft <= LATE ? LATE : EARLY })
    .where(isIt);
  return found;
}

/** Reports or borrowers that one run takes. */
const BATCH = 20;
/** Sorts before every id. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Safe to run in several processes at once. A failure does not block the rest and is tried again. */
export async function runReportMaintenance(ctx: Context, now = new Date().toISOString()): Promise<void> {
  const { db, system } = ctx;
  const today = now.slice(0, 10);
  const found = await Promise.allSettled([
    each(ctx, "a report without an evaluation was not evaluated", {
      find: (page) => readUnevaluated(db, system, page),
      work: (scope, report) => findEvaluation(ctx, scope, report),
    }),
    each(ctx, "an owner was not reminded of a report's end", {
      find: (page) => readExpiring(db, system, today, page),
      work: (scope, { id }) => remindOwner(ctx, scope, id, today),
    }),
    each(ctx, "what expires next was not stored", {
      find: (page) => readBorrowersInParts(db, system, isNextExpiryOver(today), page),
      work: (scope, { id }) => db.transaction(scope, (tx) => storeNextExpiry(tx, scope, id, { today, isQuiet: true })),
    }),
    each(ctx, "a planned refresh was not requested", {
      find: (page) => readDuePlans(db, system, today, page),
      work: (scope, { id }) => makePlannedRefresh(ctx, scope, id, today),
    }),
    each(ctx, "expired data was not removed", {
      find: (page) => readOverdueToForget(db, system, now, page),
      work: (scope, { id }) => forgetData(ctx, scope, id, now),
    }),
    each(ctx, "an expired borrower was not deleted", {
      find: (page) => readOverdueBorrowers(db, system, now, page),
      work: (scope, { id }) => forgetBorrower(ctx, scope, id, now),
    }),
  ]);
  for (const step of found) if (step.status === "rejected") throw step.reason;
}

interface Step<Found> {
  find(page: Page): Promise<Found[]>;
  work(scope: Scope, found: Found): Promise<unknown>;
}

/** One after the other, because a long report takes a while and no one waits for it. */
async function each<Found extends { organizationId: string; id: string }>(
  { system, log }: Context,
  what: string,
  { find, work }: Step<Found>,
): Promise<void> {
  for (let after = BEFORE_ALL; ;) {
    const page = await find({ after, limit: BATCH });
    for (const found of page)
      await work(system.within(found.organizationId), found).catch((err: unknown) =>
        log.warn({ organizationId: found.organizationId, id: found.id, err }, what),
      );
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Of several simultaneous processes one sends it. */
async function remindOwner(ctx: Context, scope: Scope, borrowerId: string, today: string): Promise<void> {
  const { organizationId } = scope;
  await ctx.db.transaction(scope, async (tx) => {
    const due = await claimReminder(tx, scope, borrowerId, today);
    const borrower = due && (await readBorrower(tx, scope, borrowerId));
    if (!borrower) return;
    await notify(ctx, tx, scope, {
      kind: "reportExpiring",
      borrower,
      event: REPORT_EXPIRING,
      email: (userId) =>
        ctx.jobs.send(tx, emailExpiring, { organizationId, borrowerId, userId, freshUntil: due.freshUntil }),
    });
  });
}
