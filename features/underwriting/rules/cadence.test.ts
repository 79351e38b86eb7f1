import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cadenceOfPay, cadenceOfPayments, isBankingDay, monthlyOf } from "./cadence.ts";
import { dayNumber } from "./days.ts";

const days = (...dates: string[]) => dates.map(dayNumber);
const every = (gap: number, count: number, last = "2026-11-13") =>
  Array.from({ length: count }, (_, ago) => dayNumber(last) - gap * (count - 1 - ago));

describe("how often pay comes in", () => {
  test.each([
    ["weekly", every(7, 5)],
    ["biweekly", every(14, 5)],
    ["monthly", every(30, 4)],
    [null, every(20, 4)],
    [null, every(14, 2)],
    [null, []],
    ["monthly", days("2026-08-26", "2026-09-23", "2026-10-28")],
    [null, days("2026-10-02", "2026-10-16", "2026-10-30", "2026-11-12")],
    ["biweekly", days("2026-09-18", "2026-10-02", "2026-10-16", "2026-10-30", "2026-11-12")],
    // A bank holiday moves one pay by a day.
    ["biweekly", days("2026-09-28", "2026-10-13", "2026-10-26", "2026-11-09")],
  ] as const)("is %s", (cadence, paid) => {
    expect(cadenceOfPay(paid).cadence).toBe(cadence);
  });

  test.each([
    ["the 1st and 15th", days("2026-09-01", "2026-09-15", "2026-10-01", "2026-10-15")],
    [
      "the 15th and the last day",
      days("2026-08-31", "2026-09-15", "2026-09-30", "2026-10-15", "2026-10-30", "2026-11-13"),
    ],
    [
      "the same, paid after a weekend",
      days("2026-08-31", "2026-09-15", "2026-09-30", "2026-10-15", "2026-11-02", "2026-11-16"),
    ],
    ["the 5th and 20th over Labor Day", days("2026-08-20", "2026-09-08", "2026-09-21", "2026-10-05", "2026-10-20")],
    ["the 15th and 30th in February", days("2026-01-15", "2026-01-30", "2026-02-13", "2026-02-27", "2026-03-13")],
    [
      "one pay of six on another day",
      days("2026-08-14", "2026-08-31", "2026-09-15", "2026-09-30", "2026-10-12", "2026-10-30"),
    ],
    ["one pay missing", days("2026-08-31", "2026-09-15", "2026-09-30", "2026-10-30", "2026-11-13")],
  ])("on %s is semimonthly", (_name, paid) => {
    expect(cadenceOfPay(paid).cadence).toBe("semimonthly");
  });

  test("four Fridays that may be semimonthly as well take the lower of both", () => {
    expect(cadenceOfPay(days("2026-09-04", "2026-09-18", "2026-10-02", "2026-10-16"))).toEqual({
      cadence: "semimonthly",
      isAlsoBiweekly: true,
    });
  });

  test("six Fridays can only be biweekly", () => {
    expect(cadenceOfPay(every(14, 6))).toEqual({ cadence: "biweekly", isAlsoBiweekly: false });
  });
});

/** Pay on two days of the month, on the banking day before or after a day that is none. */
function semimonthly(first: number, apart: number, month: number, count: number, isBefore: boolean): number[] {
  const paid: number[] = [];
  for (let at = 0; paid.length < count; at++)
    for (const nominal of [first, first + apart]) {
      const lastOfMonth = new Date(Date.UTC(2025, month + at + 1, 0)).getUTCDate();
      let day = Date.UTC(2025, month + at, Math.min(nominal, lastOfMonth)) / 86_400_000;
      while (!isBankingDay(day)) day += isBefore ? -1 : 1;
      if (paid.length < count) paid.push(day);
    }
  return paid;
}

test.each([
  "2026-01-01",
  "2026-01-19",
  "2026-05-25",
  "2026-07-03",
  "2026-09-07",
  "2026-11-11",
  "2026-11-26",
  "2027-07-05",
  "2026-11-15",
])("%s is a banking day only if banks are open", (day) => {
  expect(isBankingDay(dayNumber(day))).toBe(day === "2026-07-03"); // Independence Day is a Saturday in 2026
});

test("semimonthly pay never gives more than two pays a month", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: 13, max: 16 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 3, max: 30 }),
      fc.boolean(),
      fc.option(fc.nat()),
      (first, apart, month, count, isBefore, missing) => {
        const paid = semimonthly(first, apart, month, count, isBefore);
        if (missing !== null && paid.length > 3) paid.splice(missing % paid.length, 1);
        const { cadence } = cadenceOfPay(paid);
        if (cadence === "semimonthly") found++;
        if (cadence !== null) expect(monthlyOf(100_000, cadence)).toBeLessThanOrEqual(200_000);
        if (missing === null) expect(cadence).toBe("semimonthly");
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(300);
});

test("pay every 14 days is never read as more than 26 pays a year", () => {
  fc.assert(
    fc.property(fc.integer({ min: 20_000, max: 21_000 }), fc.integer({ min: 3, max: 40 }), (start, count) => {
      const { cadence } = cadenceOfPay(Array.from({ length: count }, (_, at) => start + 14 * at));
      expect(["biweekly", "semimonthly"]).toContain(cadence);
      if (count > 5) expect(cadence).toBe("biweekly");
    }),
  );
});

describe("how often a debt is paid", () => {
  test.each([
    [
      "daily",
      days(
        "2026-11-02",
        "2026-11-03",
        "2026-11-04",
        "2026-11-05",
        "2026-11-06",
        "2026-11-09",
        "2026-11-10",
        "2026-11-12",
      ),
    ],
    [null, days("2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05")],
    ["weekly", every(7, 3)],
    ["biweekly", every(14, 2)],
    ["semimonthly", days("2026-09-01", "2026-09-15", "2026-10-01", "2026-10-15")],
    ["monthly", every(26, 2)],
    ["monthly", every(35, 2)],
    [null, every(36, 2)],
    [null, every(25, 2)],
    ["monthly", days("2026-08-10", "2026-09-10", "2026-11-10")],
    // Both fit: the one with more payments a month.
    ["biweekly", days("2026-09-04", "2026-09-18", "2026-10-02", "2026-10-16")],
    [null, every(30, 1)],
  ] as const)("is %s", (cadence, paid) => {
    expect(cadenceOfPayments(paid)).toBe(cadence);
  });

  test.each([
    ["daily", 1_000_00, 21_666_67],
    ["weekly", 300_00, 1_300_00],
    ["biweekly", 31_25, 67_71],
    ["semimonthly", 250_00, 500_00],
    ["monthly", 185_40, 185_40],
  ] as const)("%s payments of %i cents are %i a month", (cadence, cents, monthly) => {
    expect(monthlyOf(cents, cadence)).toBe(monthly);
  });
});
