// npm run check [-- part of a path]: the quick round while working, with which npm test begins as well.
import { close, runVitest, type Tally } from "./tally.ts";
import { runSteps, type Step } from "./run-once.ts";

const cache = "node_modules/.cache";
const tsc = (project: string) => ["node_modules/typescript/bin/tsc", "-p", `tsconfig.${project}.json`];

const types: Step[] = [
  { name: "types: server", args: tsc("server") },
  { name: "types: web", args: tsc("web") },
  { name: "types: tools", args: tsc("tools") },
];

// The longest first, so that two at a time end together.
const steps: Step[] = [
  {
    name: "lint",
    args: [
      "node_modules/eslint/bin/eslint.js",
      ".",
      "--max-warnings=0",
      "--cache",
      `--cache-location=${cache}/eslint/`,
    ],
  },
  ...types,
  { name: "plain English", args: ["tools/plain-english.ts"] },
  {
    name: "boundaries",
    args: ["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", ".", "--config", ".dependency-cruiser.cjs"],
  },
  {
    name: "format",
    args: ["node_modules/prettier/bin/prettier.cjs", ".", "--check", "--cache"],
  },
];

/** Types, lint, boundaries, format, then unit and API tests. With filters only types and the tests that they name. */
export async function runChecks(filters: string[]): Promise<Tally[]> {
  const failedSteps = await runSteps(filters.length > 0 ? types : steps);
  return [{ passed: 0, failed: failedSteps }, runVitest("vitest.config.ts", filters)];
}

if (import.meta.main) close(await runChecks(process.argv.slice(2)));
