import { PACKET_DAYS } from "#features/asset-reports/contract.ts";
import { addDays, daysBetween } from "#platform/dates/days.ts";

/** Days in UTC, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const QUARTERS = 8;

/** The quarter of a day up to it, then those before it. */
export function quartersBefore(today: string): { readonly label: string; readonly period: Period }[] {
  const now = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3);
  return Array.from({ length: QUARTERS }, (_, ago) => {
    const quarter = now - ago;
    const last = addDays(firstDay(quarter + 1), -1);
    return {
      label: `Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}${ago === 0 ? " to date" : ""}`,
      period: { from: firstDay(quarter), to: last > today ? today : last },
    };
  });
}

function firstDay(quarter: number): string {
  return `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, "0")}-01`;
}

/** Why the server would refuse a period. */
export function problemOf({ from, to }: Period, today: string): string | undefined {
  if (from === "" || to === "") return "Enter both dates.";
  if (to > today) return "The period can't end in the future.";
  if (to < from) return "The period ends before it starts. Swap the dates.";
  if (daysBetween(from, to) >= PACKET_DAYS) return "A packet covers two years at most. Choose a later start.";
  return undefined;
}
