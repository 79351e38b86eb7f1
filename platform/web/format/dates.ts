let displayZone: string | undefined;

/** The zone of times that name none: the organization's, once it is known; the browser's own until then. */
export function setDisplayZone(zone: string | undefined): void {
  displayZone = zone;
}

let displayLocale = "en-US";

/** The language of dates on the page; `undefined`: American English. */
export function setDisplayLocale(locale: string | undefined): void {
  displayLocale = locale ?? "en-US";
}

/** IANA name of the display zone. */
export function currentZone(): string {
  return displayZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export interface DateOptions {
  /** Adds hours and minutes with the zone's short name, as on paper; ignored for a day without a time. */
  readonly withTime?: boolean;
  /** IANA name; default: the display zone. */
  readonly zone?: string | undefined;
}

/** A timestamp (ISO 8601) or a day (`YYYY-MM-DD`) as people read it. */
export function formatDate(at: string, { withTime = false, zone = displayZone }: DateOptions = {}): string {
  const isDay = DAY_ONLY.test(at);
  return formatOf(withTime && !isDay, isDay ? "UTC" : zone).format(new Date(at));
}

/** Making one costs more than a hundred dates do, and a table shows hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(withTime: boolean, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${displayLocale} ${withTime} ${zone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(displayLocale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    ...(withTime && { hour: "numeric", minute: "2-digit", timeZoneName: "short" }),
    ...(zone !== undefined && { timeZone: zone }),
  });
  formats.set(key, made);
  return made;
}

const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** "3 days ago", "in 2 months"; "just now" within a minute. `now` in milliseconds. */
export function relativeDate(at: string, now: number = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : "just now";
}
