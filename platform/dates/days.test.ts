import { expect, test } from "vitest";
import { addDays, daysBetween, longDay } from "./days.ts";

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
