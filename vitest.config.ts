// Unit and API tests: the server's in Node on real databases, the browser's in happy-dom. End-to-end tests are in e2e/.
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";

const webTests = ["**/*.test.tsx", "{platform,features/*}/web/**/*.test.ts", "app/web/**/*.test.ts"];
const exclude = [...configDefaults.exclude, "dist/**", ".data/**"];

export default defineConfig({
  test: {
    pool: "forks",
    // Some tests wait most of their time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "server",
          environment: "node",
          // A process loads the product once and then runs file after file.
          isolate: false,
          include: ["{app,features,platform,providers,sandbox,sdk,seed,simulation,testing,tools}/**/*.test.ts"],
          exclude: [...exclude, ...webTests],
          globalSetup: ["tools/test-databases.ts", "tools/test-description.ts"],
          setupFiles: "testing/setup.ts",
          // Creating an embedded database takes seconds on a busy machine, and a property of the rules many.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          environment: "happy-dom",
          include: webTests,
          exclude,
          setupFiles: "platform/web/test-setup.ts",
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          // A test may read a style sheet's text (`?raw`). Otherwise styles are not processed.
          css: { include: /\?raw/, modules: { classNameStrategy: "non-scoped" } },
        },
      },
    ],
  },
});
