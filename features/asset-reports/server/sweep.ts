import type { Scope } from "#kit/server/database/scope.ts";
import type { AssetReportDeps } from "./deps.ts";
import { readExpiring } from "./reminders/reminder-store.ts";
import { remindOwner } from "./reminders/reminders.ts";
import { readOverdueToForget } from "./retention/retention-due-store.ts";
import { forgetData } from "./retention/retention.ts";
import { readUnevaluated, type Page } from "./sweep-store.ts";

/** Reports or borrowers that one look takes. */
const BATCH = 20;
/** Sorts before every id. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Safe to run in several processes at once. What fails keeps nothing else from being done, and is tried again. */
export async function sweepReports(deps: AssetReportDeps, now = new Date().toISOString()): Promise<void> {
  const { db, across, evaluator } = deps;
  const today = now.slice(0, 10);
  const found = await Promise.allSettled([
    each(deps, "a report without an evaluation was not evaluated", {
      find: (page) => readUnevaluated(db, across, page),
      work: (scope, report) => evaluator.findEvaluation(db, scope, report),
    }),
    each(deps, "an owner was not reminded of a report's end", {
      find: (page) => readExpiring(db, across, today, page),
      work: (scope, { id }) => remindOwner(deps, scope, id, today),
    }),
    each(deps, "data that is kept no longer was not removed", {
      find: (page) => readOverdueToForget(db, across, { now, visits: deps.visitsData.kept }, page),
      work: (scope, { id }) => forgetData(deps, scope, id, now),
    }),
  ]);
  for (const step of found) if (step.status === "rejected") throw step.reason;
}

interface Step<Found> {
  find(page: Page): Promise<Found[]>;
  work(scope: Scope, found: Found): Promise<unknown>;
}

/** One after the other: a long report takes a while, and nobody waits for it. */
async function each<Found extends { organizationId: string; id: string }>(
  { across, onTrouble }: AssetReportDeps,
  what: string,
  { find, work }: Step<Found>,
): Promise<void> {
  for (let after = BEFORE_ALL; ;) {
    const page = await find({ after, limit: BATCH });
    for (const found of page)
      await work(across.within(found.organizationId), found).catch((err: unknown) =>
        onTrouble(what, { organizationId: found.organizationId, id: found.id, err }),
      );
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}
