// How many tests passed and failed, over all runs: the closing line that CI reads.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runShown } from "./run-once.ts";
import { root } from "./settings.ts";

export interface Tally {
  passed: number;
  failed: number;
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Counts one run. A file that broke before its first test counts as one failure, and so does a run that ended badly
 * without a failed test (an unhandled error, no report): "0 failed" must mean green.
 */
export function countRun(report: VitestReport | null, exitCode: number): Tally {
  const broken = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = (report?.numFailedTests ?? 0) + broken.length;
  return { passed: report?.numPassedTests ?? 0, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** Runs Vitest on the terminal. `filters` are parts of file paths; a filter that meets no file is no failure here. */
export function runVitest(config: string, filters: string[]): Tally {
  const file = path.join(root, "node_modules/.cache/keyturn", `${config.replaceAll("/", "-")}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const tolerant = filters.length > 0 ? ["--passWithNoTests"] : [];
  const exitCode = runShown([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    config,
    ...reporters,
    ...tolerant,
    ...filters,
  ]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport) : null;
  return countRun(report, exitCode);
}

/** Prints the closing line, alone on its line, and sets the exit code. */
export function close(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  const nothingRan = passed + failed === 0;
  if (nothingRan) console.error("\nNo test matches.");
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || nothingRan) process.exitCode = 1;
}
