// What the governance packet says of our own tests: which tests cover each rule, their result, and the twins.
//
//   npm run governance              runs the tests of the rules and 50,000 twins, and writes test-report.json
//   npm run governance -- --quick   with fewer random files and 1,000 twins, while the rules still change; none can release it
//
// Run it with each new edition of the rules. Exit code 1, and nothing is written: a test fails, a rule has no source, owner
// or test, or a twin has another answer without a reason.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import type { GovernanceTestReport } from "../features/asset-reports/contract.ts";
import { problemsOfPacket, runningEdition } from "../features/asset-reports/server/governance/packet.ts";
import { evaluate } from "../features/underwriting/rules/evaluate.ts";
import { RULES, type RuleId } from "../features/underwriting/rules/rule-set.ts";
import { someQuestion } from "../features/underwriting/rules/test-generators.ts";
import { TWIN_REASONS, type TwinReason } from "../features/underwriting/rules/test-twins.ts";
import { problemsOf, runTwins, TWIN_COUNT, type TwinsResult } from "./twins.ts";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const FOLDER = "features/underwriting/rules";
const REPORT = "features/asset-reports/server/governance/test-report.json";
const RULE_IDS = Object.keys(RULES) as RuleId[]; // RULES has exactly these keys

/** Rules that compute something and give no findings, by the names of it. */
const FIGURES: Partial<Record<RuleId, readonly string[]>> = { R18: ["vod", "vodLoans"], R28: ["enoughToClose"] };

// ---- Which words of a test name a rule --------------------------------------------------------------------------

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
}

function sourceFiles(): string[] {
  return readdirSync(path.join(root, FOLDER), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/(^|\/)test-|\.test\.ts$/.test(name))
    .sort();
}

function textsIn(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? [node.text] : [];
  const inner: string[] = [];
  node.forEachChild((child) => void inner.push(...textsIn(child)));
  return [...own, ...inner];
}

/** The rule of each code of a finding, read where the finding is written. */
export function rulesByCode(
  files: readonly { readonly name: string; readonly text: string }[],
): Map<string, Set<RuleId>> {
  const found = new Map<string, Set<RuleId>>();
  for (const { name, text } of files) {
    // A finding that spreads common parts has the rule of the object above it.
    let last: readonly RuleId[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        const valueOf = (key: string) =>
          node.properties.find(
            (one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && one.name.getText() === key,
          )?.initializer;
        const [rule, code] = [valueOf("ruleId"), valueOf("code")];
        const rules = rule ? textsIn(rule).filter((one): one is RuleId => one in RULES) : [];
        if (rules.length > 0) last = rules;
        for (const one of code ? textsIn(code).filter((word) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(word)) : [])
          found.set(one, new Set([...(found.get(one) ?? []), ...last]));
      }
      node.forEachChild(visit);
    };
    visit(parse(name, text));
  }
  return found;
}

/** Adds the codes that the rules give to random files: some are computed, and no source shows them as text. */
function withEvaluated(codes: ReadonlyMap<string, ReadonlySet<RuleId>>): Map<string, Set<RuleId>> {
  const found = new Map([...codes].map(([code, rules]) => [code, new Set(rules)]));
  for (const question of fc.sample(someQuestion(), { numRuns: 3000, seed: 1 }))
    for (const { code, ruleId } of evaluate(question).findings)
      found.set(code, (found.get(code) ?? new Set()).add(ruleId as RuleId)); // a finding's rule is one of the set
  return found;
}

interface TestCall {
  readonly line: number;
  readonly rules: readonly RuleId[];
}

/** Each call of `test` in a file, by its line, with the rules whose id, codes or figures its words name. */
export function rulesOfTests(name: string, text: string, codes: ReadonlyMap<string, ReadonlySet<RuleId>>): TestCall[] {
  const file = parse(name, text);
  const calls: TestCall[] = [];
  const rulesOf = (words: readonly string[]): RuleId[] =>
    RULE_IDS.filter((id) =>
      words.some(
        (word) =>
          word === id ||
          word.startsWith(`${id}:`) ||
          codes.get(word)?.has(id) === true ||
          FIGURES[id]?.includes(word) === true,
      ),
    );
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(test|it)\b/.test(node.expression.getText(file))) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      calls.push({ line, rules: rulesOf(textsIn(node)) });
      return;
    }
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}

