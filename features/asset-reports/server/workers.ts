// Ties the jobs of reports and connections to what does them.
import { borrowerClosed } from "#features/borrowers/server/jobs.ts";
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import type { Scope } from "#kit/server/scope.ts";
import { accessTokenOf, endAllItems } from "./connections.ts";
import type { AssetReportDeps } from "./deps.ts";
import { fetchReport, removeAtProvider, requestReport } from "./jobs.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";
import { readItem } from "./store.ts";

export function assetReportWorkers(deps: AssetReportDeps): JobWorker[] {
  return [
    worker(requestReport, ({ reportId }, scope) => askProvider(deps, scope, reportId)),
    worker(fetchReport, (data, scope) => fetchFromProvider(deps, scope, data)),
    worker(borrowerClosed, ({ borrowerId }, scope) => endAllItems(deps, scope, borrowerId)),
    worker(removeAtProvider, ({ itemId }, scope) => removeItem(deps, scope, itemId)),
  ];
}

async function removeItem(deps: AssetReportDeps, scope: Scope, itemId: string): Promise<void> {
  const item = await readItem(deps.db, scope, itemId);
  if (item) await deps.plaid.removeConnection(accessTokenOf(deps, scope, item));
}
