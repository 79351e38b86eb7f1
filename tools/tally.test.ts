import { expect, test } from "vitest";
import { countRun, type VitestReport } from "./tally.ts";

const passedFile = { status: "passed", assertionResults: [{ status: "passed" }] };
const green: VitestReport = { numPassedTests: 3, numFailedTests: 0, testResults: [passedFile] };

test("a green run counts its tests", () => {
  expect(countRun(green, 0)).toEqual({ passed: 3, failed: 0 });
});

test("a file that broke before its first test is one failure, beside the failed tests of others", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      passedFile,
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };
  expect(countRun(report, 1)).toEqual({ passed: 3, failed: 2 });
});

test("a run that ended badly is never green, with or without a report", () => {
  expect(countRun(green, 1)).toEqual({ passed: 3, failed: 1 });
  expect(countRun(null, 137)).toEqual({ passed: 0, failed: 1 });
});
