import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import type { evaluate as Evaluate } from "../features/underwriting/rules/evaluate.ts";
import { compareTwin, someTwin, type Comparison, type TwinSeed } from "../features/underwriting/rules/test-twins.ts";

// A thread of twins.ts. Each message is a chunk: the seed of its files and how many.

export interface ChunkResult {
  readonly twins: readonly { readonly seed: TwinSeed; readonly found: Comparison }[];
}

const { rules } = workerData as { rules: string };
const { evaluate } = (await import(rules)) as { evaluate: typeof Evaluate };

parentPort!.on("message", ({ seed, runs }: { seed: number; runs: number }) => {
  const twins = fc
    .sample(someTwin, { seed, numRuns: runs })
    .map(({ question, seed: drawn }) => ({ seed: drawn, found: compareTwin(evaluate, question, drawn) }));
  parentPort!.postMessage({ twins } satisfies ChunkResult);
});
