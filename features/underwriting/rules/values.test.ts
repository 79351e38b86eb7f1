import { describe, expect, test } from "vitest";
import { half, median, monthsOf, ratio, sum } from "./money.ts";
import { addDays, addMonths, dayNumber, dayOf } from "./days.ts";
import { bankName, compare, normalName } from "./text.ts";

describe("money", () => {
  test("halves are rounded up", () => {
    expect([0, 1.4, 1.5, 2.5, 2.49].map(half)).toEqual([0, 1, 2, 3, 2]);
  });

  test("the median is by value, not by text, and of an even number the mean of both middle ones", () => {
    expect(median([900, 1000, 80])).toBe(900);
    expect(median([1000, 900, 80, 7])).toBe(490);
    expect(median([3, 4])).toBe(4);
    expect(median([1, 2, 4, 9])).toBe(3);
    expect(median([5])).toBe(5);
  });

  test("the median leaves its list as it was", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  test("ratios have four places, and none without a whole", () => {
    expect(ratio(4_960_00, 9_000_00)).toBe(0.5511);
    expect(ratio(2, 3)).toBe(0.6667);
    expect(ratio(3, 1)).toBe(3);
    expect(ratio(0, 1)).toBe(0);
    expect(ratio(1, 0)).toBeNull();
    expect(ratio(1, -5)).toBeNull();
  });

  test("months are rounded down to two places", () => {
    expect(monthsOf(3_100_00, 2_000_00)).toBe(1.55);
    expect(monthsOf(27_600_00, 2_500_00)).toBe(11.04);
    expect(monthsOf(2_999_99, 1_000_00)).toBe(2.99);
  });

  test("sums, of nothing too", () => {
    expect(sum([1, 2, 3])).toBe(6);
    expect(sum([])).toBe(0);
  });
});

describe("days", () => {
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
});

describe("text", () => {
  test("a bank's name is without the words that sign-ins add", () => {
    for (const name of ["Chase", "CHASE BANK", "Chase Bank, N.A.", "Chase N A", "Chase Online", "The Chase Bank FSB"])
      expect(bankName(name)).toBe("CHASE");
    expect(bankName("Harbor Federal Credit Union")).toBe("HARBOR FEDERAL CREDIT UNION");
  });

  test("a name of nothing else stays", () => {
    expect(bankName("The Bank")).toBe("THE BANK");
    expect(bankName("Online Banking")).toBe("ONLINE BANKING");
    expect(bankName("(A Bank)")).toBe("A BANK");
  });

  test("texts are compared by code unit", () => {
    expect([compare("a", "b"), compare("b", "a"), compare("a", "a"), compare("Z", "a")]).toEqual([-1, 1, 0, -1]);
  });

  test("names are compared in one case, without extra spaces", () => {
    expect(normalName("  Ines   Quist ")).toBe("INES QUIST");
  });
});
