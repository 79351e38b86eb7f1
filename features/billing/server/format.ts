import { longDay } from "#platform/server/document/dates.ts";
import { money } from "#platform/server/document/money.ts";
import { addDays, dayOf } from "./months/months.ts";

export function dollars(cents: number): string {
  return money(cents, "USD");
}

export function dayWords(at: string, timeZone: string): string {
  return longDay(dayOf(at, timeZone));
}

/** The first and the last day of a half-open period. */
export function periodWords({ periodStart, periodEnd, timeZone }: Period): string {
  const last = addDays(dayOf(periodEnd, timeZone), -1);
  return `${dayWords(periodStart, timeZone)} to ${longDay(last)}`;
}

interface Period {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
}
