import { dayIn, instantOf } from "#platform/dates/zones.ts";
import { type CurrentPeriod, REPORT_PRICES } from "#features/billing/contract.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type AccountRow, readAccount, readSpent } from "./account-queries.ts";
import { readDrift } from "../comparison/check-queries.ts";

const HOUR_MS = 3_600_000;
/**
 * Two zones differ by at most 26 hours. This far into a period the day is within its month in every zone, so a period
 * that began at another zone's midnight still gets the month that was meant.
 */
const SETTLED_MS = 36 * HOUR_MS;

/** The first instant of the month in which this instant lies. */
export function monthStart(at: string, zone: string): string {
  return instantOf(`${dayIn(at, zone).slice(0, 7)}-01T00:00`, zone);
}

/** The end of a period that begins here: the first of a month that is about one month after the start. */
export function periodEndAfter(start: string, zone: string): string {
  const [year, month] = settledMonth(start, zone).split("-").map(Number) as [number, number];
  const next = new Date(Date.UTC(year, month)).toISOString().slice(0, 7);
  return instantOf(`${next}-01T00:00`, zone);
}

/** `YYYYMM` of the period that begins here. */
export function monthName(start: string, zone: string): string {
  return settledMonth(start, zone).replace("-", "");
}

/** When a period with this end is closed: half past midnight local time. */
export function closeAt(end: string, zone: string): string {
  return instantOf(`${dayIn(end, zone)}T00:30`, zone);
}

function settledMonth(start: string, zone: string): string {
  return dayIn(new Date(Date.parse(start) + SETTLED_MS).toISOString(), zone).slice(0, 7);
}

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
