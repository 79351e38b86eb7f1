import { expect, test } from "vitest";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import { stepsOf } from "./ReportProgress.tsx";

test.each<[AssetReport["state"], AssetReport["step"], string[]]>([
  ["queued", "asked", ["current", "waiting", "waiting", "waiting"]],
  ["generating", "asked", ["done", "current", "waiting", "waiting"]],
  ["generating", "read", ["done", "done", "done", "current"]],
  ["ready", "ready", ["done", "done", "done", "done"]],
  ["failed", "received", ["done", "done", "failed", "waiting"]],
])("%s at %s", (state, step, states) => {
  expect(stepsOf({ state, step }).map((one) => one.state)).toEqual(states);
});
