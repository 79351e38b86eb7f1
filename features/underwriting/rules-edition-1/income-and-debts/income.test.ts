// Cases worked by hand: what is received again and again. R12.
import { describe, expect, test } from "vitest";
import { again, codesOf, deposit, judgedOf } from "../test-case.ts";

describe("DU validation service: income that comes again", () => {
  const pay = { description: "ACME PAYROLL" };

  test.each([
    [7, "weekly", 433_333],
    [14, "biweekly", 216_667],
    [15, "semimonthly", 200_000],
    [16, "semimonthly", 200_000],
    [30, "monthly", 100_000],
    [20, null, null],
  ])("paid every %i days it is %s, %i cents a month", (apart, cadence, monthlyNetCents) => {
    const [stream] = judgedOf(...again(-100_000, 4, apart, pay)).figures.income;
    expect(stream).toMatchObject({ cadence, monthlyNetCents });
  });

  test("two employers are two streams, the larger first; one payment is none", () => {
    const one = judgedOf(
      ...again(-100_000, 3, 14, { description: "SMALL CO PAYROLL" }),
      ...again(-300_000, 3, 14, { description: "LARGE CO PAYROLL" }),
      deposit(500_000, 3, { description: "BONUS CO PAYROLL" }),
    );
    expect(one.figures.income.map(({ payer }) => payer)).toEqual(["LARGE CO PAYROLL", "SMALL CO PAYROLL"]);
  });

  test.each([
    [22, false],
    [23, true],
  ])("a gap of %i days in pay every 14 is asked about: %s", (gap, isAsked) => {
    const paid = [5, 19, 33, 33 + gap, 47 + gap].map((ago) => deposit(100_000, ago, pay));
    expect(codesOf(judgedOf(...paid)).includes("INCOME_GAP")).toBe(isAsked);
  });

  test.each([
    [22, false],
    [23, true],
  ])("pay every 14 days that came last %i days ago is asked about: %s", (newest, isAsked) => {
    expect(codesOf(judgedOf(...again(-100_000, 4, 14, pay, newest))).includes("INCOME_STOPPED")).toBe(isAsked);
  });
});
