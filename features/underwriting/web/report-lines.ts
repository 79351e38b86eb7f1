import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { withoutDirectionMarks } from "#platform/text/text.ts";

export interface ReportLine {
  readonly line: ReportTransaction;
  readonly account: ReportAccount;
}

/** One pass over the report for all requested ids. */
export function linesFor({ items }: ParsedReport, ids: ReadonlySet<string>): ReadonlyMap<string, ReportLine> {
  const found = new Map<string, ReportLine>();
  for (const { accounts } of items)
    for (const account of accounts)
      for (const line of account.transactions) if (ids.has(line.id)) found.set(line.id, asShown(line, account));
  return found;
}

/** Reports from before the parser removed direction marks still hold them. */
export function asShown(line: ReportTransaction, account: ReportAccount): ReportLine {
  const description = withoutDirectionMarks(line.description);
  return { line: description === line.description ? line : { ...line, description }, account };
}
