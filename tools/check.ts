// npm run check [-- part of a path]: the quick round while working, with which npm test begins as well.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runShown, runSteps, type Step } from "./run-once.ts";
import { root } from "./settings.ts";
import { close, countRun, type Tally, type VitestReport } from "./tally.ts";

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
  return [await runSteps(filters.length > 0 ? types : steps), runTests(filters)];
}

/** Runs Vitest on the terminal. A filter that meets no file is no failure here. */
function runTests(filters: string[]): Tally {
  const file = path.join(root, cache, "keyturn/vitest.json");
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const exitCode = runShown([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(filters.length > 0 ? ["--passWithNoTests", ...filters] : []),
  ]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport) : null;
  return countRun(report, exitCode);
}

if (import.meta.main) close(await runChecks(process.argv.slice(2)));
