import { expect, test } from "vitest";
import { instantOf, wallTime } from "./local-time.ts";

const NEW_YORK = "America/New_York";

test.each([
  ["2026-11-20T14:30:00.000Z", NEW_YORK, "2026-11-20T09:30"],
  ["2026-06-01T03:05:00.000Z", NEW_YORK, "2026-05-31T23:05"],
  ["2026-06-01T00:00:00.000Z", "Asia/Kolkata", "2026-06-01T05:30"],
  ["2026-01-01T00:00:00.000Z", "UTC", "2026-01-01T00:00"],
])("%s in %s is %s, there and back", (at, zone, wall) => {
  expect(wallTime(at, zone)).toBe(wall);
  expect(instantOf(wall, zone)).toBe(at);
});

test("an hour that clocks skip in spring counts as the one after, one that they repeat as one of the two", () => {
  expect(instantOf("2026-03-08T02:30", NEW_YORK)).toMatch(/^2026-03-08T0[67]:30/);
  expect(instantOf("2026-11-01T01:30", NEW_YORK)).toMatch(/^2026-11-01T0[56]:30/);
});
