// The product's process: opens config, database and port, and closes them in turn.
import { pino, type Logger } from "pino";
import { createApi } from "./api.ts";
import { runCommand } from "./command.ts";
import { readProcessConfig, type Config } from "./config.ts";
import { migratePostgres, openProductDatabase } from "./database.ts";
import { openProduct } from "./product.ts";

const LOG_LEVELS = { local: "debug", stage: "info", prod: "warn" } as const;

/** A request that hangs must not keep the port for ever. */
const STOP_WITHIN_MS = 15_000;

await runCommand(() => start(readProcessConfig()));

async function start(config: Config): Promise<void> {
  const log = pino({
    level: LOG_LEVELS[config.environment],
    redact: ["req.headers.authorization", "*.password", "*.token"],
  });
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  // On this machine the sample lender may live in PostgreSQL too; elsewhere migrating is a step of its own.
  if (config.environment === "local" && config.databaseUrl)
    await migratePostgres(config.databaseUrl, config.migrationsDir);
  const opened = await openProductDatabase(config, (error) => log.warn({ err: error }, "a database connection broke"));
  const product = await openProduct(config, opened, log);

  let waitingFor: string | null = "start";
  const api = await createApi(product, { logger: log, notReady: () => waitingFor });
  stopOnSignal(log, async () => {
    await api.close();
    await product.close();
  });
  // Before any job: a taken port ends a process that has done nothing yet.
  await api.listen({ port: config.port, host: config.environment === "local" ? "localhost" : "0.0.0.0" });
  await product.startWork();
  if (config.environment !== "prod") {
    waitingFor = "sample lender";
    const { loadSampleLender } = await import("../seed/sample-lender.ts");
    await loadSampleLender({ ...product, plaid: config.plaid }, log);
  }
  waitingFor = null;
  log.info({ url: config.publicUrl }, "listening");
}

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "could not close in order");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
