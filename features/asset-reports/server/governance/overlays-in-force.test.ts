import { expect, test } from "vitest";
import { inForceIn } from "./overlays-in-force.ts";

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const dayOf = (moment: string) => moment.slice(0, 10);
const version = (number: number, effectiveFrom: string, decidedOn: string, more: object = {}) => ({
  ...{ number, state: "approved" as const, effectiveFrom, decidedAt: `${decidedOn}T10:00:00.000Z`, endedOn: null },
  ...more,
});

test.each([
  ["was never approved", [version(1, "2026-11-03", "2026-11-02", { state: "rejected" })], []],
  ["began in the period", [version(1, "2026-11-03", "2026-11-02")], [[1, null]]],
  ["began on the last day", [version(1, "2026-11-30", "2026-11-02")], [[1, null]]],
  ["began after the period", [version(1, "2026-12-01", "2026-11-02")], []],
  ["began long before", [version(1, "2025-01-01", "2024-12-02")], [[1, null]]],
  ["ended in the period", [version(1, "2026-10-01", "2026-09-02", { endedOn: "2026-11-09" })], [[1, "2026-11-09"]]],
  ["ended before the period", [version(1, "2026-10-01", "2026-09-02", { endedOn: "2026-10-31" })], []],
  ["ended before it began", [version(1, "2026-11-20", "2026-11-02", { endedOn: "2026-11-09" })], []],
  [
    "was replaced in the period",
    [version(1, "2026-10-01", "2026-09-02"), version(2, "2026-11-15", "2026-11-02")],
    [
      [2, null],
      [1, "2026-11-15"],
    ],
  ],
  [
    "was replaced before the period",
    [version(1, "2026-09-01", "2026-08-02"), version(2, "2026-10-15", "2026-10-02")],
    [[2, null]],
  ],
  [
    "was replaced, and the next one ended",
    [version(1, "2026-10-01", "2026-09-02"), version(2, "2026-11-15", "2026-11-02", { endedOn: "2026-11-20" })],
    [
      [2, "2026-11-20"],
      [1, "2026-11-15"],
    ],
  ],
  [
    "was replaced on its first day before that day came",
    [version(1, "2026-11-15", "2026-11-01"), version(2, "2026-11-15", "2026-11-02")],
    [[2, null]],
  ],
  [
    "was replaced later on its first day",
    [version(1, "2026-11-15", "2026-11-01"), version(2, "2026-11-15", "2026-11-15")],
    [
      [2, null],
      [1, "2026-11-15"],
    ],
  ],
  [
    "was approved before an earlier one",
    [version(2, "2026-11-10", "2026-11-02"), version(1, "2026-11-20", "2026-11-01")],
    [
      [1, null],
      [2, "2026-11-20"],
    ],
  ],
])("an overlay that %s", (_what, versions, expected) => {
  expect(inForceIn(versions, NOVEMBER, dayOf).map(({ number, until }) => [number, until])).toEqual(expected);
});
