// npm run e2e [-- part of a path]: only the end-to-end tests. They need the built pages and a Chromium.
import { close, runVitest, type Tally } from "./tally.ts";
import { provideChromium } from "./chromium.ts";
import { runSteps } from "./run-once.ts";
import { isWebBuilt } from "./build.ts";

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

if (import.meta.main) close([await runE2e(process.argv.slice(2))]);
