// The current time of an object: its test clock's, or the real time.
import type { StripeDeps } from "../stripe-deps.ts";

/** Unix seconds; `clock` is the object's test clock, null = real time. */
export function timeOf({ data, config, catchingUpAt }: StripeDeps, clock: string | null): number {
  const testClock = clock === null ? undefined : data.clocks[clock];
  if (testClock !== undefined) return testClock.frozen_time;
  return catchingUpAt ?? Math.floor(config.now().getTime() / 1000);
}
