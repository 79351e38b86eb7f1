import { millisecondsInDay } from "date-fns/constants";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-16` as `Nov 16, 2026`. Without Intl: reports have thousands, and ICU versions differ in their texts. */
export function longDay(day: string): string {
  const [year, month, date] = day.split("-");
  const name = MONTHS[Number(month) - 1];
  return name ? `${name} ${Number(date)}, ${Number(year)}` : "an unknown day";
}

/** `YYYY-MM-DD` */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Whole days from one calendar day (`YYYY-MM-DD`) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / millisecondsInDay);
}

/** `day` is `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * millisecondsInDay).toISOString().slice(0, 10);
}
