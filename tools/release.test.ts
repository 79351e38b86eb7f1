import { expect, test } from "vitest";
import { runningEdition, TEST_REPORT } from "#features/asset-reports/server/governance/packet.ts";
import { EDITIONS } from "#features/underwriting/rules/editions.ts";
import { problemsOfRelease, releaseChangelog, released } from "./release.ts";

const CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- Groups.\n\n## 1.0.0 (2026-01-02)\n\n- First.\n";

test("a release moves what is unreleased under its version and day", () => {
  expect(releaseChangelog(CHANGELOG, "1.1.0", "2026-02-03")).toBe(
    "# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-02-03)\n\n### Added\n\n- Groups.\n\n## 1.0.0 (2026-01-02)\n\n- First.\n",
  );
});

test("a release without changes is refused", () => {
  const released = releaseChangelog(CHANGELOG, "1.1.0", "2026-02-03");
  expect(() => releaseChangelog(released, "1.2.0", "2026-02-04")).toThrow("nothing under Unreleased");
});

test("a release seals the last edition, and none that is sealed", () => {
  const open = { ...EDITIONS[0]!, sealedOn: null };
  const sealed = { ...EDITIONS[0]!, sealedOn: "2026-01-02" };
  expect(released([sealed, open], "2026-02-03")).toEqual([sealed, { ...open, sealedOn: "2026-02-03" }]);
});

test("a release needs a whole test report of its rules", () => {
  const whole = { ...TEST_REPORT, twins: { ...TEST_REPORT.twins, count: 50_000 } };
  expect(problemsOfRelease(whole)).toEqual([]);
  expect(problemsOfRelease({ ...whole, twins: { ...whole.twins, count: 49_999 } })).toEqual([
    "The stored test report is of a quick run. Run: npm run governance",
  ]);
  const other = { ...runningEdition(), hash: "0".repeat(64) };
  expect(problemsOfRelease(whole, other)).toHaveLength(1);
});
