// The browser journeys, in a real Chromium against the built product and its stand-ins: two files at once, since most of
// the time one waits for a page or a restart. Only one file plays with the faults of a provider.
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
    // A machine that others work on at the same time may hold up one step for long; what is broken fails twice.
    retry: 1,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // As long as a page waits for what it is to show (visitors.ts).
    expect: { poll: { timeout: 15_000 } },
  },
});
