import { expect, test } from "vitest";
import { addDays, addMonths, dayNumber, dayOf } from "./days.ts";

test("days are counted from 1970 in UTC", () => {
  expect(dayNumber("1970-01-01")).toBe(0);
  expect(dayNumber("1970-01-03")).toBe(2);
  expect(dayOf(dayNumber("2026-11-16"))).toBe("2026-11-16");
  expect(dayNumber("2026-03-09") - dayNumber("2026-03-08")).toBe(1);
});

test("days are added over months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-11-16", -60)).toBe("2026-09-17");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
});

test("months are added to the same day, or to the last of a shorter month", () => {
  expect(addMonths("2026-10-31", 4)).toBe("2027-02-28");
  expect(addMonths("2027-10-31", 4)).toBe("2028-02-29");
  expect(addMonths("2026-08-01", 4)).toBe("2026-12-01");
  expect(addMonths("2026-01-15", 11)).toBe("2026-12-15");
  expect(addMonths("2026-05-31", 1)).toBe("2026-06-30");
});
