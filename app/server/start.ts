// The product's process: opens config, database and port, and closes them in turn.
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { closePort } from "#platform/server/http/http-server.ts";
import { openLog } from "#platform/server/log.ts";
import { runCommand } from "../cli/command.ts";
import { createApi } from "./api.ts";
import { readProcessConfig, type Config } from "./config.ts";
import { migratePostgres, openProductDatabase } from "./database.ts";
import { openProduct } from "./product.ts";
import { openTelemetry } from "./telemetry.ts";

/** Requests that last longer once the port is closed are cut off. */
const REQUESTS_END_WITHIN_MS = 10_000;
/** Requests and then jobs. */
const STOP_WITHIN_MS = 20_000;

await runCommand(() => start(readProcessConfig()));

async function start(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  // On this machine the sample lender may live in PostgreSQL too; elsewhere migrating is a step of its own.
  if (config.environment === "local" && config.databaseUrl)
    await migratePostgres(config.databaseUrl, config.migrationsDir);
  const opened = await openProductDatabase(config, (error) => log.warn({ err: error }, "a database connection broke"));
  const product = await openProduct(config, opened, log);
  const telemetry = await openTelemetry(product);

  let waitingFor: string | null = "start";
  const drainMs = config.drainSeconds * 1000;
  let isPortClosed = false;
  let working = Promise.resolve();
  const api = await createApi(product, { logger: log, notReady: () => waitingFor, isDraining: () => isPortClosed });
  stopOnSignal(log, async () => {
    waitingFor = "stop"; // balancers see it in /health
    await sleep(drainMs);
    // The port closes before the connections: while its connections stay open, a proxy opens few new ones that fail.
    await closePort(api.server);
    isPortClosed = true;
    await untilConnectionsEnd(api.server, drainMs);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    const cutOff = setTimeout(() => api.server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
    await api.close();
    clearTimeout(cutOff);
    await working;
    await product.close();
    await telemetry.close();
  });
  // Before any job: a taken port ends a process that has done nothing yet.
  const address = await api.listen({ port: config.port, host: config.host });
  working = product.startWork(); // requests do not wait for it
  if (config.environment !== "prod") {
    waitingFor = "sample lender";
    await working;
    const { loadSampleLender } = await import("../../seed/sample-lender.ts");
    await loadSampleLender(product.ctx, config.plaid);
  }
  waitingFor = null;
  const { environment, publicUrl } = config;
  const metricsUrl = telemetry.metricsUrl ?? undefined;
  // The one line of every environment that says what runs and where.
  log
    .child({}, { level: "info" })
    .info(
      { version: product.version, environment, database: opened.db.engine.kind, address, publicUrl, metricsUrl },
      "listening",
    );
  await working;
}

async function untilConnectionsEnd(server: Server, withinMs: number): Promise<void> {
  const countConnections = promisify(server.getConnections.bind(server));
  for (let waited = 0; waited < withinMs && (await countConnections()) > 0; waited += 100) await sleep(100);
}

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
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
