// How many tests passed and failed, over all runs: the closing line that CI reads.
import path from "node:path";
import { root } from "./settings.ts";

export interface Tally {
  passed: number;
  failed: number;
  /** What failed, and how. Shown at the end of the log, since often only the end is stored. */
  failures?: string[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages?: string[] | null;
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  numPassedTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: TestResult[] }[];
}

type FileResult = VitestReport["testResults"][number];

/**
 * Counts one run. A file that broke before its first test counts as one failure, and so does a run that ended badly
 * without a failed test (an unhandled error, no report): "0 failed" must mean green.
 */
export function countRun(report: VitestReport | null, exitCode: number): Tally {
  const failures = (report?.testResults ?? []).flatMap(failuresOf);
  if (failures.length === 0 && exitCode !== 0) failures.push(`the run ended with exit code ${exitCode}`);
  return { passed: report?.numPassedTests ?? 0, failed: failures.length, failures };
}

function failuresOf(file: FileResult): string[] {
  const where = path.relative(root, file.name);
  const tests = file.assertionResults.filter((test) => test.status === "failed");
  if (tests.length === 0) return file.status === "failed" ? [failureOf(where, file.message)] : [];
  return tests.map((test) => failureOf(`${where} > ${test.fullName}`, test.failureMessages?.[0]));
}

/** What failed, then the first lines of the message, with where in the code it arose. */
export function failureOf(what: string, message = ""): string {
  return [what, ...message.split("\n", 12).map((line) => `    ${line}`)].join("\n");
}

/** Prints the failed tests, then the closing line, alone on its line, and sets the exit code. */
export function close(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  const failures = tallies.flatMap((tally) => tally.failures ?? []);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join("\n")}`);
  const nothingRan = passed + failed === 0;
  if (nothingRan) console.error("\nNo test matches.");
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || nothingRan) process.exitCode = 1;
}
