import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";
import vm from "node:vm";
import fc from "fast-check";
import { expect } from "vitest";

// A process of mutate-rules.ts; its argument is the file of its WorkerSetup. Runs tests of the rules with one mutant
// switched on. Vitest itself would load everything again for each mutant; here only the modules that depend on the
// mutated file are run again, from compiled code.

export interface Source {
  /** CommonJS. */
  readonly code: string;
  /** With every mutant's switch; only files that are mutated have it. */
  readonly switched?: string;
  readonly mutants: number;
  readonly imports: Readonly<Record<string, string>>;
}

export type Task =
  | { readonly kind: "baseline"; readonly testFile: string }
  | { readonly kind: "mutant"; readonly file: string; readonly id: number; readonly plan: readonly Step[] };

/** Tests of one file to run, by their number in it, each with its time limit. */
export interface Step {
  readonly testFile: string;
  readonly tests: readonly (readonly [number: number, limitMs: number])[];
}

export interface BaselineTest {
  readonly name: string;
  readonly ms: number;
  readonly error: string | null;
  /** Mutants that it reaches, by file: a bit for each, in base64. */
  readonly reached: Readonly<Record<string, string>>;
}

export interface Killer {
  readonly testFile: string;
  readonly test: number;
  /** What the test said. */
  readonly why: string;
}

export interface WorkerSetup {
  readonly root: string;
  readonly sources: Readonly<Record<string, Source>>;
  readonly propertyRuns: number;
  /** Names of tests that do not run: a regular expression. */
  readonly leftOut: string;
}

interface Registered {
  readonly name: string;
  /** Measures time, and fails on a busy machine. */
  readonly isTimed: boolean;
  readonly run: () => unknown;
}
type Exports = Record<string, unknown>;
type Wrapper = (exports: Exports, require: (specifier: string) => unknown, mutant: unknown, meta: unknown) => void;

const LOAD_LIMIT_MS = 20_000;
const setup = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as WorkerSetup;
const { root, sources, propertyRuns } = setup;
const leftOut = new RegExp(setup.leftOut);
const requireInstalled = createRequire(path.join(root, "package.json"));

// ---- Tests ------------------------------------------------------------------------------------------------------

let registered: Registered[] = [];

const callback = (values: readonly unknown[]) =>
  values.find((value) => typeof value === "function") as (...args: unknown[]) => unknown;
const rowsOf = (rows: readonly unknown[]) => rows.map((row) => (Array.isArray(row) ? (row as unknown[]) : [row]));

function test(name: string, ...values: unknown[]): void {
  const run = callback(values);
  registered.push({ name, isTimed: String(run).includes("performance.now"), run });
}
test.each =
  (rows: readonly unknown[]) =>
  (name: string, ...values: unknown[]) => {
    rowsOf(rows).forEach((row, at) => test(`${name} (${at + 1})`, () => callback(values)(...row)));
  };
test.for =
  (rows: readonly unknown[]) =>
  (name: string, ...values: unknown[]) => {
    rows.forEach((row, at) => test(`${name} (${at + 1})`, () => callback(values)(row)));
  };
function describe(_name: string, ...values: unknown[]): void {
  callback(values)();
}
describe.each =
  (rows: readonly unknown[]) =>
  (_name: string, ...values: unknown[]) => {
    for (const row of rowsOf(rows)) callback(values)(...row);
  };

const fewRuns: typeof fc.assert = (property, parameters = {}) =>
  fc.assert(
    property as never,
    {
      ...parameters,
      seed: 1,
      numRuns: Math.min(parameters.numRuns ?? propertyRuns, propertyRuns),
      verbose: 0,
      endOnFailure: true, // a shrunk counterexample kills no better
    } as never,
  );

const external: Record<string, unknown> = {
  vitest: { test, it: test, describe, expect, vi: { setConfig() {} } },
  "fast-check": { __esModule: true, default: { ...fc, assert: fewRuns } },
};

// ---- Modules ----------------------------------------------------------------------------------------------------

const mutant = { on: -1 };
const plain = new Map<string, Exports>();
const wrappers = new Map<string, Wrapper>();
const dependants = new Map<string, ReadonlySet<string>>();

function wrapperOf(file: string, kind: "plain" | "mutable" | "traced"): Wrapper {
  const { code, switched } = sources[file]!;
  const name = `${kind} ${file}`;
  let wrapper = wrappers.get(name);
  if (!wrapper) {
    const mutable = (switched ?? "").replace(/__mutant\.reach\((\d+)\)/g, "__mutant.on===$1");
    const body = kind === "plain" || !switched ? code : kind === "traced" ? switched : mutable;
    wrapper = vm.compileFunction(body, ["exports", "require", "__mutant", "__meta"], { filename: name }) as Wrapper;
    wrappers.set(name, wrapper);
  }
  return wrapper;
}

