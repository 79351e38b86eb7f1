// Owns how long a report's data counts as fresh.
/**
 * The last day on which the documents are not older than four months, with the month's end clamped:
 * October 31 gives February 28. Source: Fannie Mae Selling Guide B1-1-03. Days as `YYYY-MM-DD`.
 */
export function expiresOn(asOf: string): string {
  const [year = 0, month = 1, day = 1] = asOf.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + FRESH_MONTHS + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + FRESH_MONTHS, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}

const FRESH_MONTHS = 4;
