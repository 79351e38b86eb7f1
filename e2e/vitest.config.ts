// End-to-end tests in a real Chromium against the built product and sandbox. Two files run at once, since most of
// the time a test waits for a page or a restart. Only one file changes the errors of a provider.
import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: path.resolve(import.meta.dirname, ".."),
  test: {
    name: "e2e",
    include: ["e2e/**/*.e2e.ts"],
    globalSetup: "e2e/global-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    // Other work on this machine may delay one step for long. A real failure fails twice.
    retry: 1,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // As long as a page waits for what it is to show (visitors.ts).
    expect: { poll: { timeout: 15_000 } },
  },
});
