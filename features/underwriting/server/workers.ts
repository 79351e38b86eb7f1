import { worker, type JobWorker } from "#kit/server/jobs.ts";
import type { EvidenceDeps } from "./deps.ts";
import { removeFile } from "./jobs.ts";

export function evidenceWorkers({ files }: EvidenceDeps): JobWorker[] {
  return [worker(removeFile, ({ file }) => files.remove(file))];
}
