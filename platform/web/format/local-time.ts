/** `2026-11-20T09:30` for an instant (ISO 8601), as `datetime-local` fields want it. */
export function wallTime(at: string, zone: string): string {
  const shifted = new Date(Date.parse(at) + offsetAt(Date.parse(at), zone));
  return shifted.toISOString().slice(0, 16);
}

/** The instant at which that zone's clocks show this; one that they skip in spring counts as an hour later. */
export function instantOf(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone)).toISOString();
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}
