import { longDay, addDays } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";

export function dayWords(at: string, timeZone: string): string {
  return longDay(dayIn(at, timeZone));
}

/** The first and the last day of a half-open period. */
export function periodWords({ periodStart, periodEnd, timeZone }: Period): string {
  const last = addDays(dayIn(periodEnd, timeZone), -1);
  return `${dayWords(periodStart, timeZone)} to ${longDay(last)}`;
}

interface Period {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
}
