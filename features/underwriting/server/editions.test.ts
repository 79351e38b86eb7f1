import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { SEED, someQuestion } from "#features/underwriting/rules/test-generators.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { loadEdition } from "./run-edition.ts";
import { answersOf, type EditionAnswers } from "./test-editions.ts";

/** On a busy machine. */
const LONG = 300_000;
const REPORTS = 1000;
const HASHES = [EDITIONS[0], EDITIONS[2], NEWEST_EDITION].map((edition) => edition!.hash); // there are more than three

let folder = "";
let file = "";
let here: EditionAnswers["hashes"] = {};

beforeAll(async () => {
  const questions = fc
    .sample(someQuestion(), { numRuns: REPORTS, seed: SEED })
    .map(({ report, previous, ...inputs }): Question => questionOf(report, previous ?? null, inputs));
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-editions-"));
  file = path.join(folder, "questions.jsonl");
  await writeFile(file, questions.map(canonicalJson).join("\n"));
  here = await answersOf(questions, HASHES, loadEdition); // the newest from the source
}, LONG);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** In a process of its own, from what a file says. */
async function answersIn(env: Readonly<Record<string, string>>): Promise<EditionAnswers> {
  const script = path.join(import.meta.dirname, "test-editions.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, ...HASHES], {
    env,
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as EditionAnswers;
}

test("a thousand reports have answers that differ from edition to edition", () => {
  for (const hash of HASHES) expect(new Set(here[hash]).size).toBeGreaterThan(REPORTS * 0.9);
  expect(here[HASHES[0]!]).not.toEqual(here[HASHES[2]!]);
});

// Each process runs the sealed files, so this also shows that the newest is the source.
test.each([
  ["Pacific/Kiritimati", "tr-TR", { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" }],
  ["America/Los_Angeles", "ar-EG", { TZ: "America/Los_Angeles", LC_ALL: "ar_EG.UTF-8", LANG: "ar_EG.UTF-8" }],
])(
  "a thousand reports under three editions have the same answers in %s and %s",
  { timeout: LONG },
  async (timeZone, locale, env) => {
    const there = await answersIn(env);
    expect(there).toMatchObject({ timeZone, locale });
    expect(there.hashes).toEqual(here);
  },
);
