import { describe, expect, test } from "vitest";
import { instantOf, localMoment, wallTime } from "./zones.ts";
import { addDays, daysBetween, longDay } from "./days.ts";

describe("zones", () => {
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

  test("a time is shown in the organization's time zone, with the zone's name", () => {
    expect(localMoment("2026-11-02T14:05:37Z", "America/New_York")).toMatch(/^Nov 2, 2026, 9:05\sAM EST$/);
    expect(localMoment("2026-07-02T03:05:37Z", "America/New_York")).toMatch(/^Jul 1, 2026, 11:05\sPM EDT$/);
  });
});

describe("days", () => {
  test("a day is written out, whatever the zone of the machine", () => {
    expect(longDay("2026-11-02")).toBe("Nov 2, 2026");
    expect(longDay("2027-01-31")).toBe("Jan 31, 2027");
    expect(longDay("2026-01-05")).toBe("Jan 5, 2026");
  });

  test("days are counted across a change of clocks", () => {
    expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
  });

  test("days are added by the calendar", () => {
    expect(addDays("2026-11-21", 60)).toBe("2027-01-20");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  test("what is no day is said to be unknown", () => {
    expect(longDay("soon")).toBe("an unknown day");
  });
});
