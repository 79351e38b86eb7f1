// Mutation test of the underwriting rules: changes them one small way at a time and expects a test to fail.
//
//   node tools/mutate-rules.ts                      all of rules/, under an hour on two cores
//   node tools/mutate-rules.ts cadence.ts rent.ts   some files, by name or path inside rules/
//   node tools/mutate-rules.ts --survivors          also lists the changes that no test noticed
//   node tools/mutate-rules.ts --every=10           one change in ten
//
// Exit code 1: fewer than 95 % of the changes made a test fail, without those that mutants.md accepts with a reason.
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { instrument, type Mutant } from "./mutants.ts";
import type { BaselineTest, Killer, Source, Step, Task, WorkerSetup } from "./mutants-worker.ts";

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const RULES = "features/underwriting/rules";
const MIN_PERCENT = 95;
const PROPERTY_RUNS = 60;
const WHOLE_REPORT_RUNS = 4;
/** Most of their time is the sandbox's, which builds long reports. */
const SLOW_TESTS = /^(the report of %s adds up|the sandbox's banks report the same history)/;
const WATCHDOG_MS = 120_000;
/** The fastest tests that reach a mutant, up to this time in all; the score is what these find. */
const TESTS_MS = 8000;

/** Texts, tables of words and payees, and schemas. */
const NOT_MUTATED = new Set(
  [
    "classifier/classes.ts",
    "classifier/names.ts",
    "classifier/payee-data.ts",
    "classifier/vocabulary.ts",
    "evaluation.ts",
    "given-names.ts",
    "once.ts", // only avoids computing twice
    "parsed-report.ts",
    "rule-texts.ts",
  ].map((name) => `${RULES}/${name}`),
);

export interface Result {
  readonly file: string;
  readonly mutant: Mutant;
  readonly outcome: "killed" | "survived" | "notCovered";
}

/** Tests files and everything that they import, compiled. */
function compile(testFiles: readonly string[], isMutated: (file: string) => boolean) {
  const sources: Record<string, Source> = {};
  const mutants = new Map<string, readonly Mutant[]>();
  const queue = [...testFiles];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (sources[file]) continue;
    const text = readFileSync(path.join(ROOT, file), "utf8");
    if (file.endsWith(".json")) {
      sources[file] = { code: text, mutants: 0, imports: {} };
      continue;
    }
    const code = toCommonJs(file, text);
    const imports = importsOf(file, code);
    queue.push(...Object.values(imports));
    if (!isMutated(file)) {
      sources[file] = { code, mutants: 0, imports };
      continue;
    }
    const changed = instrument(file, text, isMutableStatement(file));
    mutants.set(file, changed.mutants);
    sources[file] = { code, switched: toCommonJs(file, changed.source), mutants: changed.mutants.length, imports };
  }
  return { sources, mutants };
}

/** Of the rule set only the parameters are figures that a test can notice; sources are citations. */
function isMutableStatement(file: string): (statement: ts.Node) => boolean {
  if (path.basename(file) !== "rule-set.ts") return () => true;
  return (statement) => ts.isFunctionDeclaration(statement) || statement.getText().startsWith("export const RULES");
}

function toCommonJs(fileName: string, text: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2024,
      esModuleInterop: true,
      isolatedModules: true,
    },
  });
  return outputText.replaceAll("import.meta", "__meta");
}

/** What a file imports from this repository. */
function importsOf(file: string, code: string): Record<string, string> {
  const { imports } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    imports: Record<string, string>;
  };
  const found: Record<string, string> = {};
  for (const [, specifier = ""] of code.matchAll(/\brequire\("([^"]+)"\)/g)) {
    const alias = Object.keys(imports).find((key) => specifier.startsWith(key.replace("*", "")));
    if (alias) found[specifier] = path.join(imports[alias]!.replace("*", specifier.slice(alias.length - 1)));
    else if (specifier.startsWith(".")) found[specifier] = path.join(path.dirname(file), specifier);
  }
  return found;
}

// ---- Workers ----------------------------------------------------------------------------------------------------

/**
 * Gives tasks to a few workers. A worker that dies or does not answer is replaced; its task has no result. Workers are
 * processes: a mutant that fills the memory of a thread would end us too.
 */
class Pool {
  readonly #size: number;

  constructor(setup: WorkerSetup, size: number) {
    this.#size = size;
    mkdirSync(path.dirname(SETUP_FILE), { recursive: true });
    writeFileSync(SETUP_FILE, JSON.stringify(setup));
  }

