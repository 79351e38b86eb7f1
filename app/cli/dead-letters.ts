// npm run dead-letters: lists the jobs that failed for good, with what they were about.
import { pino } from "pino";
import { readProcessConfig } from "../server/config.ts";
import { runCommand } from "./command.ts";
import { withProduct } from "./with-product.ts";

await runCommand(() =>
  withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ ctx }) => {
    const letters = await ctx.jobs.deadLetters();
    for (const { id, kind, data, failedAt } of letters) console.log(failedAt, kind ?? "?", id, JSON.stringify(data));
    console.log(`${letters.length} jobs failed for good.`);
  }),
);
