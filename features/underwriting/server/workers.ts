import type { Context } from "#platform/server/context.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { removeFile } from "./jobs.ts";

export function underwritingWorkers({ files }: Context): JobWorker[] {
  return [worker(removeFile, ({ file }) => files.remove(file))];
}
