import type { Context } from "#platform/server/context.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { emailMentioned, emailOverlayChanged } from "./emails.ts";
import { evaluateOne } from "./back-tests/evaluate-chosen.ts";
import { runBackTest } from "./back-tests/run-back-test.ts";
import { backTest, commentMentioned, evaluateUnderEdition, overlayChanged, removeFile } from "./jobs.ts";

export function underwritingWorkers(ctx: Context): JobWorker[] {
  return [
    worker(removeFile, ({ file }) => ctx.files.remove(file)),
    worker(commentMentioned, (data, scope) => emailMentioned(ctx, scope, data)),
    worker(overlayChanged, (data, scope) => emailOverlayChanged(ctx, scope, data)),
    worker(backTest, ({ backTestId }, scope) => runBackTest(ctx, scope, backTestId)),
    worker(evaluateUnderEdition, (data, scope) => evaluateOne(ctx, scope, data)),
  ];
}
