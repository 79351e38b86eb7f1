import { expect, test } from "vitest";
import { cashIn, checking, reportOf, bank } from "#features/underwriting/rules/test-report.ts";
import { linesFor } from "./report-lines.ts";

test("a stored line's mark that turns the reading direction is not shown", () => {
  const line = cashIn("PAY\u202eLLOR", 5_00, "2026-11-01");
  const report = reportOf([bank({ accounts: [checking({ cents: 5_00, lines: [line] })] })]);
  expect(linesFor(report, new Set([line.id])).get(line.id)?.line.description).toBe("PAYLLOR");
});
