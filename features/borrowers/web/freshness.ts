import { millisecondsInDay } from "date-fns/constants";
import { EXPIRING_DAYS } from "#features/borrowers/rules/work.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

export interface Freshness {
  readonly tone: Tone;
  readonly words: string;
  /** Below zero once it has run out. */
  readonly daysLeft: number;
}

/** `expiresOn` is the last good day (`YYYY-MM-DD`, UTC); `now` in milliseconds. */
export function freshnessOf(expiresOn: string, now: number = Date.now()): Freshness {
  const left = daysBetween(now, Date.parse(expiresOn));
  const day = formatDate(expiresOn);
  if (left < 0) return { tone: "red", words: `Expired ${day}`, daysLeft: left };
  if (left > EXPIRING_DAYS) return { tone: "green", words: `Valid through ${day}`, daysLeft: left };
  return {
    tone: "amber",
    daysLeft: left,
    words: left === 0 ? "Valid through today" : `Valid through ${day}, ${formatCount(left, "day")} left`,
  };
}

/** From one moment to another, in whole UTC days. */
export function daysBetween(from: number, to: number): number {
  return Math.floor(to / millisecondsInDay) - Math.floor(from / millisecondsInDay);
}
