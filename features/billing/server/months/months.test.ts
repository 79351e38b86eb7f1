import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn } from "#platform/dates/zones.ts";
import { closeAt, monthName, monthStart, periodEndAfter } from "./months.ts";

const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/Asuncion", // its clocks once skipped the first hour of a month
  "Pacific/Apia", // once skipped a whole day
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "UTC",
];
const aZone = fc.constantFrom(...ZONES);
const anInstant = fc
  .date({ min: new Date("2015-01-01T00:00:00Z"), max: new Date("2040-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

describe("months", () => {
  test("a month ends at midnight of the local time zone, in summer and winter", () => {
    expect(periodEndAfter("2026-10-01T04:00:00.000Z", "America/New_York")).toBe("2026-11-01T04:00:00.000Z");
    expect(periodEndAfter("2026-11-01T04:00:00.000Z", "America/New_York")).toBe("2026-12-01T05:00:00.000Z");
    expect(closeAt("2026-12-01T05:00:00.000Z", "America/New_York")).toBe("2026-12-01T05:30:00.000Z");
    expect(monthName("2026-11-01T04:00:00.000Z", "America/New_York")).toBe("202611");
    expect(periodEndAfter("2026-12-01T05:00:00.000Z", "America/New_York")).toBe("2027-01-01T05:00:00.000Z");
  });

  test("an hour that the clocks skip at the start does not move the month", () => {
    // 2017-10-01 00:00 did not exist: the clocks went to 01:00.
    expect(monthStart("2017-10-15T00:00:00Z", "America/Asuncion")).toBe("2017-10-01T04:00:00.000Z");
  });

  test("every instant is in the month that begins with it, and the next month begins where it ends", () => {
    fc.assert(
      fc.property(anInstant, aZone, (at, zone) => {
        const start = monthStart(at, zone);
        const end = periodEndAfter(start, zone);
        expect(Date.parse(start)).toBeLessThanOrEqual(Date.parse(at));
        expect(Date.parse(end)).toBeGreaterThan(Date.parse(at));
        expect(dayIn(start, zone).slice(-2)).toBe("01");
        expect(dayIn(end, zone).slice(-2)).toBe("01");
        expect(monthStart(end, zone)).toBe(end);
        expect(monthName(start, zone)).toBe(dayIn(start, zone).slice(0, 7).replace("-", ""));
        const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
        expect(days).toBeGreaterThan(26.9); // a February without the day that Apia skipped would still have more
        expect(days).toBeLessThan(31.1);
      }),
    );
  });

  test("a month is closed half an hour after its end, within the first day", () => {
    fc.assert(
      fc.property(anInstant, aZone, (at, zone) => {
        const end = periodEndAfter(monthStart(at, zone), zone);
        const minutes = (Date.parse(closeAt(end, zone)) - Date.parse(end)) / 60_000;
        expect(minutes).toBeGreaterThanOrEqual(0);
        expect(minutes).toBeLessThanOrEqual(30);
      }),
    );
  });

  test("an organization that changes time zones has months that follow each other without gaps or fragments", () => {
    fc.assert(
      fc.property(anInstant, fc.array(aZone, { minLength: 2, maxLength: 14 }), (at, zones) => {
        let start = monthStart(at, zones[0]!);
        let name = "";
        for (const zone of zones) {
          const end = periodEndAfter(start, zone);
          const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
          expect(days).toBeGreaterThan(25.8);
          expect(days).toBeLessThan(32.2);
          expect(monthName(start, zone) > name).toBe(true);
          name = monthName(start, zone);
          start = end;
        }
      }),
    );
  });

  test("days are those of the local calendar", () => {
    expect(dayIn("2026-11-01T03:59:59Z", "America/New_York")).toBe("2026-10-31");
  });
});
