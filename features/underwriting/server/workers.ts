import { worker, type JobWorker } from "#platform/server/jobs.ts";
import type { UnderwritingDeps } from "./deps.ts";
import { removeFile } from "./jobs.ts";

export function underwritingWorkers({ files }: UnderwritingDeps): JobWorker[] {
  return [worker(removeFile, ({ file }) => files.remove(file))];
}
