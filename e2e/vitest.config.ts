// The browser journeys: one after the other in a real Chromium, against the built product and its stand-ins.
import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: path.resolve(import.meta.dirname, ".."),
  test: {
    name: "e2e",
    include: ["e2e/**/*.e2e.ts"],
    globalSetup: "e2e/global-setup.ts",
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
