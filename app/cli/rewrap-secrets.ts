// npm run rewrap-secrets: brings every encrypted value under the newest key of SECRETS_KEYS while the product runs.
import { pino } from "pino";
import { rotateColumn } from "#platform/server/encryption/rotate-keys.ts";
import { readProcessConfig } from "../server/config.ts";
import { ENCRYPTED_COLUMNS } from "../server/product.ts";
import { runCommand } from "./command.ts";
import { withProduct } from "./with-product.ts";

await runCommand(() =>
  withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ ctx }) => {
    for (const column of ENCRYPTED_COLUMNS) {
      const count = await rotateColumn(ctx.db, ctx.system, ctx.cipher, column);
      console.log(`${column.table}.${column.column}: ${count} wrapped by the newest key.`);
    }
    console.log("Every encrypted value is under the newest key; the older ones may go from SECRETS_KEYS.");
  }),
);
