// Owns what the bank-data provider tells us. A webhook is a hint to look: what counts is read from the provider.
import type { Signed } from "#kit/server/http/asker.ts";
import { setItemStatus } from "./connections/item-status.ts";
import { findItemByProviderId } from "./connections/item-store.ts";
import type { AssetReportDeps } from "./deps.ts";
import { fetchReport } from "./jobs.ts";
import { endReport } from "./make-report.ts";
import { findReportByProviderId } from "./store.ts";

interface Told {
  readonly webhook_type: string;
  readonly webhook_code: string;
  readonly [field: string]: unknown;
}

/** Throws INVALID_SIGNATURE before anything is looked at. What is unknown or not ours is accepted and ignored. */
export async function hearWebhook(deps: AssetReportDeps, { header, rawBody }: Signed, told: Told): Promise<void> {
  await deps.verifyWebhook(header("plaid-verification"), rawBody);
  if (told.webhook_type === "ASSETS") await hearOfReport(deps, told);
  if (told.webhook_type === "ITEM") await hearOfItem(deps, told);
}

async function hearOfReport(deps: AssetReportDeps, told: Told): Promise<void> {
  const known = await findReportByProviderId(deps.db, deps.across, textOf(told["asset_report_id"]));
  if (!known) return;
  const scope = deps.across.within(known.organizationId);
  if (told.webhook_code === "PRODUCT_READY") {
    await deps.db.transaction(scope, (tx) =>
      deps.jobs.send(tx, fetchReport, { organizationId: known.organizationId, reportId: known.id }),
    );
    return;
  }
  if (told.webhook_code === "ERROR") await endReport(deps, scope, known, errorCodeOf(told));
}

async function hearOfItem(deps: AssetReportDeps, told: Told): Promise<void> {
  const status = ITEM_STATUS[told.webhook_code === "ERROR" ? errorCodeOf(told) : told.webhook_code];
  const item = status && (await findItemByProviderId(deps.db, deps.across, textOf(told["item_id"])));
  if (item) await setItemStatus(deps, deps.across.within(item.organizationId), item, status);
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

function errorCodeOf({ error }: Told): string {
  const code = typeof error === "object" && error !== null && "error_code" in error ? error.error_code : undefined;
  return textOf(code) || "UNKNOWN";
}
