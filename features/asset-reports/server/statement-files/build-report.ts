import { createHash } from "node:crypto";
import type {
  ParsedReport,
  ReportAccount,
  ReportItem,
  ReportTransaction,
} from "#features/underwriting/rules/parsed-report.ts";
import { addDays, daysBetween } from "#platform/dates/days.ts";
import type { StatementLine } from "#providers/statement-files/statement.ts";
import { institutionKey, type StatementAccount } from "./read-files.ts";

interface ReportNames {
  readonly reportId: string;
  readonly generatedAt: string;
}

/**
 * The accounts of statement files as a report; its ids are the same whatever the order and the names of the files. An
 * account's id is this report's alone, so that a statement counts for the files that it was compared with.
 */
export function buildReport(
  accounts: readonly StatementAccount[],
  { reportId, generatedAt }: ReportNames,
): ParsedReport {
  const items = accounts.map((account) => toItem(account, reportId));
  return {
    source: "files",
    providerReportId: reportId,
    generatedAt,
    asOf: accounts.map(({ to }) => to).sort()[0] ?? generatedAt.slice(0, 10),
    daysRequested: Math.max(0, ...accounts.map(daysOf)),
    items,
    warnings: [],
  };
}

function daysOf({ from, to }: StatementAccount): number {
  return daysBetween(from, to) + 1;
}

/** An account of its own each, because its files may end on another day. */
function toItem(account: StatementAccount, reportId: string): ReportItem {
  const { institution, to } = account;
  const key = institutionKey(institution);
  const id = digest(JSON.stringify([key, account.mask, account.subtype]));
  return {
    id: `files-${id}`,
    institutionId: `files-${digest(key)}`,
    institutionName: institution,
    // Money that moved later on that day may be missing: the data is as old as the day's start.
    lastUpdatedAt: `${to}T00:00:00.000Z`,
    accounts: [toReportAccount(account, id, reportId)],
  };
}

function toReportAccount(account: StatementAccount, id: string, reportId: string): ReportAccount {
  const { mask, subtype, holders, closingCents, lines, pending } = account;
  return {
    id: `account-${digest(JSON.stringify([reportId, id]))}`,
    persistentId: null,
    name: subtype === "cd" ? "Certificate of deposit" : subtype.replace(/^./, (first) => first.toUpperCase()),
    ...{ officialName: null, mask, type: "depository", subtype, currency: "USD" },
    ...{ currentCents: closingCents, availableCents: null, limitCents: null, marginLoanCents: null },
    daysAvailable: daysOf(account),
    ownershipType: null,
    owners: [{ names: [...holders], emails: [], phones: [], addresses: [] }],
    historicalBalances: balancesOf(account),
    holdings: [],
    transactions: withIds(id, [...lines, ...pending]).reverse(),
    unreadCount: 0,
  };
}

/** At the end of each day, newest first; the opening balance is that of the day before. */
function balancesOf({ from, to, openingCents, lines }: StatementAccount): ReportAccount["historicalBalances"] {
  const changes = new Map<string, number>();
  for (const { date, cents } of lines) changes.set(date, (changes.get(date) ?? 0) + cents);
  const balances = [{ date: addDays(from, -1), currentCents: openingCents }];
  let cents = openingCents;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    cents += changes.get(day) ?? 0;
    balances.push({ date: day, currentCents: cents });
  }
  return balances.reverse();
}

/** By content, and a number among equals. */
function withIds(account: string, lines: readonly StatementLine[]): ReportTransaction[] {
  const seen = new Map<string, number>();
  return lines.map(({ date, cents, description, checkNumber, isPending }) => {
    const content = JSON.stringify([account, date, cents, description]);
    const number = (seen.get(content) ?? 0) + 1;
    seen.set(content, number);
    return {
      id: `line-${digest(content)}-${number}`,
      ...{ date, description, merchantName: null, categoryPrimary: null, categoryDetailed: null, checkNumber },
      amountCents: 0 - cents, // here money out is positive
      currency: "USD",
      pending: isPending,
    };
  });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
