import { borrowerClosed } from "#features/borrowers/server/jobs.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { accessTokenOf } from "./connections/connections.ts";
import { endAllItems } from "./connections/end-items.ts";
import { checkItems } from "./connections/item-status.ts";
import { readItem } from "./connections/item-store.ts";
import type { AssetReportDeps } from "./deps.ts";
import { examineConnections, fetchReport, removeAtProvider, removeReportAtProvider, requestReport } from "./jobs.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";
import { forgetAtProvider } from "./retention/retention.ts";

export function assetReportWorkers(deps: AssetReportDeps): JobWorker[] {
  return [
    worker(requestReport, ({ reportId }, scope) => askProvider(deps, scope, reportId)),
    worker(fetchReport, (data, scope) => fetchFromProvider(deps, scope, data)),
    worker(borrowerClosed, ({ borrowerId }, scope) => endAllItems(deps, scope, borrowerId)),
    worker(examineConnections, ({ reportId }, scope) => checkItems(deps, scope, reportId)),
    worker(removeReportAtProvider, ({ reportId }, scope) => forgetAtProvider(deps, scope, reportId)),
    worker(removeAtProvider, ({ itemId }, scope) => removeItem(deps, scope, itemId)),
  ];
}

async function removeItem(deps: AssetReportDeps, scope: Scope, itemId: string): Promise<void> {
  const item = await readItem(deps.db, scope, itemId);
  if (item) await deps.plaid.removeConnection(accessTokenOf(deps, scope, item));
}
