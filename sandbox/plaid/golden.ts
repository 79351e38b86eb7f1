// The published example report. The login user_golden returns it byte for byte, under the requested report's id.
import { readFileSync } from "node:fs";
import type { ReportAccount, ReportItem } from "./report-accounts.ts";

const TEXT = readFileSync(new URL("bank-data/golden-asset-report.json", import.meta.url), "utf8");

const golden = JSON.parse(TEXT) as { report: { asset_report_id: string; items: ReportItem[] } };

export function goldenText(reportId: string): string {
  return TEXT.replace(golden.report.asset_report_id, reportId);
}

export const GOLDEN_ITEMS: readonly ReportItem[] = golden.report.items;

export const GOLDEN_ACCOUNTS: readonly ReportAccount[] = GOLDEN_ITEMS.flatMap(({ accounts }) => accounts);
