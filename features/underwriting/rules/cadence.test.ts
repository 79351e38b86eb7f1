import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cadenceOfPay,
  cadenceOfPayments,
  capped,
  daysOf,
  distinctDays,
  isBankingDay,
  lastingFinding,
  monthlyOf,
  monthName,
  monthOf,
} from "./cadence.ts";
import { dayNumber, dayOf } from "./days.ts";
import type { FindingDraft } from "./finding.ts";
import { account, item, line, modelOf, report } from "./test-model.ts";

const days = (...dates: string[]) => dates.map(dayNumber);
const every = (gap: number, count: number, last = "2026-11-13") =>
  Array.from({ length: count }, (_, ago) => dayNumber(last) - gap * (count - 1 - ago));
const apart = (first: string, ...gaps: number[]) =>
  gaps.reduce((paid, gap) => [...paid, paid.at(-1)! + gap], [dayNumber(first)]);

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
    ["the 14th and 27th over Christmas", days("2026-12-14", "2026-12-24", "2027-01-14")],
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

/** Of the Federal Reserve: one on a Sunday is observed on Monday, one on a Saturday not at all. */
const HOLIDAYS = `
  2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26
  2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-23 2023-12-25
  2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25
  2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25
  2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25`
  .trim()
  .split(/\s+/);