  async run<Result>(tasks: readonly (() => Task | null)[], done: (at: number, result: Result | "died") => void) {
    let next = 0;
    const serve = async () => {
      let worker: ChildProcess | null = null;
      while (next < tasks.length) {
        const at = next++;
        const task = tasks[at]!();
        if (!task) continue;
        worker ??= fork(new URL("./mutants-worker.ts", import.meta.url), [SETUP_FILE], {
          execArgv: ["--max-old-space-size=1500"],
          env: { ...process.env, RULES_SEED: "1", RULES_RUNS: String(WHOLE_REPORT_RUNS) },
          stdio: ["ignore", "ignore", "ignore", "ipc"], // what tests print, and why one died
        });
        const result = await ask<Result>(worker, task);
        if (result === "died") worker = null;
        done(at, result);
      }
      worker?.kill("SIGKILL");
    };
    await Promise.all(Array.from({ length: this.#size }, serve));
  }
}

function ask<Result>(worker: ChildProcess, task: Task): Promise<Result | "died"> {
  return new Promise((resolve) => {
    const settle = (result: Result | "died") => {
      clearTimeout(watchdog);
      worker.off("message", settle).off("error", died).off("exit", died);
      if (result === "died") worker.kill("SIGKILL"); // an endless loop hears nothing else
      resolve(result);
    };
    const died = () => settle("died");
    const watchdog = setTimeout(died, task.kind === "mutant" && task.id >= 0 ? WATCHDOG_MS : 10 * WATCHDOG_MS);
    worker.once("message", settle).once("error", died).once("exit", died);
    worker.send(task);
  });
}

// ---- The run ----------------------------------------------------------------------------------------------------

export interface Options {
  /** Files to mutate. */
  readonly files: readonly string[];
  readonly testFiles: readonly string[];
  /** Of so many mutants one is tried. */
  readonly every?: number;
  /** Known to survive: not tried. */
  readonly isAccepted?: (file: string, mutant: Mutant) => boolean;
  readonly workers?: number;
  readonly log?: (text: string) => void;
}

export async function mutate({
  files,
  testFiles,
  every = 1,
  isAccepted = () => false,
  workers = Math.min(2, availableParallelism()),
  log = () => {},
}: Options) {
  const mutable = new Set(rulesFiles().sources);
  const { sources, mutants } = compile(testFiles, (file) => mutable.has(file));
  const pool = new Pool({ root: ROOT, sources, propertyRuns: PROPERTY_RUNS, leftOut: SLOW_TESTS.source }, workers);
  const began = Date.now();
  const tests = await readTests(testFiles, sources, pool, log);
  const count = [...tests.values()].reduce((total, list) => total + list.length, 0);
  log(`${count} tests in ${testFiles.length} files, read in ${Math.round((Date.now() - began) / 1000)} s`);
  const all = files
    .flatMap((file) => (mutants.get(file) ?? []).map((mutant) => ({ file, mutant })))
    .filter((_one, at) => at % every === 0);
  const planner = new Planner(tests);
  const results: Result[] = [];
  const plans = all.map(({ file, mutant }) => () => {
    if (isAccepted(file, mutant)) {
      results.push({ file, mutant, outcome: "survived" });
      return null;
    }
    const plan = planner.planFor(file, mutant.id);
    if (plan.length === 0) results.push({ file, mutant, outcome: "notCovered" });
    return plan.length === 0 ? null : ({ kind: "mutant", file, id: mutant.id, plan } as const);
  });
  let ran = 0;
  await pool.run<Killer | null>(plans, (at, result) => {
    const { file, mutant } = all[at]!;
    if (result !== null && result !== "died") planner.noteKill(file, result);
    results.push({ file, mutant, outcome: result === null ? "survived" : "killed" });
    if (++ran % 250 === 0) log(`${ran} of ${all.length} mutants after ${Math.round((Date.now() - began) / 1000)} s`);
  });
  log(`${all.length} mutants in ${Math.round((Date.now() - began) / 1000)} s`);
  return results;
}

// ---- What the tests reach ---------------------------------------------------------------------------------------

const SETUP_FILE = path.join(ROOT, "node_modules/.cache/keyturn/mutants-setup.json");
/** Cached for the next run: a test file is read again when it, or anything that it imports, has changed. */
const CACHE_FILE = path.join(ROOT, "node_modules/.cache/keyturn/mutants.json");
type Stored = Record<string, { readonly hash: string; readonly tests: readonly BaselineTest[] }>;

async function readTests(
  testFiles: readonly string[],
  sources: Readonly<Record<string, Source>>,
  pool: Pool,
  log: (text: string) => void,
): Promise<ReadonlyMap<string, readonly BaselineTest[]>> {
  const stored = existsSync(CACHE_FILE) ? (JSON.parse(readFileSync(CACHE_FILE, "utf8")) as Stored) : {};
  const hashes = new Map(testFiles.map((file) => [file, hashOf(file, sources)]));
  const changed = testFiles.filter((file) => stored[file]?.hash !== hashes.get(file));
  await pool.run<BaselineTest[]>(
    changed.map((testFile) => () => ({ kind: "baseline", testFile })),
    (at, tests) => {
      const testFile = changed[at]!;
      if (tests === "died") throw new Error(`${testFile} cannot run`);
      stored[testFile] = { hash: hashes.get(testFile)!, tests };
    },
  );
  const file = Object.keys(sources).find((one) => sources[one]!.mutants > 0)!;
  await pool.run<Killer | null>(
    changed.map((testFile) => () => ({
      kind: "mutant",
      file,
      id: -1,
      plan: [controlOf(testFile, stored[testFile]!.tests)],
    })),
    (at, result) => {
      if (result !== null) throw new Error(`Fails without a mutant: ${changed[at]} ${JSON.stringify(result)}`);
    },
  );
  mkdirSync(path.dirname(CACHE_FILE), { recursive: true });
  writeFileSync(CACHE_FILE, JSON.stringify(stored));
  for (const testFile of testFiles)
    for (const { name, error } of stored[testFile]!.tests)
      if (error !== null) log(`Left out: ${testFile}: ${name}: ${error.split("\n", 1)[0]}`);
  return new Map(testFiles.map((testFile) => [testFile, stored[testFile]!.tests]));
}

function hashOf(testFile: string, sources: Readonly<Record<string, Source>>): string {
  const hash = createHash("sha256").update(String(PROPERTY_RUNS));
  const files = new Set([testFile]);
  for (const file of files) {
    const { code, imports } = sources[file]!;
    hash.update(code);
    for (const one of Object.values(imports)) files.add(one);
  }
  return hash.digest("hex");
}

function controlOf(testFile: string, list: readonly BaselineTest[]): Step {
  const passing = list.flatMap(({ ms, error }, test) => (error === null ? [[test, limitOf(ms)] as const] : []));
  return { testFile, tests: passing };
}

/** A busy machine is slow; an endless loop is endless. */
const limitOf = (ms: number) => Math.ceil(3000 + 20 * ms);

function idsIn(base64: string): number[] {
  const bits = Buffer.from(base64, "base64");
  return Array.from({ length: bits.length * 8 }, (_, id) => id).filter((id) => bits[id >> 3]! & (1 << (id & 7)));
}

/** Which tests to run for a mutant: those that reach it, the likeliest to fail and the fastest first. */
class Planner {
  readonly #reaching = new Map<string, { testFile: string; test: number; ms: number }[]>();
  readonly #kills = new Map<string, number>();

  constructor(tests: ReadonlyMap<string, readonly BaselineTest[]>) {
    for (const [testFile, list] of tests)
      list.forEach(({ ms, error, reached }, number) => {
        if (error !== null) return;
        const test = { testFile, test: number, ms }; // one object for thousands of mutants
        for (const [file, base64] of Object.entries(reached))
          for (const id of idsIn(base64)) {
            const key = `${file}#${id}`;
            const known = this.#reaching.get(key);
            if (known) known.push(test);
            else this.#reaching.set(key, [test]);
          }
      });
  }

  noteKill(file: string, { testFile, test }: Killer): void {
    for (const key of [`${file} ${testFile}`, `${file} ${testFile} ${test}`])
      this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  planFor(file: string, id: number): Step[] {
    const stem = path.basename(file, ".ts");
    const isOwn = (testFile: string) => path.basename(testFile).startsWith(`${stem}.`);
    let total = 0;
    const fastest = (this.#reaching.get(`${file}#${id}`) ?? [])
      .sort((a, b) => Number(isOwn(b.testFile)) - Number(isOwn(a.testFile)) || a.ms - b.ms)
      .filter(({ ms }) => (total += ms) <= TESTS_MS);
    const byFile = Map.groupBy(fastest, ({ testFile }) => testFile);
    return [...byFile]
      .map(([testFile, tests]) => {
        const kills = (this.#kills.get(`${file} ${testFile}`) ?? 0) + (isOwn(testFile) ? 20 : 0);
        const cost = tests.reduce((total, { ms }) => total + ms, 20) / (1 + kills);
        const worth = ({ test, ms }: { test: number; ms: number }) =>
          ms / (1 + 5 * (this.#kills.get(`${file} ${testFile} ${test}`) ?? 0));
        const sorted = tests.sort((a, b) => worth(a) - worth(b));
        return { cost, step: { testFile, tests: sorted.map(({ test, ms }) => [test, limitOf(ms)] as const) } };
      })
      .sort((a, b) => a.cost - b.cost)
      .map(({ step }) => step);
  }
}

// ---- Report -----------------------------------------------------------------------------------------------------

/** Identifies a mutant while the code around it moves. */
export function keyOf(file: string, { within, before, after }: Mutant): string {
  return `${path.relative(RULES, file)} ${within}: ${before} -> ${after}`;
}

/** Lines of mutants.md: "- `file` in `function`: `before` -> `after`. Reason." */
export function acceptedIn(text: string): Map<string, string> {
  const lines = text.matchAll(/^- `([^`]+)` in `([^`]+)`: `([^`]+)` -> `([^`]+)`\. (\S.*)$/gm);
  return new Map(
    [...lines].map(([, file, within, before, after, reason]) => [`${file} ${within}: ${before} -> ${after}`, reason!]),
  );
}

function report(results: readonly Result[], accepted: ReadonlyMap<string, string>, showsSurvivors: boolean): number {
  const isAccepted = ({ file, mutant }: Result) => accepted.has(keyOf(file, mutant));
  const row = (name: string, list: readonly Result[]) => {
    const of = (outcome: Result["outcome"]) => list.filter((one) => one.outcome === outcome && !isAccepted(one)).length;
    const known = list.filter((one) => one.outcome !== "killed" && isAccepted(one)).length;
    const killed = list.filter(({ outcome }) => outcome === "killed").length;
    const score = list.length === known ? 100 : (killed / (list.length - known)) * 100;
    const cells = [killed, of("survived"), of("notCovered"), known].map((cell) => String(cell).padStart(8));
    console.log(`${name.padEnd(28)}${cells.join("")}${score.toFixed(1).padStart(8)} %`);
    return score;
  };
  console.log(`${"".padEnd(28)}  killed survived uncovered accepted   score`);
  const files = Map.groupBy(results, ({ file }) => file);
  for (const [file, list] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) row(path.relative(RULES, file), list);
  const score = row("all", results);
  if (showsSurvivors)
    for (const one of results
      .filter((each) => each.outcome !== "killed" && !isAccepted(each))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.mutant.line - b.mutant.line))) {
      const { file, outcome, mutant } = one;
      console.log(
        `${outcome === "survived" ? "survived " : "uncovered"} ${path.relative(RULES, file)}:${mutant.line} in \`${mutant.within}\`: \`${mutant.before}\` -> \`${mutant.after}\``,
      );
    }
  return score;
}

export function rulesFiles(): { sources: string[]; tests: string[] } {
  const files = readdirSync(path.join(ROOT, RULES), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${RULES}/${name}`)
    .sort();
  const tests = files.filter((name) => name.endsWith(".test.ts"));
  const sources = files.filter(
    (name) => !/(^|\/)test-|\.test\.ts$/.test(path.relative(RULES, name)) && !NOT_MUTATED.has(name),
  );
  return { sources, tests };
}

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("-"));
  const { sources, tests } = rulesFiles();
  const files =
    names.length === 0 ? sources : sources.filter((file) => names.some((name) => file.endsWith(`/${name}`)));
  if (files.length === 0) {
    console.error(`No such file in ${RULES}: ${names.join(", ")}`);
    return 2;
  }
  const every = Number(args.find((arg) => arg.startsWith("--every="))?.slice("--every=".length) ?? 1);
  const accepted = acceptedIn(readFileSync(path.join(ROOT, RULES, "mutants.md"), "utf8"));
  const isAccepted = (file: string, mutant: Mutant) => accepted.has(keyOf(file, mutant));
  const results = await mutate({ files, testFiles: tests, every, isAccepted, log: (text) => console.error(text) });
  return report(results, accepted, args.includes("--survivors")) < MIN_PERCENT ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await main(process.argv.slice(2));