// ---- The run ----------------------------------------------------------------------------------------------------

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface VitestReport {
  /** Also false if a file could not be run at all. */
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
      readonly location?: { readonly line: number } | null;
    }[];
  }[];
}

/** Random files that each property is tested on, and twins. */
const WHOLE = { runs: "1500", twins: TWIN_COUNT };
const QUICK = { runs: "100", twins: 1_000 };

function runTests(isQuick: boolean): VitestReport {
  const folder = mkdtempSync(path.join(tmpdir(), "governance-"));
  try {
    const file = path.join(folder, "report.json");
    const args = [
      "run",
      "--project",
      "server",
      FOLDER,
      "--reporter=json",
      `--outputFile=${file}`,
      "--includeTaskLocation",
    ];
    spawnSync("vitest", args, {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, RULES_RUNS: (isQuick ? QUICK : WHOLE).runs },
    });
    return JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Which tests failed, and files that could not be run. */
export function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    const file = path.relative(root, name);
    if (failed.length === 0) return status === "failed" ? [`${file}: ${message}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${failureMessages[0] ?? ""}`);
  });
}

type Tests = Pick<GovernanceTestReport, "rules" | "files" | "tests" | "passed">;

/** The tests that ran, by the rules that they cover. */
export function testsByRule(run: VitestReport, callsOf: (file: string) => readonly TestCall[]): Tests {
  const rules = new Map(RULE_IDS.map((id) => [id, { files: new Set<string>(), tests: 0, passed: 0 }]));
  let [tests, passed] = [0, 0];
  for (const { name, assertionResults } of run.testResults) {
    const file = path.relative(root, name);
    const calls = callsOf(file);
    for (const { status, location } of assertionResults) {
      const isPassed = status === "passed";
      tests++;
      if (isPassed) passed++;
      for (const id of calls.find(({ line }) => line === location?.line)?.rules ?? []) {
        const rule = rules.get(id)!; // every rule is in it
        rule.files.add(file);
        rule.tests++;
        if (isPassed) rule.passed++;
      }
    }
  }
  return {
    files: run.testResults.length,
    tests,
    passed,
    rules: [...rules].map(([id, one]) => ({ id, files: [...one.files].sort(), tests: one.tests, passed: one.passed })),
  };
}

function twinsOf({ count, same, reasons, languages }: TwinsResult): GovernanceTestReport["twins"] {
  return {
    count,
    same,
    reasons: Object.entries(reasons).map(([name, number]) => ({
      text: TWIN_REASONS[name as TwinReason].text, // the result counts each reason of the list
      count: number,
    })),
    languages: Object.entries(languages).map(([language, one]) => ({ language, ...one })),
  };
}

async function main(isQuick: boolean): Promise<number> {
  const count = (isQuick ? QUICK : WHOLE).twins;
  const codes = withEvaluated(
    rulesByCode(sourceFiles().map((name) => ({ name, text: readFileSync(path.join(root, FOLDER, name), "utf8") }))),
  );
  console.log("Running the tests of the rules …");
  const run = runTests(isQuick);
  const failures = failuresOf(run);
  for (const failure of failures) console.error(failure);
  if (!run.success || failures.length > 0) return 1;
  const tests = testsByRule(run, (file) => rulesOfTests(file, readFileSync(path.join(root, file), "utf8"), codes));
  console.log(`${tests.passed} of ${tests.tests} tests passed. Comparing ${count} twins …`);
  const twins = await runTwins({ count });
  const report: GovernanceTestReport = {
    edition: runningEdition(),
    madeOn: new Date().toISOString().slice(0, 10),
    ...tests,
    twins: twinsOf(twins),
  };
  const problems = [...problemsOf(twins), ...problemsOfPacket({ report })];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  const file = path.join(root, REPORT);
  writeFileSync(file, await format(JSON.stringify(report), { ...(await resolveConfig(file)), parser: "json" }));
  console.log(`Wrote ${REPORT}`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = await main(process.argv.includes("--quick"));
