// Compares files with their twins: the same money and terms, with other people, addresses and banks, in another order.
//
//   npm run twins                           50,000 twins of the rules as they are
//   npm run twins -- --count=5000           fewer
//   npm run twins -- --rules=editions/….js  under another module that exports `evaluate`
//
// Exit code 1: an answer differs without a reason of the closed list, or a reason of the list never occurs.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  LANGUAGES,
  TWIN_REASON_NAMES,
  TWIN_REASONS,
  type Comparison,
} from "../features/underwriting/rules/test-twins.ts";
import { inTwoThreads } from "./chunks.ts";
import type { ChunkResult } from "./twins-worker.ts";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const TWIN_COUNT = 50_000;
const CHUNK = 250;
const RULES = "features/underwriting/rules/evaluate.ts";

export interface TwinsResult {
  readonly count: number;
  readonly same: number;
  /** Twins with another answer, by the reason of the list. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Twins by the language of their names, and how many of them have the same answer. */
  readonly languages: Readonly<Record<string, { readonly count: number; readonly same: number }>>;
  readonly unexplained: readonly { readonly seed: unknown; readonly found: Comparison }[];
}

/** Runs on two threads. The same rules and count have the same result. */
export async function runTwins({ count, rules = RULES }: { count: number; rules?: string }): Promise<TwinsResult> {
  const chunks = Array.from({ length: Math.ceil(count / CHUNK) }, (_, at) => ({
    seed: at + 1,
    runs: Math.min(CHUNK, count - at * CHUNK),
  }));
  const results = await inTwoThreads<(typeof chunks)[number], ChunkResult>(
    new URL("./twins-worker.ts", import.meta.url),
    chunks,
    { rules: pathToFileURL(path.join(root, rules)).href },
  );
  const all = results.flatMap(({ twins }) => twins);
  const countOf = (list: typeof all, name: string) => list.filter(({ found }) => found === name).length;
  return {
    count: all.length,
    same: countOf(all, "same"),
    reasons: Object.fromEntries(TWIN_REASON_NAMES.map((name) => [name, countOf(all, name)])),
    languages: Object.fromEntries(
      LANGUAGES.map((language) => {
        const own = all.filter(({ seed }) => seed.language === language);
        return [language, { count: own.length, same: countOf(own, "same") }];
      }),
    ),
    unexplained: all.filter(({ found }) => typeof found !== "string"),
  };
}

/** Why a result is not good enough; empty when it is. */
export function problemsOf({ count, reasons, unexplained }: TwinsResult): string[] {
  const unused = count < TWIN_COUNT ? [] : TWIN_REASON_NAMES.filter((name) => reasons[name] === 0);
  return [
    ...unexplained.map(
      ({ seed, found }) => `No reason of the list explains ${JSON.stringify(seed)}: ${JSON.stringify(found)}`,
    ),
    ...unused.map((name) => `The reason ${name} never occurs. Take it off the list.`),
  ];
}

async function main(args: readonly string[]): Promise<number> {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const began = Date.now();
  const result = await runTwins({ count: Number(option("count") ?? TWIN_COUNT), rules: option("rules") ?? RULES });
  const row = (label: string, value: number) => console.log(`${String(value).padStart(8)}  ${label}`);
  row("twins", result.count);
  row("the same answer", result.same);
  for (const name of TWIN_REASON_NAMES) row(`${name}: ${TWIN_REASONS[name].text}`, result.reasons[name]!);
  row("without a reason", result.unexplained.length);
  console.log("\nBy the language of the names:");
  for (const [language, { count, same }] of Object.entries(result.languages)) row(`of ${count} ${language}`, same);
  console.log(`\n${Math.round((Date.now() - began) / 1000)} s`);
  const problems = problemsOf(result);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await main(process.argv.slice(2));
