// What the rules say of whole accounts, read from the grounds of the set. The bank's lines are left out: none is needed,
// and there may be thousands.
import { type HistoryRow, readHistory } from "#features/underwriting/rules-edition-1/statements/history.ts";
import { openCase } from "#features/underwriting/rules-edition-1/case.ts";
import { type OwnershipRow, readOwners } from "#features/underwriting/rules-edition-1/owners/owners.ts";
import { readVod, type VodRow } from "#features/underwriting/rules-edition-1/statements/vod.ts";
import type { DocumentInput } from "./document-input.ts";
import { marksOf, numberOf } from "./finding-marks.ts";

export interface ReportFacts {
  /** By an account's id. */
  readonly owners: ReadonlyMap<string, OwnershipRow>;
  readonly history: ReadonlyMap<string, HistoryRow>;
  /** Numbers of the findings that name an account. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
  readonly vod: readonly VodRow[];
  /** Numbers of the findings that name a transaction, by its id. */
  readonly marks: ReadonlyMap<string, string>;
}

export function readFacts({ report, set }: Pick<DocumentInput, "report" | "set">): ReportFacts {
  const items = report.items.map((item) => ({
    ...item,
    accounts: item.accounts.map((account) => ({ ...account, transactions: [] })),
  }));
  const one = openCase({ reading: { ...report, items }, ...set.grounds });
  const findings = new Map<string, string[]>();
  for (const [place, { accountIds }] of set.findings.entries())
    for (const id of new Set(accountIds)) findings.set(id, [...(findings.get(id) ?? []), numberOf(place)]);
  return {
    owners: new Map(readOwners(one).rows.map((row) => [row.accountId, row])),
    history: new Map(readHistory(one).rows.map((row) => [row.accountId, row])),
    findings,
    vod: readVod(one),
    marks: marksOf(set.findings).numbers,
  };
}
