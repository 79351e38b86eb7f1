import { dayIn, instantOf } from "#platform/dates/zones.ts";

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
