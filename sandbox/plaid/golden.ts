// The published example report, which one log-in (user_golden) gives back byte for byte, under the id of the report that was asked for.
import { readFileSync } from "node:fs";
import type { ReportAccount, ReportItem } from "./report-accounts.ts";

const TEXT = readFileSync(new URL("bank-data/golden-asset-report.json", import.meta.url), "utf8");

const golden = JSON.parse(TEXT) as { report: { asset_report_id: string; items: ReportItem[] } };

export function goldenText(reportId: string): string {
  return TEXT.replace(golden.report.asset_report_id, reportId);
}

export const GOLDEN_ITEMS: readonly ReportItem[] = golden.report.items;

export const GOLDEN_ACCOUNTS: readonly ReportAccount[] = GOLDEN_ITEMS.flatMap(({ accounts }) => accounts);
