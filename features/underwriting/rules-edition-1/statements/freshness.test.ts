// Cases worked by hand: how old the data may be. R2.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayNumber } from "../days.ts";
import { account, AS_OF, codesOf, judged, PURCHASE, reading } from "../test-case.ts";
import { freshUntilOf, lastDaysOf } from "./freshness.ts";

/** Data of a day, read for a note of another; made by the bank so many days before the report was. */
function readAt(asOf: string, { noteDate = asOf, applicationDate = asOf, dataAge = 0 } = {}) {
  const of = { ...reading(account()), asOf, generatedAt: `${addDays(asOf, dataAge)}T12:00:00.000Z` };
  return judged([], { reading: of, loan: { ...PURCHASE, applicationDate, noteDate } });
}

describe("B1-1-03: documents are at most four months old on the note date", () => {
  test.each([
    ["2026-11-02", "2027-03-02"],
    ["2026-10-31", "2027-02-28"], // February has no 31st
    ["2027-10-31", "2028-02-29"], // nor has a leap year's
    ["2026-08-31", "2026-12-31"],
  ])("data of %s serves until %s, and not a day longer", (asOf, last) => {
    const onTime = readAt(asOf, { noteDate: last });
    expect(onTime.figures.freshness.expiresOn.fannie).toBe(last);
    expect(onTime.figures.freshness.isValidAtNoteDate.fannie).toBe(true);
    const late = readAt(asOf, { noteDate: addDays(last, 1) });
    expect(late.figures.freshness.isValidAtNoteDate.fannie).toBe(false);
    expect(
      late.findings.find(({ code, programs }) => code === "EXPIRED_AT_NOTE" && programs.includes("fannie")),
    ).toBeDefined();
  });
});

test("LPA documentation matrix: Freddie Mac counts 120 days, which is less than four months where these are long", () => {
  const { freshness } = readAt("2026-07-01", { noteDate: "2026-10-30" }).figures;
  expect(freshness.expiresOn).toEqual({ fannie: "2026-11-01", freddie: "2026-10-29" });
  expect(freshness.isValidAtNoteDate).toEqual({ fannie: true, freddie: false });
});

describe("B3-4.4-02: statements are dated within 45 days of the initial application", () => {
  test.each([
    [-3, false], // newer than the application
    [0, false],
    [45, false],
    [46, true],
  ])("data that is %i days old at the application: too old is %s", (days, isTooOld) => {
    const one = readAt(AS_OF, { applicationDate: addDays(AS_OF, days) });
    expect(codesOf(one).includes("OLD_AT_APPLICATION")).toBe(isTooOld);
  });
});

describe("KA-02575: FHA takes data that was verified within 30 days", () => {
  test.each([
    [0, false],
    [30, false],
    [31, true],
  ])("data of %i days before the report: too old is %s", (dataAge, isTooOld) => {
    const old = readAt(AS_OF, { dataAge }).findings.find(({ code }) => code === "OLD_DATA");
    expect(old?.programs).toEqual(isTooOld ? ["fha"] : undefined);
  });
});

test("without a note date nothing is said of it, and the field is named", () => {
  const { noteDate: _unknown, ...loan } = PURCHASE;
  const one = judged([account()], { loan });
  expect(one.figures.freshness.isValidAtNoteDate).toEqual({ fannie: null, freddie: null });
  expect(one.notEvaluated).toContainEqual({ ruleId: "R2", programs: ["fannie", "freddie"], missing: ["noteDate"] });
});

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
  expect(freshUntilOf(asOf)).toBe(last);
});

test("it is the fourth month after, on the same day or its end, whatever the day", () => {
  const days = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
      const last = new Date(`${freshUntilOf(date.toISOString().slice(0, 10))}T00:00:00Z`);
      const months = (last.getUTCFullYear() - year) * 12 + last.getUTCMonth() - month;
      expect(months).toBe(4);
      const isMonthsEnd = new Date(last.getTime() + 86_400_000).getUTCDate() === 1;
      expect(last.getUTCDate() === day || (isMonthsEnd && last.getUTCDate() < day)).toBe(true);
    }),
  );
});

test("Freddie Mac's last day comes none to three days before the one that is shown", () => {
  const starts = Array.from({ length: 1461 }, (_, day) => addDays("2026-01-01", day)); // a leap year among them
  const apart = starts.map((asOf) => dayNumber(freshUntilOf(asOf)) - dayNumber(lastDaysOf(asOf).freddie));
  expect(new Set(apart)).toEqual(new Set([0, 1, 2, 3]));
});
