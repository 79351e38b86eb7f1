import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";
import { countRun, type VitestReport } from "./tally.ts";

const passedFile = { name: path.join(root, "platform/a.test.ts"), status: "passed", assertionResults: [] };
const green: VitestReport = { numPassedTests: 3, testResults: [passedFile] };

test("a green run counts its tests", () => {
  expect(countRun(green, 0)).toEqual({ passed: 3, failed: 0, failures: [], unsteady: [] });
});

test("a file that broke before its first test is one failure, beside the failed tests of others; each says how", () => {
  const failedTest = {
    status: "failed",
    fullName: "money adds up",
    failureMessages: ["expected 3 to be 2\n at b.ts:1"],
  };
  const report: VitestReport = {
    numPassedTests: 3,
    testResults: [
      passedFile,
      { name: path.join(root, "platform/b.test.ts"), status: "failed", assertionResults: [failedTest] },
      {
        name: path.join(root, "platform/c.test.ts"),
        status: "failed",
        message: "no such module",
        assertionResults: [],
      },
    ],
  };
  expect(countRun(report, 1)).toEqual({
    passed: 3,
    failed: 2,
    failures: [
      "platform/b.test.ts > money adds up\n    expected 3 to be 2\n     at b.ts:1",
      "platform/c.test.ts\n    no such module",
    ],
    unsteady: [],
  });
});

test("a test that passed only on a retry is reported, and is no failure", () => {
  const lucky = { status: "passed", fullName: "money adds up", failureMessages: ["too slow"] };
  const steady = { status: "passed", fullName: "money is whole", failureMessages: [] };
  const file = { name: path.join(root, "platform/b.test.ts"), status: "passed", assertionResults: [lucky, steady] };
  expect(countRun({ numPassedTests: 2, testResults: [file] }, 0)).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
    unsteady: ["platform/b.test.ts > money adds up\n    too slow"],
  });
});

test("a run that ended with an error is never green, with or without a report", () => {
  expect(countRun(green, 1)).toMatchObject({ passed: 3, failed: 1 });
  expect(countRun(null, 137)).toEqual({
    passed: 0,
    failed: 1,
    failures: ["the run ended with exit code 137"],
    unsteady: [],
  });
});
