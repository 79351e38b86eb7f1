import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "#platform/server/context.ts";
import { claimCheck, readUnchecked } from "../comparison/check-queries.ts";
import { deleteOldLeavers } from "../charges/charge-queries.ts";
import { compareWithProvider } from "../jobs.ts";
import { announceStatement, recordStatus } from "../statements/settle-invoice.ts";
import { lockStatement, readOverdue, updateStatement } from "../statements/statement-queries.ts";
import { readDueOrganizations } from "./account-queries.ts";
import { closeDue, closeDueTogether } from "./close-month.ts";

const BATCH = 50;
const AT_ONCE = 2;
/** The UTC hour at which a night's comparison begins. */
const NIGHTLY_HOUR = 7;
/** By then the jobs that bill an erased payer have given up. */
const LEAVERS_KEPT_DAYS = 2;
/** Sorts before every id. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Safe to run in several processes at once: each takes what no other process holds. A failed step does not block the
 * others.
 */
export async function runBillingSchedule(ctx: Context, now = new Date().toISOString()): Promise<void> {
  const found = await Promise.allSettled([
    closeMonths(ctx, now),
    markOverdue(ctx, now),
    beginComparisons(ctx, now),
    ctx.db.transaction(ctx.system, (tx) => deleteOldLeavers(tx, ctx.system, LEAVERS_KEPT_DAYS)),
  ]);
  for (const step of found) if (step.status === "rejected") throw step.reason;
}

export async function closeMonths(ctx: Context, now: string): Promise<void> {
  const due = batchesOfDue(ctx, now);
  const close = async () => {
    for await (const ids of due) await closeBatch(ctx, ids, now);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, close));
}

async function* batchesOfDue({ db, system }: Context, now: string): AsyncGenerator<string[]> {
  for (let after = BEFORE_ALL; ;) {
    const ids = await readDueOrganizations(db, system, now, { after, limit: BATCH });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** What cannot be closed together is closed organization by organization. */
async function closeBatch(ctx: Context, ids: readonly string[], now: string): Promise<void> {
  const left = await closeDueTogether(ctx, ids, now).catch(() => ids);
  for (const id of left)
    await apart(ctx, "a month was not closed", id, () => closeDue(ctx, ctx.system.within(id), now));
}

async function markOverdue(ctx: Context, now: string): Promise<void> {
  const { db, system } = ctx;
  for (const { organizationId, id } of await readOverdue(db, system, now)) {
    const scope = system.within(organizationId);
    const mark = () =>
      db.transaction(scope, async (tx) => {
        const statement = await lockStatement(tx, scope, id);
        if (statement?.status !== "finalized") return; // it was paid, or another process was faster
        const overdue = await updateStatement(tx, scope, id, { status: "past_due" });
        await recordStatus(tx, scope, overdue);
        await announceStatement(tx, scope, overdue);
      });
    await apart(ctx, "a statement was not marked as past due", organizationId, mark);
  }
}

async function beginComparisons(ctx: Context, now: string): Promise<void> {
  const { db, system, jobs } = ctx;
  const before = latestNight(now);
  for (let after = BEFORE_ALL; ;) {
    const ids = await readUnchecked(db, system, before, { after, limit: BATCH });
    for (const organizationId of ids) {
      const scope = system.within(organizationId);
      const begin = () =>
        db.transaction(scope, async (tx) => {
          if (await claimCheck(tx, scope, before)) await jobs.send(tx, compareWithProvider, { organizationId });
        });
      await apart(ctx, "a comparison was not begun", organizationId, begin);
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Reports a failure of one organization, so that it does not block the others. */
async function apart(
  { log }: Context,
  what: string,
  organizationId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.warn({ organizationId, err }, what);
  }
}

/** The last time at which a night's comparison was due to begin. */
function latestNight(now: string): string {
  const today = new Date(now);
  today.setUTCHours(NIGHTLY_HOUR, 0, 0, 0);
  const night = today.getTime() > Date.parse(now) ? today.getTime() - millisecondsInDay : today.getTime();
  return new Date(night).toISOString();
}
