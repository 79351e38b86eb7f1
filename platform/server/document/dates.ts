const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A calendar day, `YYYY-MM-DD`, as `Nov 20, 2026`. Not by Intl: a report has thousands. */
export function longDay(day: string): string {
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  return month === undefined ? day : `${month} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`;
}

/** A moment, ISO 8601 in UTC, as `Nov 2, 2026, 9:04 AM EST` in an IANA time zone. */
export function localMoment(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleString("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
}

/** Whole days from one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
