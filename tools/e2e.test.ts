import { expect, test } from "vitest";
import { countE2eRun, type PlaywrightReport } from "./e2e.ts";

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
