// node test-editions.ts FILE HASH…: evaluates the questions of a file, one JSON a line, and prints what came of them, for
// tests that run it with another time zone and language.
import { readFileSync } from "node:fs";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { canonicalHash, type Evaluate, importEdition } from "./run-edition.ts";

export interface EditionAnswers {
  /** Of the process, so that a test sees that its settings took effect. */
  readonly timeZone: string;
  readonly locale: string;
  /** By edition: the hash of each evaluation. */
  readonly hashes: Readonly<Record<string, readonly string[]>>;
}

export async function answersOf(
  questions: readonly Question[],
  editions: readonly string[],
  load: (hash: string) => Promise<Evaluate>,
): Promise<EditionAnswers["hashes"]> {
  const hashes: Record<string, string[]> = {};
  for (const edition of editions) {
    const evaluate = await load(edition);
    hashes[edition] = questions.map((question) => canonicalHash(evaluate(question)));
  }
  return hashes;
}

if (import.meta.main) {
  const [file = "", ...editions] = process.argv.slice(2);
  const questions = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const answers: EditionAnswers = { timeZone, locale, hashes: await answersOf(questions, editions, importEdition) };
  process.stdout.write(JSON.stringify(answers));
}
