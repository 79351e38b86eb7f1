// The published example report, which one log-in (user_golden) gives back byte for byte.
import { readFileSync } from "node:fs";
import type { ReportAccount, ReportItem } from "./report-accounts.ts";

export const GOLDEN_TEXT = readFileSync(new URL("bank-data/golden-asset-report.json", import.meta.url), "utf8");

const golden = JSON.parse(GOLDEN_TEXT) as { report: { items: ReportItem[] } };

export const GOLDEN_ITEMS: readonly ReportItem[] = golden.report.items;

export const GOLDEN_ACCOUNTS: readonly ReportAccount[] = GOLDEN_ITEMS.flatMap(({ accounts }) => accounts);