test("on weekdays banks are open but for holidays", () => {
  const closed: string[] = [];
  for (let day = dayNumber("2022-01-01"); day <= dayNumber("2027-12-31"); day++) {
    const weekday = new Date(dayOf(day)).getUTCDay();
    if (weekday === 0 || weekday === 6) expect(isBankingDay(day)).toBe(false);
    else if (!isBankingDay(day)) closed.push(dayOf(day));
  }
  expect(closed).toEqual(HOLIDAYS);
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
  for (let start = dayNumber("2024-10-01"); start <= dayNumber("2027-07-01"); start++) {
    for (let count = 3; count <= 40; count++) {
      const { cadence } = cadenceOfPay(Array.from({ length: count }, (_, at) => start + 14 * at));
      expect(["biweekly", "semimonthly"], `${String(count)} pays from ${dayOf(start)}`).toContain(cadence);
      // One pay in six may miss its day, so that six pays can still fit two days of the month.
      if (count > 6) expect(cadence, `${String(count)} pays from ${dayOf(start)}`).toBe("biweekly");
    }
  }
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

test.each([
  ["daily", 4],
  ["weekly", 7],
  ["biweekly", 14],
  ["semimonthly", 15.21875],
  ["monthly", 30.4375],
] as const)("%s payments are %f days apart", (cadence, days) => {
  expect(daysOf(cadence)).toBe(days);
});

describe("the days between payments", () => {
  test.each([
    [5, null],
    [6, "weekly"],
    [8, "weekly"],
    [9, null],
    [25, null],
    [26, "monthly"],
    [35, "monthly"],
    [36, null],
  ] as const)("%i days apart, pay and debts are %s", (gap, cadence) => {
    expect(cadenceOfPay(every(gap, 4)).cadence).toBe(cadence);
    expect(cadenceOfPayments(every(gap, 4))).toBe(cadence);
  });

  test.each([
    [12, null],
    [13, "biweekly"],
    [15, "biweekly"],
    [16, null],
  ] as const)("a debt that is paid %i days later, with two other gaps, is %s", (gap, cadence) => {
    expect(cadenceOfPayments(apart("2026-04-07", gap, gap, 20, gap, gap, 24, gap))).toBe(cadence);
  });

  test("half of them are one cadence long, and two thirds are so or left out a payment or two", () => {
    expect(cadenceOfPay(apart("2026-08-03", 7, 7, 14, 21)).cadence).toBe("weekly");
    expect(cadenceOfPay(apart("2026-08-03", 7, 14, 21)).cadence).toBe(null);
    expect(cadenceOfPay(apart("2026-08-03", 7, 7, 14, 21, 10, 10)).cadence).toBe(null);
    expect(cadenceOfPay(apart("2026-08-03", 7, 7, 7, 21, 10, 10)).cadence).toBe("weekly");
    expect(cadenceOfPay(apart("2026-08-03", 7, 7, 7, 28, 10, 10)).cadence).toBe(null);
    expect(cadenceOfPay(apart("2026-08-03", 7, 7, 7, 7, 10, 10, 10)).cadence).toBe(null);
  });

  test.each([
    [12, "weekly"],
    [16, "weekly"],
    [18, "weekly"],
    [24, "weekly"],
    [11, null],
    [17, null],
    [25, null],
  ] as const)("a gap of %i days in weekly pay is %s", (gap, cadence) => {
    expect(cadenceOfPay(apart("2026-08-03", 7, gap, gap, 7, 7, gap)).cadence).toBe(cadence);
  });

  test("biweekly pay lies 13 to 15 days apart, four of five on one weekday", () => {
    expect(cadenceOfPay(apart("2026-07-02", 14, 14, 14, 14, 14)).cadence).toBe("biweekly");
    expect(cadenceOfPay(apart("2026-07-02", 14, 12, 16, 14)).cadence).toBe(null);
    expect(cadenceOfPayments(apart("2026-07-02", 14, 12, 16, 14))).toBe(null);
    expect(cadenceOfPay(apart("2026-04-02", 14, 14, 14, 14, 14, 14, 14, 13, 14)).cadence).toBe("biweekly");
    expect(cadenceOfPay(apart("2026-04-02", 14, 14, 14, 14, 14, 14, 13, 14, 14)).cadence).toBe(null);
    expect(cadenceOfPay(apart("2026-07-02", 14, 14, 15, 13, 14, 14)).cadence).toBe("biweekly");
    expect(cadenceOfPay(apart("2026-07-01", 15, 15, 13, 13, 15, 13)).cadence).toBe(null);
  });

  test("a bank holiday moves biweekly pay by a day, and a holiday on a weekend moves none", () => {
    expect(cadenceOfPay(days("2026-09-28", "2026-10-13", "2026-10-26"))).toEqual({
      cadence: "semimonthly",
      isAlsoBiweekly: true,
    });
    // Thanksgiving is on Thursday, November 26.
    expect(cadenceOfPay(days("2026-10-29", "2026-11-12", "2026-11-25", "2026-12-10", "2026-12-23")).cadence).toBe(
      "biweekly",
    );
    // Independence Day is on Saturday in 2026, and on Sunday in 2027.
    expect(cadenceOfPay(days("2026-05-24", "2026-06-06", "2026-06-20", "2026-07-05", "2026-07-18")).cadence).toBe(null);
    expect(cadenceOfPay(days("2027-05-22", "2027-06-06", "2027-06-20", "2027-07-03", "2027-07-18")).cadence).toBe(null);
  });

  test("a debt that may be semimonthly as well is biweekly, a bank holiday aside", () => {
    expect(cadenceOfPayments(days("2026-09-28", "2026-10-13"))).toBe("biweekly");
    expect(cadenceOfPayments(days("2026-10-13", "2026-10-26"))).toBe("biweekly");
  });

  test("daily is eight payments in four weeks, most of them four days apart at most", () => {
    expect(cadenceOfPayments(apart("2026-09-01", 4, 4, 4, 4, 4, 4, 3))).toBe("daily");
    expect(cadenceOfPayments(apart("2026-09-01", 4, 4, 4, 4, 4, 4, 4))).toBe(null);
    expect(cadenceOfPayments(apart("2026-09-01", 1, 1, 1, 1, 1, 1))).toBe(null);
    expect(cadenceOfPayments(apart("2026-09-01", 5, 5, 1, 1, 1, 1, 1, 1, 1))).toBe("daily");
    expect(cadenceOfPayments(apart("2026-08-01", ...Array<number>(7).fill(1), ...Array<number>(8).fill(5)))).toBe(null);
  });
});

describe("semimonthly", () => {
  const isSemimonthly = (paid: readonly number[]) => cadenceOfPay(paid).cadence === "semimonthly";
  const firstAndFifteenth = (count: number) => semimonthly(1, 14, 0, count, false);
  const without = (paid: readonly number[], ...at: number[]) => paid.filter((_, index) => !at.includes(index));
  const moved = (paid: readonly number[], ...at: number[]) =>
    paid.map((day, index) => (at.includes(index) ? day + 6 : day));

  test("one pay in six may be on another day", () => {
    expect(isSemimonthly(moved(firstAndFifteenth(5), 3))).toBe(false);
    expect(isSemimonthly(moved(firstAndFifteenth(6), 3))).toBe(true);
    expect(isSemimonthly(moved(firstAndFifteenth(11), 3, 8))).toBe(false);
    expect(isSemimonthly(moved(firstAndFifteenth(12), 3, 8))).toBe(true);
  });

  test("one pay may be missing, of twelve and more one in six", () => {
    expect(isSemimonthly(without(firstAndFifteenth(8), 3))).toBe(true);
    expect(isSemimonthly(without(firstAndFifteenth(10), 3, 6))).toBe(false);
    expect(isSemimonthly(without(firstAndFifteenth(14), 3, 8))).toBe(true);
    expect(isSemimonthly(without(firstAndFifteenth(17), 3, 8, 13))).toBe(false);
  });

  test("a month that the data cut off misses no pay", () => {
    // The first pay is the second of March, and the last pay the first of July.
    const cut = without(firstAndFifteenth(13), 0, 1, 2, 3, 4);
    expect(isSemimonthly(cut)).toBe(true);
    expect(isSemimonthly(without(cut, 2))).toBe(true);
    expect(isSemimonthly(without(cut, 2, 5))).toBe(false);
  });

  test("a month that the data shows whole misses its pay", () => {
    const isPaid = (...dates: string[]) => isSemimonthly(days(...dates.map((date) => `2025-${date}`)));
    // The data begins on the 1st, and then on the 2nd, of April; the second pays of April and May are missing.
    expect(isPaid("04-01", "05-01", "06-02", "06-16", "07-01", "07-15", "08-01")).toBe(false);
    expect(isPaid("04-02", "05-02", "06-02", "06-16", "07-02", "07-16", "08-01")).toBe(true);
    // It ends on the last day of June, and then on the day before; the first pays of April or May and of June are missing.
    expect(isPaid("02-14", "02-28", "03-14", "03-31", "04-30", "05-15", "05-30", "06-30")).toBe(false);
    expect(
      isSemimonthly([
        ...days("2026-02-13", "2026-02-27", "2026-03-13", "2026-03-30"),
        ...days("2026-04-14", "2026-04-29", "2026-05-29", "2026-06-29"),
      ]),
    ).toBe(true);
    // Nothing is paid in June.
    expect(isPaid("04-01", "04-15", "05-01", "05-15", "07-01", "07-15")).toBe(false);
    expect(isPaid("04-01", "04-15", "05-15")).toBe(true);
  });

  test("both days lie 13 to 17 days apart, by the calendar", () => {
    for (const [gap, expected] of [
      [12, false],
      [13, true],
      [14, true],
      [15, true],
      [16, true],
      [17, true],
      [18, false],
    ] as const) {
      // The 6th to the 24th of these months are no holidays; pay may come on a Sunday.
      const paid = ["2026-02-05", "2026-03-05", "2026-04-05", "2026-05-05", "2026-06-05", "2026-07-05"].flatMap(
        (date) => [dayNumber(date), dayNumber(date) + gap],
      );
      expect([gap, isSemimonthly(paid)]).toEqual([gap, expected]);
    }
  });

  test("the 13th and the last day, and the 18th and the last day", () => {
    expect(
      isSemimonthly([
        ...days("2026-03-13", "2026-03-31", "2026-04-13", "2026-04-30", "2026-05-13", "2026-05-29"),
        ...days("2026-06-12", "2026-06-30", "2026-07-13", "2026-07-31"),
      ]),
    ).toBe(true);
    expect(
      isSemimonthly([
        ...days("2026-05-18", "2026-05-29", "2026-06-18", "2026-06-30"),
        ...days("2026-07-17", "2026-07-31", "2026-08-18", "2026-08-31"),
      ]),
    ).toBe(true);
  });

  test("pay on both sides of each weekend is not semimonthly", () => {
    expect(isSemimonthly(days("2025-01-31", "2025-02-14", "2025-02-28"))).toBe(true);
    expect(isSemimonthly(days("2025-01-31", "2025-02-03", "2025-02-14", "2025-02-18"))).toBe(false);
  });

  test("weekends move two payments to 11 or 20 days apart, and not further", () => {
    // The 13th is a Sunday and the 26th a Saturday.
    expect(cadenceOfPayments(days("2026-09-14", "2026-09-25"))).toBe("semimonthly");
    // The 14th is a Sunday, and the 1st a Thursday.
    expect(cadenceOfPayments(days("2027-03-12", "2027-04-01"))).toBe("semimonthly");
    expect(cadenceOfPayments(days("2026-02-17", "2026-02-27"))).toBe(null);
    expect(cadenceOfPayments(days("2025-12-12", "2026-01-02"))).toBe(null);
  });
});

test("months follow each other over the end of a year", () => {
  const months = days("2025-11-30", "2025-12-01", "2026-01-31", "2026-02-01", "2027-01-01").map(monthOf);
  expect(months.map((month) => month - months[0]!)).toEqual([0, 1, 2, 3, 14]);
  expect(months.map(monthName)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02", "2027-01"]);
  expect(monthName(999 * 12)).toBe("0999-01");
});

test("a figure holds ten digits of dollars at most, in or out", () => {
  expect([0, -1, 100_000_000_000, 100_000_000_001, -100_000_000_000, -100_000_000_001].map(capped)).toEqual([
    0, -1, 100_000_000_000, 100_000_000_000, -100_000_000_000, -100_000_000_000,
  ]);
});

test("the days of lines are listed once, oldest first", () => {
  const lines = ["2026-11-03", "2026-10-03", "2026-11-03", "2026-12-03"].map((date) => line(100, date));
  const [read] = modelOf(report([item([account({ transactions: lines })])])).accounts;
  expect(distinctDays([...read!.lines].reverse())).toEqual(days("2026-10-03", "2026-11-03", "2026-12-03"));
});

test("a lasting finding is the same by its code, accounts and subject, whatever lines it names", () => {
  const source = report([item([account(), account({ id: "savings", mask: "8810" })])]);
  const { accounts } = modelOf(source);
  const keyOf = (draft: Partial<FindingDraft>) =>
    lastingFinding({
      ruleId: "R11",
      code: "UNDISCLOSED_DEBT",
      programs: ["fha"],
      severity: "review",
      text: "Text.",
      clearedBy: [],
      inputs: {},
      ...draft,
    }).key;
  expect(JSON.parse(keyOf({}))).toEqual(["UNDISCLOSED_DEBT", [], [], null]);
  expect(JSON.parse(keyOf({ accounts: [...accounts].reverse(), subject: "Navient" }))).toEqual([
    "UNDISCLOSED_DEBT",
    accounts.map(({ key }) => key),
    [],
    "Navient",
  ]);
});
