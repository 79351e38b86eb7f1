import { expect, test } from "vitest";
import { freshnessOf } from "./freshness.ts";

const LATE_ON_NOVEMBER_20 = Date.UTC(2026, 10, 20, 23, 59);

test.each([
  ["2027-03-20", "green", "Valid through Mar 20, 2027"],
  ["2026-12-05", "green", "Valid through Dec 5, 2026"],
  ["2026-12-04", "amber", "Valid through Dec 4, 2026, 14 days left"],
  ["2026-11-21", "amber", "Valid through Nov 21, 2026, 1 day left"],
  ["2026-11-20", "amber", "Valid through today"],
  ["2026-11-19", "red", "Expired Nov 19, 2026"],
])("good until %s is %s", (expiresOn, tone, words) => {
  expect(freshnessOf(expiresOn, LATE_ON_NOVEMBER_20)).toMatchObject({ tone, words });
});
