// Compares what is exact to the cent with whole evaluations: break-evens with halving, and what would change a finding
// with what then happens.
//
//   npm run exact                                    10,000 loans and 1,500 files
//   npm run exact -- --loans=1000 --files=200        fewer
//
// Exit code 1: a figure differs, or a change does more than it says.
import { inTwoThreads } from "./chunks.ts";
import type { ExactChunk, ExactResult } from "./exact-worker.ts";

const LOANS = 10_000;
const FILES = 1_500;
/** Files of a chunk; those of break-evens have ten loans each, about one in seven of which lacks a term. */
const CHUNK = 10;
const LOANS_PER_CHUNK = 80;
const SHOWN = 20;

function chunksOf(kind: ExactChunk["kind"], count: number): ExactChunk[] {
  return Array.from({ length: count }, (_chunk, at) => ({ kind, seed: at + 1, files: CHUNK }));
}

async function main(args: readonly string[]): Promise<number> {
  const count = (name: string, usual: number) => {
    const given = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
    return given === undefined ? usual : Number(given);
  };
  const [loans, files] = [count("loans", LOANS), count("files", FILES)];
  const began = Date.now();
  const results = await inTwoThreads<ExactChunk, ExactResult>(new URL("./exact-worker.ts", import.meta.url), [
    ...chunksOf("breakEven", Math.ceil(loans / LOANS_PER_CHUNK)),
    ...chunksOf("counterfactual", Math.ceil(files / CHUNK)),
  ]);
  const total = (name: Exclude<keyof ExactResult, "problems">) => results.reduce((sum, one) => sum + one[name], 0);
  const row = (label: string, value: number) => console.log(`${String(value).padStart(8)}  ${label}`);
  row("loans with break-evens, under one program each", total("loans"));
  row("of them under a lender's overlay", total("overlays"));
  row("break-evens of price and down payment compared with halving", total("breakEvens"));
  row("of them between two values of the halving that do not close", total("between"));
  row("files whose findings were changed", total("files"));
  row("findings", total("findings"));
  row("changes that clear exactly their finding; one less does not", total("changes"));
  row("changes that clear it and change others, each named", total("broader"));
  const problems = results.flatMap((one) => one.problems);
  row("problems", problems.length);
  console.log(`\n${Math.round((Date.now() - began) / 1000)} s`);
  for (const problem of problems.slice(0, SHOWN)) console.error(problem);
  if (total("loans") < loans) console.error(`Only ${total("loans")} of ${loans} loans have break-evens.`);
  return problems.length === 0 && total("loans") >= loans ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
