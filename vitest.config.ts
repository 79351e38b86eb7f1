// Unit and API tests: the server's in Node on real databases, the browser's in happy-dom. Journeys: e2e/vitest.config.ts.
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";

const webTests = ["**/*.test.tsx", "{kit,features/*}/web/**/*.test.ts", "app/{layouts,web}/**/*.test.ts"];
const exclude = [...configDefaults.exclude, "dist/**", ".data/**"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    // A busy machine may hold up one step for long; what is broken fails twice, and what passed only then is told. A
    // property that was found not to hold would be asked of other values, and is not asked again.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    projects: [
      {
        test: {
          name: "server",
          environment: "node",
          include: ["{app,features,kit,providers,sandbox,seed,tools}/**/*.test.ts"],
          exclude: [...exclude, ...webTests],
          globalSetup: ["tools/test-databases.ts", "tools/test-description.ts"],
          setupFiles: "app/test-setup.ts",
          // Creating an embedded database takes seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          setupFiles: "kit/web/test-setup.ts",
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          // A test may read a style sheet's text (`?raw`); otherwise styles are not worked out.
          css: { include: /\?raw/, modules: { classNameStrategy: "non-scoped" } },
        },
      },
    ],
  },
});
