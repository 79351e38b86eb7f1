import path from "node:path";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { countE2eRun, type PlaywrightReport } from "./e2e.ts";
import { readSettings, root } from "./settings.ts";
import { countRun, type VitestReport } from "./tally.ts";
import { readable, runSteps } from "./run-once.ts";
import { lockFolder } from "../platform/server/private-folder.ts";
import { empty, refusal } from "./reset.ts";

describe("e2e", () => {
  const passed = { title: "opens", tests: [{ status: "expected", results: [{ errors: [] }] }] };
  const failed = (title: string, message: string) => ({
    title,
    tests: [{ status: "unexpected", results: [{ errors: [{ message }] }] }],
  });

  const reportOf = (parts: Partial<PlaywrightReport>): PlaywrightReport => ({
    stats: { expected: 1, flaky: 0 },
    suites: [{ title: "site/site.e2e.ts", file: "site/site.e2e.ts", specs: [passed] }],
    errors: [],
    ...parts,
  });

  test("a green run counts its tests", () => {
    expect(countE2eRun(reportOf({}), 0)).toEqual({ passed: 1, failed: 0, failures: [] });
  });

  test("every failed test is listed with its file and group, and without colors", () => {
    const file = "site/print.e2e.ts";
    const group = { title: "on paper", file, specs: [failed("fits", "\u001b[31mtoo wide\u001b[39m\n at b.ts:1")] };
    const suites = [{ title: file, file, specs: [passed, failed("opens late", "timed out")], suites: [group] }];
    expect(countE2eRun(reportOf({ suites }), 1)).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        "e2e/site/print.e2e.ts > opens late\n    timed out",
        "e2e/site/print.e2e.ts > on paper > fits\n    too wide\n     at b.ts:1",
      ],
    });
  });

  test("what broke outside of tests is a failure", () => {
    expect(countE2eRun(reportOf({ errors: [{ message: "no such module" }] }), 1)).toEqual({
      passed: 1,
      failed: 1,
      failures: ["e2e\n    no such module"],
    });
  });

  test("a run that ended with an error is never green, with or without a report", () => {
    expect(countE2eRun(reportOf({}), 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countE2eRun(null, 137)).toMatchObject({ failed: 1, failures: ["the run ended with exit code 137"] });
  });
});

describe("tally", () => {
  const passedFile = { name: path.join(root, "platform/a.test.ts"), status: "passed", assertionResults: [] };
  const green: VitestReport = { numPassedTests: 3, testResults: [passedFile] };

  test("a green run counts its tests", () => {
    expect(countRun(green, 0)).toEqual({ passed: 3, failed: 0, failures: [] });
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
    });
  });

  test("a run that ended with an error is never green, with or without a report", () => {
    expect(countRun(green, 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(countRun(null, 137)).toEqual({
      passed: 0,
      failed: 1,
      failures: ["the run ended with exit code 137"],
    });
  });
});

describe("run once", () => {
  test.each([
    [`{"level":30,"msg":"request completed"}`, null],
    [`{"level":40,"msg":"mail is late"}`, "Warning: mail is late"],
    [`{"level":50,"msg":"job failed","err":{"message":"ETIMEDOUT","stack":"…"}}`, "Error: job failed: ETIMEDOUT"],
    [
      `{"level":60,"msg":"JWT_SECRET is missing","err":{"message":"JWT_SECRET is missing"}}`,
      "Fatal error: JWT_SECRET is missing",
    ],
    [`{"level":50}`, `Error: {"level":50}`],
    ["ENV_NOT_DEFINED", "ENV_NOT_DEFINED"],
    ["{ not json", "{ not json"],
    ["", null],
  ])("%s reads as %s", (line, text) => {
    expect(readable(line)).toBe(text);
  });

  test("a step that failed is listed with what it printed", async () => {
    const steps = [
      { name: "good", args: ["-e", ""] },
      { name: "bad", args: ["-e", "console.error('no such module'); process.exit(2)"] },
    ];
    expect(await runSteps(steps)).toEqual({ passed: 0, failed: 1, failures: ["bad\n    no such module"] });
  });
});

describe("reset", () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-reset-"));
  afterAll(() => rmSync(dataDir, { recursive: true }));
  const reasonFor = (env: Record<string, string>) => refusal(readSettings({ DATA_DIR: dataDir, ...env }));

  test("a data folder that no process uses may be emptied", () => {
    expect(reasonFor({})).toBeNull();
    expect(reasonFor({ APP_ENV: "stage" })).toBeNull();
  });

  test.each([
    ["in production", { APP_ENV: "prod" }, "APP_ENV is prod"],
    ["with a PostgreSQL named", { DATABASE_URL: "postgres://db/keyturn" }, "DATABASE_URL"],
    ["for the whole disk", { DATA_DIR: "/" }, "holds more"],
    ["for the project", { DATA_DIR: root }, "holds more"],
  ])("reset is refused %s", (_when, env, reason) => {
    expect(reasonFor(env)).toContain(reason);
  });

  test("a folder in use is emptied only after its product has ended", () => {
    const file = path.join(dataDir, "a file");
    writeFileSync(file, "");
    const lock = lockFolder(dataDir);
    expect(() => empty(dataDir)).toThrow("Another Keyturn is using the data folder");
    expect(existsSync(file)).toBe(true);
    lock.release();
    empty(dataDir);
    expect(existsSync(file)).toBe(false);
  });
});
