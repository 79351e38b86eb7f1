import { expect, test } from "vitest";
import { daysBetween, localMoment, longDay } from "./dates.ts";

test("a day is written out, whatever the zone of the machine", () => {
  expect(longDay("2026-11-02")).toBe("Nov 2, 2026");
  expect(longDay("2027-01-31")).toBe("Jan 31, 2027");
});

test("a time is shown in the organization's time zone, with the zone's name", () => {
  expect(localMoment("2026-11-02T14:05:37Z", "America/New_York")).toMatch(/^Nov 2, 2026, 9:05\sAM EST$/);
  expect(localMoment("2026-07-02T03:05:37Z", "America/New_York")).toMatch(/^Jul 1, 2026, 11:05\sPM EDT$/);
});

test("days are counted across a change of clocks", () => {
  expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
});
