// Owns bank lines as findings and evidence name them: by id, with the account that they stand in.
import type { Reading, ReportAccount, ReportTransaction } from "#features/readings/contract.ts";

export interface ReportLine {
  readonly line: ReportTransaction;
  readonly account: ReportAccount;
}

/** One pass over the report for all ids that are asked for. */
export function linesFor({ items }: Reading, ids: ReadonlySet<string>): ReadonlyMap<string, ReportLine> {
  const found = new Map<string, ReportLine>();
  for (const { accounts } of items)
    for (const account of accounts)
      for (const line of account.transactions) if (ids.has(line.id)) found.set(line.id, { line, account });
  return found;
}
