// The current time of an object: its test clock's, or the real time.
import type { StripeDeps } from "./stripe-deps.ts";
import type { Recurring } from "./subscriptions/billing-data.ts";

/** Unix seconds; `clock` is the object's test clock, null = real time. */
export function timeOf({ data, config, catchingUpAt }: StripeDeps, clock: string | null): number {
  const testClock = clock === null ? undefined : data.clocks[clock];
  if (testClock !== undefined) return testClock.frozen_time;
  return catchingUpAt ?? Math.floor(config.now().getTime() / 1000);
}

// Billing periods: whole intervals from an anchor, the day clamped to short months.
export const DAY = 86_400;
export const HOUR = 3600;

/** `anchor` plus `count` intervals; from January 31 one month leads to February's last day, two to March 31. */
export function fromAnchor(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  const steps = interval_count * count;
  if (interval === "day") return anchor + steps * DAY;
  if (interval === "week") return anchor + steps * 7 * DAY;
  const date = new Date(anchor * 1000);
  const months = date.getUTCMonth() + steps * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(anchor * 1000);
  moved.setUTCFullYear(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay));
  return moved.getTime() / 1000;
}

/** The end of the period in which `moment` lies. */
export function periodEndAfter(anchor: number, recurring: Recurring, moment: number): number {
  const length = fromAnchor(anchor, recurring, 1) - anchor;
  // A guess from below, then step by step: months differ by at most three days.
  let count = Math.max(1, Math.floor((moment - anchor) / (length * 1.05)));
  while (fromAnchor(anchor, recurring, count) <= moment) count += 1;
  return fromAnchor(anchor, recurring, count);
}
