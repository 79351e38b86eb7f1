import type { Scope } from "#platform/server/database/scope.ts";
import type { AssetReportDeps } from "./deps.ts";
import { readExpiring } from "./reminders/reminder-store.ts";
import { remindOwner } from "./reminders/reminders.ts";
import { readOverdueToForget } from "./retention/retention-due-store.ts";
import { forgetData } from "./retention/retention.ts";
import { readUnevaluated, type Page } from "./maintenance-store.ts";

/** Reports or borrowers that one run takes. */
const BATCH = 20;
/** Sorts before every id. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Safe to run in several processes at once. A failure does not block the rest and is tried again. */
export async function runReportMaintenance(deps: AssetReportDeps, now = new Date().toISOString()): Promise<void> {
  const { db, systemScope, evaluator } = deps;
  const today = now.slice(0, 10);
  const found = await Promise.allSettled([
    each(deps, "a report without an evaluation was not evaluated", {
      find: (page) => readUnevaluated(db, systemScope, page),
      work: (scope, report) => evaluator.findEvaluation(db, scope, report),
    }),
    each(deps, "an owner was not reminded of a report's end", {
      find: (page) => readExpiring(db, systemScope, today, page),
      work: (scope, { id }) => remindOwner(deps, scope, id, today),
    }),
    each(deps, "expired data was not removed", {
      find: (page) => readOverdueToForget(db, systemScope, { now, borrowerPortal: deps.portalData.stored }, page),
      work: (scope, { id }) => forgetData(deps, scope, id, now),
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
  { systemScope, onTrouble }: AssetReportDeps,
  what: string,
  { find, work }: Step<Found>,
): Promise<void> {
  for (let after = BEFORE_ALL; ;) {
    const page = await find({ after, limit: BATCH });
    for (const found of page)
      await work(systemScope.within(found.organizationId), found).catch((err: unknown) =>
        onTrouble(what, { organizationId: found.organizationId, id: found.id, err }),
      );
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}
