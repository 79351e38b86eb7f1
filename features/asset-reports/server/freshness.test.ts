import fc from "fast-check";
import { expect, test } from "vitest";
import { expiresOn } from "./freshness.ts";

test.each([
  ["2026-11-02", "2027-03-02"],
  ["2026-10-31", "2027-02-28"],
  ["2027-10-31", "2028-02-29"], // a leap year's February
  ["2026-10-29", "2027-02-28"],
  ["2026-10-28", "2027-02-28"],
  ["2026-05-31", "2026-09-30"],
  ["2026-08-31", "2026-12-31"],
  ["2026-09-01", "2027-01-01"],
  ["2024-02-29", "2024-06-29"],
])("data as of %s is fresh until %s", (asOf, last) => {
  expect(expiresOn(asOf)).toBe(last);
});

test("it is the fourth month after, on the same day or its end, whatever the day", () => {
  const days = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
      const last = new Date(`${expiresOn(date.toISOString().slice(0, 10))}T00:00:00Z`);
      const months = (last.getUTCFullYear() - year) * 12 + last.getUTCMonth() - month;
      expect(months).toBe(4);
      const isMonthsEnd = new Date(last.getTime() + 86_400_000).getUTCDate() === 1;
      expect(last.getUTCDate() === day || (isMonthsEnd && last.getUTCDate() < day)).toBe(true);
    }),
  );
});
