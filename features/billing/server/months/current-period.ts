import type { CurrentPeriod } from "#features/billing/contract.ts";
import { REPORT_PRICES } from "#features/billing/rules/report-prices.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readAccount, readSpent, type AccountRow } from "./account-store.ts";
import { readDrift } from "../comparison/check-store.ts";
import { monthStart, periodEndAfter } from "./months.ts";

/** A month that is over and not closed yet counts as past: a charge made now belongs to the next one. */
export function periodOf(
  { billedUntil, createdAt, timeZone }: AccountRow,
  now = new Date().toISOString(),
): { start: string; end: string } {
  let start = new Date(billedUntil ?? monthStart(createdAt, timeZone)).toISOString();
  for (;;) {
    const end = periodEndAfter(start, timeZone);
    if (Date.parse(end) > Date.parse(now)) return { start, end };
    start = end;
  }
}

export async function findCurrentPeriod(db: ReadDb, scope: Scope): Promise<CurrentPeriod> {
  const account = await readAccount(db, scope);
  const { start, end } = periodOf(account);
  const [spent, drift] = [await readSpent(db, scope, start), await readDrift(db, scope)];
  return {
    periodStart: start,
    periodEnd: end,
    timeZone: account.timeZone,
    amount: spent.unbilled,
    spendCap: account.spendCap,
    spent: spent.reports,
    prices: REPORT_PRICES,
    drift,
  };
}
