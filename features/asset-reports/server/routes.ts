import { removeWithheldBank } from "./connections/remove-withheld.ts";
import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/asset-reports/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from "./calendar/calendar-feeds.ts";
import { connectBank, createLinkToken } from "./connections/connections.ts";
import { disconnectBank } from "./connections/end-items.ts";
import { compareReports } from "./difference.ts";
import { describeReport, downloadReport, retrieveReport, verifyFile } from "./download.ts";
import { readExpirations } from "./expirations/expirations.ts";
import { cancelPlannedRefresh, planRefresh } from "./expirations/plan-refresh.ts";
import { exportBorrower } from "./export-borrower.ts";
import { findProgress, generateReport } from "./generate.ts";
import { createStatementReport, previewStatementFiles } from "./statement-files/statement-files.ts";
import { findPacket } from "./governance/packet.ts";
import { downloadPacket } from "./governance/packet-files.ts";
import { handlePlaidWebhook } from "./webhook.ts";
import { createInvestorCopy, endInvestorCopy, listInvestorCopies } from "./sharing/investor-copies.ts";
import {
  createAuditCopy,
  downloadAuditCopy,
  listAuditCopies,
  openAuditCopy,
  revokeAuditCopy,
} from "./sharing/audit-copies.ts";

export function assetReportRoutes(ctx: Context): Route[] {
  return [
    route(calls.createLinkToken, (actor, input) => createLinkToken(ctx, actor, input)),
    route(calls.exchangePublicToken, (actor, input) => connectBank(ctx, actor, input)),
    route(calls.disconnectBank, (actor, input) => disconnectBank(ctx, actor, input)),
    route(calls.generateAssetReport, (actor, input) => generateReport(ctx, actor, input)),
    route(calls.readExpirations, (actor, { id }) => readExpirations(ctx, actor, id)),
    route(calls.planRefresh, (actor, input) => planRefresh(ctx, actor, input)),
    route(calls.cancelPlannedRefresh, (actor, { id }) => cancelPlannedRefresh(ctx, actor, id)),
    route(calls.listCalendarFeeds, (actor) => listCalendarFeeds(ctx, actor)),
    route(calls.createCalendarFeed, (actor, { kind }) => createCalendarFeed(ctx, actor, kind)),
    route(calls.deleteCalendarFeed, (actor, { kind }) => deleteCalendarFeed(ctx, actor, kind)),
    route(calls.previewStatementFiles, (actor, input) => previewStatementFiles(ctx, actor, input)),
    route(calls.createStatementReport, (actor, input) => createStatementReport(ctx, actor, input)),
    route(calls.latestAssetReport, async (actor, { id }) => {
      const report = await findProgress(ctx, actor, id);
      return { report: report && (await describeReport(ctx, actor, report)) };
    }),
    route(calls.retrieveAssetReport, (actor, { id }) => retrieveReport(ctx, actor, id)),
    route(calls.downloadAssetReport, (actor, input) => downloadReport(ctx, actor, input)),
    route(calls.exportBorrower, (actor, { id }) => exportBorrower(ctx, actor, id)),
    route(calls.removeWithheldBank, (actor, bank) => removeWithheldBank(ctx, actor, bank)),
    route(calls.compareAssetReports, async (actor, { id }) => ({ difference: await compareReports(ctx, actor, id) })),
    route(calls.verifyReportFile, (_anyone, { sha256 }) => verifyFile(ctx, sha256)),
    route(calls.findSigningKey, () => Promise.resolve({ publicKey: ctx.signer.publicKey })),
    route(calls.findGovernancePacket, (actor, period) => findPacket(ctx, actor, period)),
    route(calls.downloadGovernancePacket, (actor, input) => downloadPacket(ctx, actor, input)),
    route(calls.plaidWebhook, (signed, event) => handlePlaidWebhook(ctx, signed, event)),
  ];
}

export function sharingRoutes(ctx: Context): Route[] {
  return [
    route(calls.createAuditCopy, (actor, share) => createAuditCopy(ctx, actor, share)),
    route(calls.listAuditCopies, (actor, { borrowerId }) => listAuditCopies(ctx, actor, borrowerId)),
    route(calls.revokeAuditCopy, (actor, { id }) => revokeAuditCopy(ctx, actor, id)),
    route(calls.createInvestorCopy, (actor, share) => createInvestorCopy(ctx, actor, share)),
    route(calls.listInvestorCopies, (actor, { borrowerId }) => listInvestorCopies(ctx, actor, borrowerId)),
    route(calls.endInvestorCopy, (actor, copy) => endInvestorCopy(ctx, actor, copy)),
    route(calls.openAuditCopy, (visitor, opening) => openAuditCopy(ctx, visitor, opening)),
    route(calls.downloadAuditCopy, (visitor, opening) => downloadAuditCopy(ctx, visitor, opening)),
  ];
}
