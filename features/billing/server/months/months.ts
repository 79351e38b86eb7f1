const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Minutes from a month's last midnight to its closing. */
const CLOSED_AFTER_MINUTES = 30;
/**
 * Two zones differ by at most 26 hours. This far into a period the day is within its month in every zone, so a period
 * that began at another zone's midnight still gets the month that was meant.
 */
const SETTLED_MS = 36 * HOUR_MS;

/** The first instant of the month in which this instant lies. */
export function monthStart(at: string, zone: string): string {
  const { year, month } = dayIn(zone, Date.parse(at));
  return startOfDay(year, month, 1, zone);
}

/** The end of a period that begins here: the first of a month that is about one month after the start. */
export function periodEndAfter(start: string, zone: string): string {
  const { year, month } = dayIn(zone, Date.parse(start) + SETTLED_MS);
  return startOfDay(year, month + 1, 1, zone);
}

/** `YYYYMM` of the period that begins here. */
export function monthName(start: string, zone: string): string {
  const { year, month } = dayIn(zone, Date.parse(start) + SETTLED_MS);
  return `${year}${String(month).padStart(2, "0")}`;
}

/** When a period with this end is closed: half past midnight local time. */
export function closeAt(end: string, zone: string): string {
  const { year, month, day } = dayIn(zone, Date.parse(end));
  return wallInstant(Date.UTC(year, month - 1, day, 0, CLOSED_AFTER_MINUTES), zone);
}

/** The calendar day in the zone, `YYYY-MM-DD`. */
export function dayOf(at: string, zone: string): string {
  const { year, month, day } = dayIn(zone, Date.parse(at));
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The month may run past December. */
function startOfDay(year: number, month: number, day: number, zone: string): string {
  return wallInstant(Date.UTC(year, month - 1, day), zone);
}

/** The first instant at which the zone's clocks show this time, or a later time if they skip it. */
function wallInstant(wall: number, zone: string): string {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => offsetAt(near, zone));
  const instants = offsets.map((offset) => wall - offset).toSorted((one, other) => one - other);
  const first = instants.find((instant) => instant + offsetAt(instant, zone) >= wall);
  return new Date(first ?? instants[1]!).toISOString(); // two offsets give two instants
}

function dayIn(zone: string, at: number): { year: number; month: number; day: number } {
  const shown = new Date(at + offsetAt(at, zone));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() };
}

// Cached by zone, because creating a formatter costs more than all its calls.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  clocks.set(zone, clock);
  return clock;
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(at / 1000) * 1000;
}
