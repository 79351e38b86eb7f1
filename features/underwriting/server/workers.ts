import type { Context } from "#platform/server/context.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { emailMentioned } from "./emails.ts";
import { commentMentioned, removeFile } from "./jobs.ts";

export function underwritingWorkers(ctx: Context): JobWorker[] {
  return [
    worker(removeFile, ({ file }) => ctx.files.remove(file)),
    worker(commentMentioned, (data, scope) => emailMentioned(ctx, scope, data)),
  ];
}
