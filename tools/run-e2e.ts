// The end-to-end tests: they need the built pages and a Chromium.
import { provideChromium } from "./chromium.ts";
import { runSteps } from "./steps.ts";
import { runVitest, type Tally } from "./tally.ts";
import { isWebBuilt } from "./web-build.ts";

/** Builds the pages if they changed, then runs the end-to-end tests whose file path contains one of `filters`. */
export async function runE2e(filters: string[]): Promise<Tally> {
  const failedBuild = isWebBuilt() ? 0 : await runSteps([{ name: "build", args: ["tools/build.ts"] }]);
  if (failedBuild > 0) return { passed: 0, failed: failedBuild };
  const chromium = provideChromium();
  if ("missing" in chromium) {
    console.error(`✗ e2e: ${chromium.missing}`);
    return { passed: 0, failed: 1 };
  }
  return runVitest("e2e/vitest.config.ts", filters);
}
