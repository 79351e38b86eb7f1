// The doors to bank connections and asset reports.
import * as calls from "#features/asset-reports/contract.ts";
import { route, type Route } from "#kit/server/serve.ts";
import { connectBank, createLinkToken } from "./connections.ts";
import type { AssetReportDeps } from "./deps.ts";
import { downloadReport, retrieveReport } from "./download.ts";
import { findProgress, generateReport } from "./generate.ts";
import { toAssetReport } from "./store.ts";
import { hearWebhook } from "./webhook.ts";

export function assetReportRoutes(deps: AssetReportDeps): Route[] {
  return [
    route(calls.createLinkToken, (actor, input) => createLinkToken(deps, actor, input)),
    route(calls.exchangePublicToken, (actor, input) => connectBank(deps, actor, input)),
    route(calls.generateAssetReport, (actor, input) => generateReport(deps, actor, input)),
    route(calls.latestAssetReport, async (actor, { id }) => {
      const report = await findProgress(deps, actor, id);
      return { report: report && toAssetReport(report) };
    }),
    route(calls.retrieveAssetReport, (actor, { id }) => retrieveReport(deps, actor, id)),
    route(calls.downloadAssetReport, (actor, { id }) => downloadReport(deps, actor, id)),
    route(calls.plaidWebhook, (signed, told) => hearWebhook(deps, signed, told)),
  ];
}
