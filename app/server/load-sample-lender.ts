// Loads the sample lender into the data folder or database of this environment; refused in prod.
import { pino } from "pino";
import { loadSampleLender } from "../../seed/sample-lender.ts";
import { runCommand } from "../cli/command.ts";
import { withProduct } from "../cli/with-product.ts";
import { ConfigError } from "./config-reader.ts";
import { readProcessConfig } from "./config.ts";
import { migratePostgres } from "./database.ts";

await runCommand(async () => {
  const config = readProcessConfig();
  if (config.environment === "prod")
    throw new ConfigError("Refused: the sample lender has known passwords and never goes into prod.");
  if (config.databaseUrl) await migratePostgres(config.databaseUrl, config.migrationsDir);
  const log = pino({ level: "warn" });
  await withProduct(config, log, async (product) => {
    await product.startWork();
    await loadSampleLender(product.ctx, config.plaid);
  });
});
