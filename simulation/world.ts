// Everything around the simulated lenders: the product in a process of its own with its own time, the providers' sandbox
// and the mail server under the same time, and what can go wrong with each.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { type EmbeddedEngine, openEmbedded } from "#platform/server/database/embedded-engine.ts";
import { openSandbox, type Sandbox, SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../tools/processes.ts";
import { plainEnv, root } from "../tools/settings.ts";

export interface World {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly stripe: Stripe;
  /** The simulated time, in milliseconds. */
  now(): number;
  /** Moves everyone's time forward. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until no job is left. Rejects if that takes longer than every retry. */
  settle(): Promise<void>;
  /** Refuses or accepts connections to the mail server. */
  cutMail(isCut: boolean): void;
  /** kill -9 */
  kill(): Promise<void>;
  /** SIGTERM */
  stop(): Promise<void>;
  /** Resolves when the product is healthy, also if it already ran. */
  start(): Promise<void>;
  /** Stops the product, reads its database, and starts the product again. */
  inspect<T>(read: (engine: EmbeddedEngine) => Promise<T>): Promise<T>;
  /** What the product has printed. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** What the product has for what became due before time moves on again. */
const WORK_MS = 500;
/** The product reads its queues this often for its metrics. */
const METRICS_MS = 5_500;
/** Longer than the pauses of a job's ten retries together. */
const MAX_HOURS = 12;

export async function openWorld(beginsAt: number): Promise<World> {
  let offset = beginsAt - Date.now();
  const now = () => Date.now() + offset;
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-simulation-"));
  const [port, clockPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const sandbox = await openSandbox({
    now: () => new Date(now()),
    publicUrl: url,
    plaid: { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 50, clientLimitFactor: 1_000, webhookRetryMs: [200] },
    stripe: {
      ...SANDBOX_DEFAULTS.stripe,
      webhookUrl: `${url}/api/latest/webhooks/stripe`,
      webhookRetryMs: [200, 1_000, 3_000],
    },
  });
  const mail = await openMailLine(Number(new URL(sandbox.smtpUrl).port));
  const { hostname, port: providersPort } = new URL(sandbox.providersUrl);
  const stripe = new Stripe(SANDBOX_DEFAULTS.stripe.secretKey, {
    protocol: "http",
    host: hostname,
    port: Number(providersPort),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const lines: string[] = [];
  let product: Child | null = null;

  async function start(): Promise<void> {
    if (product?.isRunning()) return;
    const clock = `${path.join(root, "simulation/product-clock.ts")}?ahead=${offset}&port=${clockPort}`;
    product = startChild({
      name: "The product",
      args: ["--import", `file://${clock}`, "app/server/start.ts"],
      env: {
        ...plainEnv(),
        APP_ENV: "local",
        PORT: String(port),
        DATA_DIR: folder,
        LIMITS: "off",
        METRICS_PORT: String(metricsPort),
        SANDBOX_PORT: providersPort,
        SMTP_URL: `smtp://localhost:${mail.port}`,
        CLAMAV_URL: sandbox.clamavUrl,
        DNS_SERVERS: sandbox.dnsServer,
      },
      onLine: (line) => lines.push(line),
    });
    if (!(await untilItAnswers(product, `${url}/health`)))
      throw new Error(`The product did not start:\n${lines.slice(-20).join("\n")}`);
  }

  async function jump(ms: number): Promise<void> {
    offset += ms;
    await fetch(`http://localhost:${clockPort}/?to=${now()}`);
    await stripe.balance.retrieve().catch(() => undefined); // the card provider does what is due when it is asked
  }

  async function unfinishedJobs(): Promise<number> {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    if (!/^keyturn_database_up 1$/m.test(text)) return Number.NaN; // the figures are older than this
    const depths = [...text.matchAll(/^keyturn_job_queue_depth\{.*\} (\d+)$/gm)].map(([, depth]) => Number(depth));
    return depths.reduce((total, depth) => total + depth, 0);
  }

  async function stop(): Promise<void> {
    await product?.stop(30_000);
  }

  return {
    url,
    sandbox,
    stripe,
    now,
    lines,
    async advance(ms) {
      await jump(ms);
      await sleep(WORK_MS);
    },
    async settle() {
      for (let hour = 0; hour < MAX_HOURS; hour++) {
        await jump(60 * MINUTE_MS);
        await sleep(METRICS_MS);
        if ((await unfinishedJobs()) === 0) return;
      }
      throw new Error(`${await unfinishedJobs()} jobs do not end, with every provider well`);
    },
    cutMail: mail.cut,
    async kill() {
      await product?.kill9();
    },
    stop,
    start,
    async inspect(read) {
      await stop();
      const engine = await openEmbedded({ folder });
      try {
        return await read(engine);
      } finally {
        await engine.close();
        await start();
      }
    },
    async close() {
      await stop();
      await mail.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A line to the mail server that can be cut. */
async function openMailLine(target: number) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = connect(target, "127.0.0.1");
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => one.destroy()).on("close", () => sockets.delete(one));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut(next: boolean) {
      isCut = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
