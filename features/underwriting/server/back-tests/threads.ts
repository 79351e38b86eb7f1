import { availableParallelism } from "node:os";
import { openThreads, type Threads } from "#platform/server/threads.ts";
import type { Turn, TurnResult } from "./thread.ts";

declare module "#platform/server/context.ts" {
  interface Context {
    readonly backTestThreads: Threads<Turn, TurnResult>;
  }
}

const MOST_THREADS = 4;
const HEAP_MB = 192;

/** One for each core, and not more than four, because back-tests of several organizations share them. */
export function openBackTestThreads(size = Math.min(availableParallelism(), MOST_THREADS)): Threads<Turn, TurnResult> {
  // The bundle has the thread's module as a file of its own: see tools/server-bundle.ts.
  const file = import.meta.url.endsWith(".ts") ? "./thread.ts" : "./back-test-thread.js";
  return openThreads({ entry: new URL(file, import.meta.url), size, maxHeapMb: HEAP_MB });
}
