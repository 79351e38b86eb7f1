import type { ParsedReport, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { lineKeyOf, prepare } from "#features/underwriting/rules/prepare.ts";

interface FoundLine {
  readonly line: ReportTransaction;
  /** Content key, which names the line in later reports too. `null`: the line's account is in the report twice. */
  readonly lineKey: string | null;
  readonly isDeposit: boolean;
  readonly isPayment: boolean;
}

/** Finds a line by its id, otherwise by its content key, because a bank that is connected again has new ids. */
export function findLine(
  report: ParsedReport,
  { transactionId, lineKey }: { transactionId: string; lineKey?: string | null },
): FoundLine | undefined {
  const byId = sourceOf(report, transactionId);
  const keyed = keyedLines(report);
  const known = byId
    ? keyed.find(({ id }) => id === transactionId)
    : keyed.find((line) => lineKey && lineKeyOf(line) === lineKey);
  const found = byId ?? (known && sourceOf(report, known.id));
  if (!found) return undefined;
  const { line, isDepository } = found;
  const isPosted = isDepository && !line.pending;
  return {
    line,
    lineKey: known ? lineKeyOf(known) : null,
    isDeposit: isPosted && line.amountCents < 0,
    isPayment: isPosted && line.amountCents > 0,
  };
}

/** Finds an account by its id, otherwise by its content key. */
export function findAccount(
  report: ParsedReport,
  { accountId, accountKey }: { accountId: string; accountKey?: string | null },
): { id: string; key: string | null } | undefined {
  const accounts = keyedAccounts(report);
  const known =
    accounts.find(({ id }) => id === accountId) ??
    accounts.find(({ key }) => key === accountId || (!!accountKey && key === accountKey));
  if (known) return { id: known.id, key: known.key };
  const isThere = report.items.some((item) => item.accounts.some(({ id }) => id === accountId));
  return isThere ? { id: accountId, key: null } : undefined; // a duplicate: the other one counts
}

function sourceOf({ items }: ParsedReport, transactionId: string) {
  for (const { accounts } of items)
    for (const { type, transactions } of accounts) {
      const line = transactions.find(({ id }) => id === transactionId);
      if (line) return { line, isDepository: type === "depository" };
    }
  return undefined;
}

const NO_INPUTS = { borrowers: [], evidence: [], confirmations: [], leftOutAccounts: [] };

function keyedAccounts(report: ParsedReport) {
  return prepare(report, null, NO_INPUTS).accounts;
}

function keyedLines(report: ParsedReport) {
  return keyedAccounts(report).flatMap(({ lines }) => lines);
}
