import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

export interface ReportLine {
  readonly line: ReportTransaction;
  readonly account: ReportAccount;
}

/** One pass over the report for all ids that are asked for. */
export function linesFor({ items }: ParsedReport, ids: ReadonlySet<string>): ReadonlyMap<string, ReportLine> {
  const found = new Map<string, ReportLine>();
  for (const { accounts } of items)
    for (const account of accounts)
      for (const line of account.transactions) if (ids.has(line.id)) found.set(line.id, { line, account });
  return found;
}
