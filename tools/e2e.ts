// npm run e2e [-- part of a path]: only the end-to-end tests. They need the built product and a Chromium.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { close, failureOf, type Tally } from "./tally.ts";
import { provideChromium } from "./chromium.ts";
import { runShown, runSteps } from "./run-once.ts";
import { root } from "./settings.ts";
import { isProductBuilt } from "./build.ts";

/** See e2e/durability/size.ts. */
type Size = "whole" | "ci";

interface Failure {
  message?: string;
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: { errors: Failure[] }[] }[] }[];
}

/** The part of Playwright's JSON report that is read here. The outermost suites are files. */
export interface PlaywrightReport {
  stats: { expected: number; flaky: number };
  suites: Suite[];
  /** What broke outside of tests: a file that could not be loaded, the setup. */
  errors: Failure[];
}

/** Counts one run. One that ended badly without a failure in its report is no green run. */
export function countE2eRun(report: PlaywrightReport | null, exitCode: number): Tally {
  const failures = [
    ...(report?.suites ?? []).flatMap((suite) => failuresIn(suite, [path.join("e2e", suite.file)])),
    ...(report?.errors ?? []).map((failure) => failureOf("e2e", messageOf(failure))),
  ];
  if (failures.length === 0 && exitCode !== 0) failures.push(`the run ended with exit code ${exitCode}`);
  return { passed: report ? report.stats.expected + report.stats.flaky : 0, failed: failures.length, failures };
}

function failuresIn({ suites = [], specs }: Suite, names: readonly string[]): string[] {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ results }) => failureOf([...names, title].join(" > "), messageOf(results.at(-1)?.errors[0]))),
    ),
    ...suites.flatMap((suite) => failuresIn(suite, [...names, suite.title])),
  ];
}

const messageOf = (failure: Failure | undefined) => stripVTControlCharacters(failure?.message ?? "");

/** Runs Playwright on the terminal: these files, by default all. */
function runPlaywright(files: readonly string[], size: Size): Tally {
  const reportFile = path.join(root, "node_modules/.cache/keyturn/e2e.json");
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const exitCode = runShown(
    [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--config=e2e/playwright.config.ts",
      "--reporter=list,json",
      ...files.map((file) => `${literally(path.join(root, file))}$`),
    ],
    { ...process.env, E2E_SIZE: size, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  );
  const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, "utf8")) as PlaywrightReport) : null;
  return countE2eRun(report, exitCode);
}

/** Playwright takes patterns of whole paths. */
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Builds what changed, then runs the end-to-end tests whose file path contains one of `filters`. That there
 * is none is no failure.
 */
export async function runE2e(filters: string[], size: Size = "whole"): Promise<Tally> {
  const all = globSync("e2e/**/*.e2e.ts", { cwd: root });
  const files = all.filter((file) => filters.some((filter) => file.includes(filter)));
  if (filters.length > 0 && files.length === 0) return { passed: 0, failed: 0 };
  const built = isProductBuilt() ? null : await runSteps([{ name: "build", args: ["tools/build.ts"] }]);
  if (built?.failed) return built;
  const chromium = provideChromium();
  if ("missing" in chromium) return { passed: 0, failed: 1, failures: [failureOf("e2e", chromium.missing)] };
  return runPlaywright(files, size);
}

if (import.meta.main) close([await runE2e(process.argv.slice(2))]);
