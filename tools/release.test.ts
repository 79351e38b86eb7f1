import { expect, test } from "vitest";
import { releaseChangelog } from "./release.ts";

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
