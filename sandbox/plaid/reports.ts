// Asset reports: requested, read, refreshed, filtered and removed. A ready report never changes.
import { randomUUID } from "node:crypto";
import { PlaidFault } from "./errors.ts";
import { cutToDays, type ReportReply, withInsights, withoutTransactions } from "./report-body.ts";
import { personaOf } from "./item-accounts.ts";
import { breakLogIn, findItem } from "./items.ts";
import { operation, type Operation, type PlaidDeps, WholeReply } from "./operation.ts";
import { type Item, newToken, type PlaidData, type Report } from "./plaid-data.ts";
import { itemsOf } from "./report-maker.ts";
import { reportPdf } from "./report-pdf.ts";

interface Options {
  client_report_id?: string | null;
  webhook?: string | null;
  user?: Partial<Report["user"]>;
  require_all_items?: boolean | null;
}

interface Create {
  access_tokens?: string[];
  days_requested: number;
  options?: Options;
}

interface Refresh {
  asset_report_token: string;
  days_requested?: number | null;
  options?: Options;
}

interface Get {
  asset_report_token?: string;
  include_insights?: boolean;
  fast_report?: boolean;
  options?: { days_to_include?: number | null };
}

export const REPORT_OPERATIONS: readonly Operation[] = [
  operation<Create>("/asset_report/create", (deps, { access_tokens, days_requested, options = {} }) => {
    if (access_tokens === undefined) throw new PlaidFault("MISSING_FIELDS", "access_tokens");
    const asked = [...new Set(access_tokens)].map((token) => findItem(deps.memory.data, token));
    const items = healthyItems(deps, asked, options.require_all_items ?? true);
    return startReport(deps, items, {
      clientReportId: options.client_report_id ?? null,
      webhook: options.webhook ?? null,
      user: reportUser(options.user ?? {}),
      daysRequested: days_requested,
      parentId: null,
      excludedAccountIds: null,
    });
  }),
  operation<Refresh>("/asset_report/refresh", (deps, { asset_report_token, days_requested, options = {} }) => {
    const parent = findParent(deps.memory.data, asset_report_token);
    const items = healthyItems(deps, itemsOf(deps.memory.data, parent), true);
    return startReport(deps, items, {
      clientReportId: options.client_report_id ?? parent.clientReportId,
      webhook: options.webhook ?? parent.webhook,
      user: options.user === undefined ? parent.user : reportUser(options.user),
      daysRequested: days_requested ?? parent.daysRequested,
      parentId: parent.id,
      excludedAccountIds: null,
    });
  }),
  operation<{ asset_report_token: string; account_ids_to_exclude: string[] }>("/asset_report/filter", (deps, body) => {
    const parent = findParent(deps.memory.data, body.asset_report_token);
    const { clientReportId, webhook, user, daysRequested, id } = parent;
    const rest = {
      clientReportId,
      webhook,
      user,
      daysRequested,
      parentId: id,
      excludedAccountIds: body.account_ids_to_exclude,
    };
    return startReport(deps, itemsOf(deps.memory.data, parent), rest);
  }),
  operation<Get>(
    "/asset_report/get",
    async (deps, { asset_report_token = "", include_insights, fast_report, options }) => {
      const text = await readText(deps, findReport(deps.memory.data, asset_report_token));
      const days = options?.days_to_include ?? null;
      if (include_insights !== true && fast_report !== true && days === null) return jsonReply(text);
      let reply = JSON.parse(text) as ReportReply;
      if (days !== null) reply = cutToDays(reply, days);
      if (fast_report === true) reply = withoutTransactions(reply);
      if (include_insights === true) reply = withInsights(reply);
      return jsonReply(JSON.stringify(reply));
    },
  ),
  operation<Get>("/asset_report/pdf/get", async (deps, { asset_report_token = "", options }) => {
    const reply = JSON.parse(await readText(deps, findReport(deps.memory.data, asset_report_token))) as ReportReply;
    const days = options?.days_to_include ?? null;
    return new WholeReply("application/pdf", reportPdf(days === null ? reply : cutToDays(reply, days)));
  }),
  operation<{ asset_report_token: string }>(
    "/asset_report/remove",
    async ({ memory, bodies }, { asset_report_token }) => {
      const report = findReport(memory.data, asset_report_token);
      report.state = "removed";
      for (const copy of Object.values(memory.data.auditCopies)) {
        if (copy.reportId === report.id) Reflect.deleteProperty(memory.data.auditCopies, copy.token);
      }
      await bodies.remove(report.id);
      memory.changed();
      return { removed: true };
    },
  ),
];

/** Starts a report and returns what its caller needs to fetch it. */
export function startReport(
  { config, memory, maker }: PlaidDeps,
  items: Item[],
  wanted: Pick<Report, "clientReportId" | "webhook" | "user" | "daysRequested" | "parentId" | "excludedAccountIds"> & {
    userId?: string;
  },
) {
  const now = config.now();
  const isNever = items.some((item) => personaOf(item).fault === "report never ready");
  const report: Report = {
    ...wanted,
    userId: wanted.userId ?? null,
    id: randomUUID(),
    token: newToken("assets"),
    itemIds: items.map(({ itemId }) => itemId),
    requestedAt: now.toISOString(),
    dueAt: isNever ? null : new Date(now.getTime() + config.reportDelayMs).toISOString(),
    state: "pending",
  };
  memory.data.reports[report.token] = report;
  memory.changed();
  maker.make(report);
  return { asset_report_token: report.token, asset_report_id: report.id };
}

/** Items whose login works. With `requiresAll`, one login that does not work fails the whole report. */
export function healthyItems(deps: PlaidDeps, items: Item[], requiresAll: boolean): Item[] {
  if (items.some(({ removedAt }) => removedAt !== null)) throw new PlaidFault("ITEM_NOT_FOUND");
  for (const item of items) {
    if (!item.breaksAtReport) continue;
    item.breaksAtReport = false;
    breakLogIn(deps, item);
  }
  const healthy = items.filter(({ needsLogIn }) => !needsLogIn);
  if (healthy.length === 0 || (requiresAll && healthy.length < items.length))
    throw new PlaidFault("ITEM_LOGIN_REQUIRED");
  return healthy;
}

export function findReport(data: PlaidData, token: string): Report {
  const report = data.reports[token];
  if (report === undefined || report.state === "removed") throw new PlaidFault("INVALID_ASSET_REPORT_TOKEN");
  return report;
}

function findParent(data: PlaidData, token: string): Report {
  const parent = findReport(data, token);
  if (parent.state === "pending") throw new PlaidFault("PRODUCT_NOT_READY");
  if (parent.state === "failed") throw new PlaidFault("INVALID_PARENT");
  return parent;
}

export async function readText({ bodies }: PlaidDeps, report: Report): Promise<string> {
  if (report.state === "failed") throw new PlaidFault("ASSET_REPORT_GENERATION_FAILED");
  if (report.state === "pending") throw new PlaidFault("PRODUCT_NOT_READY");
  const text = await bodies.read(report.id);
  if (text === undefined) throw new PlaidFault("DATA_UNAVAILABLE");
  return text;
}

export function jsonReply(text: string): WholeReply {
  return new WholeReply("application/json; charset=utf-8", text);
}

/** Plaid includes every field, with null where it has no value. */
function reportUser(user: Partial<Report["user"]>): Report["user"] {
  const names = ["client_user_id", "first_name", "middle_name", "last_name", "ssn", "phone_number", "email"];
  return Object.fromEntries(names.map((name) => [name, user[name] ?? null]));
}
