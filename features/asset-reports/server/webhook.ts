// A webhook is only a hint. The state is always read from the provider.
import type { Context } from "#platform/server/context.ts";
import type { SignedRequest } from "#platform/server/http/authenticate-request.ts";
import { findBorrowerByUser } from "./connections/bank-users.ts";
import { setItemStatus } from "./connections/connections.ts";
import { findItemByProviderId } from "./connections/item-queries.ts";
import { isInFlight } from "#features/asset-reports/contract.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { fetchReport } from "./jobs.ts";
import { endReport } from "./make-report.ts";
import { findReportByProviderId, readNewestReport } from "./queries.ts";

interface PlaidEvent {
  readonly webhook_type: string;
  readonly webhook_code: string;
  readonly [field: string]: unknown;
}

/**
 * Throws INVALID_SIGNATURE before it reads anything. Accepts and ignores unknown events and objects that are not ours.
 */
export async function handlePlaidWebhook(
  ctx: Context,
  { header, rawBody }: SignedRequest,
  event: PlaidEvent,
): Promise<void> {
  await ctx.providers.verifyPlaidWebhook(header("plaid-verification"), rawBody);
  if (event.webhook_type === "ASSETS") await handleReportEvent(ctx, event);
  if (event.webhook_type === "CHECK_REPORT") await handleUserEvent(ctx, event);
  if (event.webhook_type === "ITEM") await handleItemEvent(ctx, event);
}

async function handleReportEvent(ctx: Context, event: PlaidEvent): Promise<void> {
  const known = await findReportByProviderId(ctx.db, ctx.system, textOf(event["asset_report_id"]));
  if (!known) return;
  const scope = ctx.system.within(known.organizationId);
  if (event.webhook_code === "PRODUCT_READY") return fetchSoon(ctx, scope, known.id);
  if (event.webhook_code === "ERROR") await endReport(ctx, scope, known, errorCodeOf(event));
}

/** Of a person, not of a report: whether it is about theirs that is under way, ready or failed, the provider says. */
async function handleUserEvent(ctx: Context, event: PlaidEvent): Promise<void> {
  const known = await findBorrowerByUser(ctx.db, ctx.system, textOf(event["user_id"]));
  const scope = known && ctx.system.within(known.organizationId);
  const report = known && scope && (await readNewestReport(ctx.db, scope, known.borrowerId));
  if (report?.product === "consumer_report" && isInFlight(report)) await fetchSoon(ctx, scope!, report.id);
}

function fetchSoon(ctx: Context, scope: Scope, reportId: string): Promise<void> {
  return ctx.db.transaction(scope, (tx) =>
    ctx.jobs.send(tx, fetchReport, { organizationId: scope.organizationId, reportId }),
  );
}

async function handleItemEvent(ctx: Context, event: PlaidEvent): Promise<void> {
  const status = ITEM_STATUS[event.webhook_code === "ERROR" ? errorCodeOf(event) : event.webhook_code];
  const item = status && (await findItemByProviderId(ctx.db, ctx.system, textOf(event["item_id"])));
  if (item) await setItemStatus(ctx, ctx.system.within(item.organizationId), item, status, endOf(event));
}

/** By the bank, or because consent expires. */
function endOf(event: PlaidEvent): string | null {
  const end = new Date(textOf(event["disconnect_time"]) || textOf(event["consent_expiration_time"]));
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

const ITEM_STATUS: Record<string, "ok" | "login_required" | "expiring"> = {
  ITEM_LOGIN_REQUIRED: "login_required",
  LOGIN_REPAIRED: "ok",
  PENDING_EXPIRATION: "expiring",
  PENDING_DISCONNECT: "expiring",
  USER_PERMISSION_REVOKED: "login_required",
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function errorCodeOf({ error }: PlaidEvent): string {
  const code = typeof error === "object" && error !== null && "error_code" in error ? error.error_code : undefined;
  return textOf(code) || "UNKNOWN";
}
