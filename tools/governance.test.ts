import path from "node:path";
import { expect, test } from "vitest";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import { failuresOf, rulesByCode, rulesOfTests, testsByRule } from "./governance.ts";
import { root } from "./settings.ts";

const codesOf = (text: string) =>
  Object.fromEntries([...rulesByCode([{ name: "a.ts", text }])].map(([code, rules]) => [code, [...rules]]));

test("a finding's code belongs to the rule that is written beside it", () => {
  expect(codesOf(`f({ ruleId: "R3", code: "LARGE_UNSOURCED" });`)).toEqual({ LARGE_UNSOURCED: ["R3"] });
  expect(codesOf(`f({ ruleId: isOld ? "R1" : "R2", code: "TOO_OLD" });`)).toEqual({ TOO_OLD: ["R1", "R2"] });
  expect(codesOf(`const both = { ruleId: "R10" }; g({ ...both, code: isMany ? "NSF_MANY" : "NSF_SOME" });`)).toEqual({
    NSF_MANY: ["R10"],
    NSF_SOME: ["R10"],
  });
  expect(codesOf(`f({ ruleId: "R99", code: "OF_NO_RULE" }); g({ code: "word" });`)).toEqual({ OF_NO_RULE: [] });
});

const CODES = new Map([["LARGE_UNSOURCED", new Set(["R3"] as const)]]);
const rulesOf = (text: string) => rulesOfTests("a.test.ts", text, CODES);

test.each([
  ["its title begins with the rule", `test("R25: a gift needs a letter", () => {});`, ["R25"]],
  ["its title begins with another rule of like name", `test("R2b: opened lately", () => {});`, ["R2b"]],
  ["it reads the rule's parameters", `test("a limit", () => expect(RULES.R7).toBe(1));`, ["R7"]],
  ["it names a finding's code", `test("a deposit", () => expect(codes).toContain("LARGE_UNSOURCED"));`, ["R3"]],
  [
    "it checks a figure that only one rule computes",
    `test("a cent", () => expect(it.enoughToClose).toBe(1));`,
    ["R28"],
  ],
  ["its rows name several", `test.each([["R1"], ["R2"]])("%s", () => {});`, ["R1", "R2"]],
  ["it names none", `test("R25 is a rule, and R2:6 is none", () => {});`, []],
])("a test covers a rule if %s", (_what, text, rules) => {
  expect(rulesOf(text)).toEqual([{ line: 1, rules }]);
});

test("tests inside groups are found by their lines, and helpers are no tests", () => {
  const text = `const later = () => "R1";\ndescribe("R4", () => {\n  test("R5: a", () => {});\n  it("R6: b", () => {});\n});`;
  expect(rulesOf(text)).toEqual([
    { line: 3, rules: ["R5"] },
    { line: 4, rules: ["R6"] },
  ]);
});

test("what ran counts for its rules, whether it passed or failed", () => {
  const ran = (line: number, status: string) => ({
    status,
    fullName: `line ${line}`,
    failureMessages: [],
    location: { line },
  });
  const file = "features/underwriting/rules/a.test.ts";
  const run = {
    success: false,
    testResults: [
      {
        ...{ name: path.join(root, file), status: "failed", message: "" },
        assertionResults: [ran(1, "passed"), ran(1, "failed"), ran(2, "passed")],
      },
    ],
  };
  const found = testsByRule(run, () => [{ line: 1, rules: ["R1", "R2"] }]);
  expect(found).toMatchObject({ files: 1, tests: 3, passed: 2 });
  expect(found.rules.map(({ id }) => id)).toEqual(Object.keys(RULES));
  expect(found.rules.filter(({ tests }) => tests > 0)).toEqual([
    { id: "R1", files: [file], tests: 2, passed: 1 },
    { id: "R2", files: [file], tests: 2, passed: 1 },
  ]);
});

test("a failed test and a file that could not run are named", () => {
  const file = { name: path.join(root, "a.test.ts"), message: "", assertionResults: [] };
  const failed = { status: "failed", fullName: "a deposit counts", failureMessages: ["1 is not 2"] };
  const testResults = [
    { ...file, status: "passed" },
    { ...file, status: "failed", assertionResults: [{ ...failed, status: "passed" }, failed] },
    { ...file, status: "failed", message: "no such module" },
  ];
  expect(failuresOf({ success: false, testResults })).toEqual([
    "a.test.ts: a deposit counts: 1 is not 2",
    "a.test.ts: no such module",
  ]);
});
