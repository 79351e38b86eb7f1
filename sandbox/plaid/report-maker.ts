// Makes reports after their delay, including those that a restart interrupted, and sends a webhook.
import { type Memory, replaceFile } from "../shared/state-file.ts";
import { errorBody } from "./errors.ts";
import { personaOf } from "./item-accounts.ts";
import type { Item, PlaidConfig, PlaidData, Report } from "./plaid-data.ts";
import { filteredText, reportText } from "./report-body.ts";
import type { Webhooks } from "./webhooks.ts";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

export interface ReportMaker {
  /** Makes the report when it is due. A report without a due time stays pending. */
  make(report: Report): void;
  /** Continues what an earlier run of the process left pending. */
  resume(): void;
  close(): void;
}

interface MakerDeps {
  config: PlaidConfig;
  memory: Memory<PlaidData>;
  bodies: ReportBodies;
  webhooks: Webhooks;
}

export function openReportMaker(deps: MakerDeps): ReportMaker {
  const { config, memory } = deps;
  const timers = new Set<NodeJS.Timeout>();
  const make = (report: Report) => {
    if (report.dueAt === null) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        finish(deps, report).catch((error: unknown) => {
          config.say(`Plaid sandbox: report ${report.id} could not be made: ${String(error)}`);
        });
      },
      Math.max(0, Date.parse(report.dueAt) - config.now().getTime()),
    );
    timers.add(timer);
  };
  return {
    make,
    resume() {
      for (const report of Object.values(memory.data.reports)) if (report.state === "pending") make(report);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export function itemsOf(data: PlaidData, report: Report): Item[] {
  return report.itemIds.map((id) => data.items[id]).filter((item) => item !== undefined);
}

async function finish(deps: MakerDeps, report: Report): Promise<void> {
  const { memory, bodies, webhooks } = deps;
  const items = itemsOf(memory.data, report);
  const text = await textOf(deps, report, items);
  if (text === null) {
    report.state = "failed";
    announce(webhooks, report, "ERROR");
  } else {
    await bodies.save(report.id, text);
    // The report may have been removed while it was written.
    if (report.state === "removed") return bodies.remove(report.id);
    report.state = "ready";
    const isSilent = items.some((item) => personaOf(item).fault === "no webhook");
    if (!isSilent) announce(webhooks, report, "PRODUCT_READY");
  }
  memory.changed();
}

/** Null when the report cannot be made. */
async function textOf({ config, bodies }: MakerDeps, report: Report, items: Item[]): Promise<string | null> {
  if (items.some((item) => personaOf(item).fault === "report fails")) return null;
  if (report.excludedAccountIds === null) return reportText(report, items, config.now());
  const parent = report.parentId === null ? undefined : await bodies.read(report.parentId);
  return parent === undefined ? null : filteredText(parent, report, config.now());
}

function announce(webhooks: Webhooks, report: Report, code: "PRODUCT_READY" | "ERROR"): void {
  if (report.userId === null) return sendReportWebhook(webhooks, report, code);
  const webhook_code = code === "ERROR" ? "USER_CHECK_REPORT_FAILED" : "USER_CHECK_REPORT_READY";
  const products = code === "ERROR" ? {} : { successful_products: ["cra_base_report"], failed_products: [] };
  webhooks.send(report.webhook, { webhook_type: "CHECK_REPORT", webhook_code, user_id: report.userId, ...products });
}

export function sendReportWebhook(
  webhooks: Webhooks,
  report: Pick<Report, "id" | "webhook">,
  code: "PRODUCT_READY" | "ERROR",
): void {
  const reported = { webhook_type: "ASSETS", webhook_code: code, asset_report_id: report.id };
  if (code === "PRODUCT_READY") webhooks.send(report.webhook, { ...reported, report_type: "FULL" });
  else
    webhooks.send(report.webhook, {
      ...reported,
      error: { ...errorBody("ASSET_REPORT_GENERATION_FAILED"), status: 400 },
    });
}

// The text of each finished report, written once and never changed: beside the state file, or in memory.
export interface ReportBodies {
  /** Stores a finished report's JSON text. */
  save(reportId: string, text: string): Promise<void>;
  /** The text, or undefined when it was removed. */
  read(reportId: string): Promise<string | undefined>;
  remove(reportId: string): Promise<void>;
}

/** With `folder` null the texts stay in memory. */
export async function openReportBodies(folder: string | null): Promise<ReportBodies> {
  if (folder === null) {
    const texts = new Map<string, string>();
    return {
      save: async (id, text) => void texts.set(id, text),
      read: async (id) => texts.get(id),
      remove: async (id) => void texts.delete(id),
    };
  }
  await mkdir(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    save: (id, text) => replaceFile(fileOf(id), text),
    read: (id) => readFile(fileOf(id), "utf8").catch(() => undefined),
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}