/** The files whose modules have to run again when one of these changes. */
function dependantsOf(files: readonly string[]): ReadonlySet<string> {
  const name = files.join();
  let found = dependants.get(name);
  if (!found) {
    const set = new Set(files);
    for (let size = -1; size !== set.size;) {
      size = set.size;
      for (const [file, { imports }] of Object.entries(sources))
        if (Object.values(imports).some((one) => set.has(one))) set.add(file);
    }
    dependants.set(name, (found = set));
  }
  return found;
}

class Modules {
  readonly #own = new Map<string, Exports>();
  readonly #again: ReadonlySet<string>;
  readonly #switched: ReadonlySet<string>;
  readonly #reached: Map<string, Uint8Array> | null;

  /** @param reached where to note which mutants run; none is switched on then */
  constructor(switched: readonly string[], reached: Map<string, Uint8Array> | null = null) {
    this.#again = dependantsOf(switched);
    this.#switched = new Set(switched);
    this.#reached = reached;
  }

  #switchOf(file: string): unknown {
    if (!this.#reached) return mutant;
    const reached = new Uint8Array(sources[file]!.mutants);
    this.#reached.set(file, reached);
    return {
      reach(id: number) {
        reached[id] = 1;
        return false;
      },
    };
  }

  load(file: string): Exports {
    const registry = this.#again.has(file) || file.endsWith(".test.ts") ? this.#own : plain;
    const known = registry.get(file);
    if (known) return known;
    const exports: Exports = {};
    registry.set(file, exports);
    if (file.endsWith(".json")) {
      Object.assign(exports, { __esModule: true, default: JSON.parse(sources[file]!.code) as unknown });
      return exports;
    }
    const kind = this.#switched.has(file) ? (this.#reached ? "traced" : "mutable") : "plain";
    const { imports } = sources[file]!;
    const require = (specifier: string): unknown => {
      const target = imports[specifier];
      return target === undefined ? (external[specifier] ?? requireInstalled(specifier)) : this.load(target);
    };
    const absolute = path.join(root, file);
    const meta = { dirname: path.dirname(absolute), filename: absolute, url: pathToFileURL(absolute).href };
    try {
      wrapperOf(file, kind)(exports, require, this.#switchOf(file), meta);
    } catch (error) {
      registry.delete(file);
      throw error;
    }
    return exports;
  }

  /** Loads a test file and gives its tests. */
  testsOf(file: string): readonly Registered[] {
    registered = [];
    this.load(file);
    return registered;
  }
}

// ---- Running ----------------------------------------------------------------------------------------------------

const holder = globalThis as unknown as { __step: () => void };
const script = new vm.Script("__step()");

/** Ends endless loops of mutants. */
function within<Result>(limitMs: number, run: () => Result): Result {
  let result: Result | undefined;
  holder.__step = () => {
    result = run();
    if (result instanceof Promise) throw new Error("Only tests without promises can run here");
  };
  script.runInThisContext({ timeout: limitMs });
  return result as Result;
}

function runMutant({ file, id, plan }: Extract<Task, { kind: "mutant" }>): Killer | null {
  mutant.on = id;
  const modules = new Modules([file]);
  for (const { testFile, tests } of plan) {
    let test = -1;
    try {
      const all = within(LOAD_LIMIT_MS, () => modules.testsOf(testFile));
      for (const [number, limitMs] of tests) {
        test = number;
        within(limitMs, all[number]!.run);
      }
    } catch (error) {
      return { testFile, test, why: error instanceof Error ? error.message : String(error) };
    }
  }
  return null;
}

function bitsOf(flags: Uint8Array): Buffer {
  const bits = Buffer.alloc(Math.ceil(flags.length / 8));
  flags.forEach((flag, id) => {
    if (flag) bits[id >> 3]! |= 1 << (id & 7);
  });
  return bits;
}

/** Modules are loaded again for each test. Otherwise a value cached by one test would hide what the next reaches. */
function runBaseline({ testFile }: Extract<Task, { kind: "baseline" }>): BaselineTest[] {
  const files = Object.keys(sources).filter((file) => sources[file]!.switched !== undefined);
  const results: BaselineTest[] = [];
  for (let number = 0, count = 1; number < count; number++) {
    const reached = new Map<string, Uint8Array>();
    let name = testFile;
    let error: string | null = null;
    let began = performance.now();
    try {
      const modules = new Modules(files, reached);
      const all = modules.testsOf(testFile);
      count = all.length;
      name = all[number]?.name ?? testFile;
      began = performance.now();
      if (leftOut.test(name)) error = "slow";
      else if (all[number]?.isTimed) error = "measures time";
      else if (all[number]) within(120_000, all[number]!.run);
    } catch (caught) {
      error = caught instanceof Error ? caught.message : String(caught);
    }
    const ms = performance.now() - began;
    const bits = [...reached].map(([file, flags]) => [file, bitsOf(flags).toString("base64")]);
    results.push({ name, ms, error, reached: Object.fromEntries(bits) as Record<string, string> });
  }
  return results;
}

process.on("message", (task: Task) => {
  process.send!(task.kind === "baseline" ? runBaseline(task) : runMutant(task));
});
process.on("disconnect", () => process.exit());
