const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS; // a date alone is read as UTC
}

const [FIRST, LAST] = [dayNumber("0001-01-01"), dayNumber("9999-12-31")];

/** Within the years that four digits write. Dates beyond, and none at all, come from hostile data only. */
export function dayOf(number: number): string {
  const day = Number.isNaN(number) ? FIRST : Math.min(LAST, Math.max(FIRST, number));
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOf(dayNumber(day) + days);
}

/** The same day of a later month, or that month's last: October 31 and four months are February 28. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)) / DAY_MS);
}
