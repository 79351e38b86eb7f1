import type { Context } from "#platform/server/context.ts";
import { borrowerClosed } from "#features/borrowers/server/jobs.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { accessTokenOf, checkItems } from "./connections/connections.ts";
import { endAllItems } from "./connections/end-items.ts";
import { readItem } from "./connections/item-queries.ts";
import {
  examineConnections,
  fetchReport,
  generateOnConnect,
  removeAtProvider,
  removeLeftover,
  removeReportAtProvider,
  requestReport,
} from "./jobs.ts";
import { generateForNewBank } from "./generate.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";
import { removeAtProviderNow } from "./retention/provider-removals.ts";
import { forgetAtProvider } from "./retention/retention.ts";

export function assetReportWorkers(ctx: Context): JobWorker[] {
  return [
    worker(requestReport, ({ reportId }, scope) => askProvider(ctx, scope, reportId)),
    worker(generateOnConnect, ({ itemId }, scope) => generateForNewBank(ctx, scope, itemId)),
    worker(fetchReport, (data, scope) => fetchFromProvider(ctx, scope, data)),
    worker(borrowerClosed, ({ borrowerId }, scope) => endAllItems(ctx, scope, borrowerId)),
    worker(examineConnections, ({ reportId }, scope) => checkItems(ctx, scope, reportId)),
    worker(removeReportAtProvider, ({ reportId }, scope) => forgetAtProvider(ctx, scope, reportId)),
    worker(removeLeftover, ({ removalId }, scope) => removeAtProviderNow(ctx, scope, removalId)),
    worker(removeAtProvider, ({ itemId }, scope) => removeItem(ctx, scope, itemId)),
  ];
}

async function removeItem(ctx: Context, scope: Scope, itemId: string): Promise<void> {
  const item = await readItem(ctx.db, scope, itemId);
  if (item) await ctx.providers.bankData[item.product].endConnection(accessTokenOf(ctx, scope, item));
}
