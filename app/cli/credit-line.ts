// npm run credit -- LINE_ID "reason": gives a charge back by a line of its own that cites it; once a line.
import { pino } from "pino";
import { creditLine } from "#features/billing/server/charges/ledger.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import { ConfigError } from "../server/config-reader.ts";
import { readProcessConfig } from "../server/config.ts";
import { runCommand } from "./command.ts";
import { withProduct } from "./with-product.ts";

await runCommand(async () => {
  const [lineId = "", reason = ""] = process.argv.slice(2);
  if (!Id.safeParse(lineId).success || reason.trim() === "")
    throw new ConfigError('Say which line and why: npm run credit -- LINE_ID "charged by mistake".');
  await withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ ctx }) => {
    const { isNew, amount } = await creditLine(ctx, lineId, reason.trim()).catch(explain);
    const sum = (amount / 100).toFixed(2);
    console.log(isNew ? `A line of ${sum} USD was written.` : `The line was given back before: ${sum} USD.`);
  });
});

function explain(error: unknown): never {
  throw error instanceof AppError && error.code === "NOT_FOUND"
    ? new ConfigError("There is no line with this id.")
    : error;
}
