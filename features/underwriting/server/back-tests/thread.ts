// Runs in a thread of its own: see `openBackTestThreads`.
import { setPriority } from "node:os";
import { serveThread } from "#platform/server/threads.ts";
import { testReport, type StoredReport, type TestedReport, type Trial } from "./retest.ts";

/** Reports of one thread's turn. */
export interface Turn {
  readonly trial: Trial;
  readonly reports: readonly StoredReport[];
}

/** Of each report: what the test found, or the error that it ended with. */
export type TurnResult = readonly (TestedReport | { readonly reportId: string; readonly error: unknown })[];

/** A third of the share of a thread of normal priority: a lower one starves on a busy machine. */
const NICENESS = 5;
// Linux lowers only this thread, so that requests come first; elsewhere it would be the whole process.
if (process.platform === "linux") setPriority(NICENESS);

serveThread(async ({ trial, reports }: Turn): Promise<TurnResult> => {
  const results = [];
  for (const report of reports) {
    const { reportId } = report;
    results.push(await testReport(trial, report).catch((error: unknown) => ({ reportId, error })));
  }
  return results;
});
