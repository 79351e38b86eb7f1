// End-to-end tests in a real Chromium against the built product and sandbox.
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { provideChromium } from "../tools/chromium.ts";
import { root } from "../tools/settings.ts";

const chromium = provideChromium();
if ("missing" in chromium) throw new Error(chromium.missing);

export default defineConfig({
  globalSetup: "./global-setup.ts",
  testMatch: "**/*.e2e.ts",
  // The files with the longest tests first, so that both workers end together.
  projects: [
    { name: "durability", testDir: "durability" },
    { name: "pages", testIgnore: "durability/**" },
  ],
  // Most of the time a test waits for a page or a restart.
  workers: 2,
  // Other work on this machine may delay one step for long. A real failure fails twice; the report lists what passed only
  // then as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // For tests of many pages while other work delays them; each step has its own limit.
  timeout: 180_000,
  // As long as a page waits for what it is to show (actionTimeout).
  expect: { timeout: 15_000 },
  use: {
    // A small /dev/shm would make it crash.
    launchOptions: { executablePath: chromium.path, args: ["--disable-dev-shm-usage"] },
    locale: "en-US",
    timezoneId: "America/New_York",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // Its snapshots show the page at every step. A film of it would double what recording costs.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
  outputDir: path.join(root, "node_modules/.cache/keyturn/e2e"),
});
