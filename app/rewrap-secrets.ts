// npm run rewrap-secrets: brings every sealed value under the newest key of SECRETS_KEYS while the product runs.
import { pino } from "pino";
import { rewrapColumn } from "#kit/server/sealing/rewrap.ts";
import { runCommand } from "./command.ts";
import { readProcessConfig } from "./config.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";
import { withProduct } from "./with-product.ts";

await runCommand(() =>
  withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ db, assetReports }) => {
    for (const column of SEALED_COLUMNS) {
      const count = await rewrapColumn(db, assetReports.across, assetReports.sealer, column);
      console.log(`${column.table}.${column.column}: ${count} wrapped by the newest key.`);
    }
    console.log("Every sealed value is under the newest key; the older ones may go from SECRETS_KEYS.");
  }),
);
