import { useMemo } from "react";
import { accountName } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { asShown, type ReportLine } from "#features/underwriting/web/report-lines.ts";

/** Lookups by id for the tables of figures. */
export interface Lookup {
  readonly line: (id: string) => ReportLine | undefined;
  /** The account's name as findings use it. */
  readonly account: (id: string) => string;
}

export function useLookup(parsedReport: ParsedReport): Lookup {
  return useMemo(() => {
    const lines = new Map<string, ReportLine>();
    const names = new Map<string, string>();
    for (const { accounts } of parsedReport.items)
      for (const account of accounts) {
        names.set(account.id, accountName(account));
        for (const line of account.transactions) lines.set(line.id, asShown(line, account));
      }
    return { line: (id) => lines.get(id), account: (id) => names.get(id) ?? id };
  }, [parsedReport]);
}
