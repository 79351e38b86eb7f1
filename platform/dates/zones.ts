import { tzOffset } from "@date-fns/tz";
import { addMinutes } from "date-fns/addMinutes";
import { subMinutes } from "date-fns/subMinutes";
import { millisecondsInDay } from "date-fns/constants";

/** What the zone's clocks show at this instant (ISO 8601): `2026-11-20T09:30`, as `datetime-local` fields want it. */
export function wallTime(at: string, zone: string): string {
  return addMinutes(at, tzOffset(zone, new Date(at)))
    .toISOString()
    .slice(0, 16);
}

/** The calendar day in the zone, `YYYY-MM-DD`. */
export function dayIn(at: string, zone: string): string {
  return wallTime(at, zone).slice(0, 10);
}

/**
 * The first instant (ISO 8601) at which the zone's clocks show this time, `2026-11-20T09:30`, or a later time if they
 * skip it.
 */
export function instantOf(wall: string, zone: string): string {
  const shown = Date.parse(`${wall}Z`);
  const offsets = [shown - millisecondsInDay, shown + millisecondsInDay].map((near) => tzOffset(zone, new Date(near)));
  const instants = offsets.map((offset) => subMinutes(shown, offset)).toSorted((one, other) => +one - +other);
  const first = instants.find((instant) => +addMinutes(instant, tzOffset(zone, instant)) >= shown);
  return (first ?? instants[1]!).toISOString(); // two offsets give two instants
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
