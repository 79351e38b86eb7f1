import * as calls from "#features/asset-reports/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { connectBank, createLinkToken } from "./connections/connections.ts";
import type { AssetReportDeps } from "./deps.ts";
import { compareReports } from "./difference.ts";
import { describeReport, downloadReport, retrieveReport, verifyFile } from "./download.ts";
import { findProgress, generateReport } from "./generate.ts";
import { handlePlaidWebhook } from "./webhook.ts";

export function assetReportRoutes(deps: AssetReportDeps): Route[] {
  return [
    route(calls.createLinkToken, (actor, input) => createLinkToken(deps, actor, input)),
    route(calls.exchangePublicToken, (actor, input) => connectBank(deps, actor, input)),
    route(calls.generateAssetReport, (actor, input) => generateReport(deps, actor, input)),
    route(calls.latestAssetReport, async (actor, { id }) => {
      const report = await findProgress(deps, actor, id);
      return { report: report && (await describeReport(deps, actor, report)) };
    }),
    route(calls.retrieveAssetReport, (actor, { id }) => retrieveReport(deps, actor, id)),
    route(calls.downloadAssetReport, (actor, input) => downloadReport(deps, actor, input)),
    route(calls.compareAssetReports, async (actor, { id }) => ({ difference: await compareReports(deps, actor, id) })),
    route(calls.verifyReportFile, (_anyone, { sha256 }) => verifyFile(deps, sha256)),
    route(calls.plaidWebhook, (signed, event) => handlePlaidWebhook(deps, signed, event)),
  ];
}
