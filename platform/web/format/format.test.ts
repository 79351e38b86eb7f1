import { describe, expect, test } from "vitest";
import { formatDate, relativeDate } from "./dates.ts";
import { phoneText, toE164 } from "../../text/phone.ts";

describe("dates", () => {
  test("a day never shifts, whatever the zone", () => {
    expect(formatDate("2026-11-20", { zone: "Pacific/Honolulu" })).toBe("Nov 20, 2026");
    expect(formatDate("2026-11-20", { zone: "Pacific/Auckland", withTime: true })).toBe("Nov 20, 2026");
  });

  test("a time is shown in its time zone, with the zone's name", () => {
    expect(formatDate("2026-11-20T04:30:00Z", { zone: "America/New_York" })).toBe("Nov 19, 2026");
    expect(formatDate("2026-11-20T04:30:00Z", { zone: "America/New_York", withTime: true })).toMatch(
      /^Nov 19, 2026, 11:30\sPM EST$/,
    );
    expect(formatDate("2026-07-20T04:30:00Z", { zone: "America/New_York", withTime: true })).toMatch(/ EDT$/);
  });

  test.each([
    ["2026-11-20T11:59:40Z", "just now"],
    ["2026-11-20T11:45:00Z", "15 minutes ago"],
    ["2026-11-19T11:00:00Z", "yesterday"],
    ["2027-01-25T12:00:00Z", "in 2 months"],
  ])("%s is %s", (at, text) => {
    expect(relativeDate(at, Date.parse("2026-11-20T12:00:00Z"))).toBe(text);
  });
});

describe("phone", () => {
  test.each([
    ["(555) 010-2030", "+15550102030"],
    ["555.010.2030", "+15550102030"],
    ["1 555 010 2030", "+15550102030"],
    ["+44 20 7946 0018", "+442079460018"],
  ])("%s is understood", (typed, e164) => {
    expect(toE164(typed)).toBe(e164);
  });

  test("an unclear number stays as typed, so that the schema can refuse it", () => {
    expect(toE164("010-2030")).toBe("0102030");
    expect(toE164("call her")).toBe("callher");
    expect(toE164("")).toBe("");
  });

  test("US numbers are shown as people write them, others unchanged", () => {
    expect(phoneText("+15550102030")).toBe("(555) 010-2030");
    expect(phoneText("+442079460018")).toBe("+442079460018");
  });
});
