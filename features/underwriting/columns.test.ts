import { expect, test } from "vitest";
import { findingChangeText } from "./columns.ts";
import { backTestSummary } from "./labels.ts";
import type { BackTest } from "./contract.ts";
import type { FindingChange } from "./rules/evaluation-changes.ts";

test.each<[Pick<FindingChange, "before" | "after">, string]>([
  [{ before: null, after: "blocker" }, "New: Large deposit (Blocks closing under Fannie Mae and FHA)"],
  [{ before: "review", after: null }, "No longer found: Large deposit (To review under Fannie Mae and FHA)"],
  [
    { before: "info", after: "blocker" },
    "Changed: Large deposit (For information → Blocks closing under Fannie Mae and FHA)",
  ],
])("a change of a finding is named as reports name severities: %o", (sides, words) => {
  const change = { ruleId: "R3", code: "LARGE_UNSOURCED", title: "Large deposit" };
  expect(findingChangeText({ ...change, programs: ["fannie", "fha"], ...sides })).toBe(words);
});

test.each<[Partial<BackTest>, string]>([
  [{ tested: 2140, changed: 37 }, "37 of 2,140 reports change."],
  [{ tested: 3, changed: 0 }, "0 of 3 reports change."],
  [{ tested: 0, changed: 0 }, "No report was tested."],
  [{ state: "canceled", tested: 2, changed: 1 }, "Canceled after 2 of 2,140 reports. 1 of 2 reports changes."],
])("a test says how many reports it covers: %o", (facts, words) => {
  expect(backTestSummary({ state: "done", total: 2140, notTested: [], ...facts } as BackTest)).toBe(words);
});
