// npm run verify-audit: walks every audit chain; exits with 1 when a row was changed, is missing or was cut off.
import { pino } from "pino";
import { verifyAudit } from "#platform/server/audit.ts";
import { readProcessConfig } from "../server/config.ts";
import { runCommand } from "./command.ts";
import { withProduct } from "./with-product.ts";

await runCommand(() =>
  withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ ctx }) => {
    const { chains, rows, errors, heads } = await verifyAudit(ctx.db, ctx.system);
    for (const { organizationId, seq, sha256 } of heads) console.log(`${organizationId} ${seq} ${sha256}`);
    for (const { organizationId, seq, error } of errors) console.error(`${organizationId} row ${seq}: ${error}`);
    console.log(`${rows} rows in ${chains} chains, ${errors.length} errors.`);
    if (errors.length > 0) process.exitCode = 1;
  }),
);
