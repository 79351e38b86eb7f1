// A server under measurement: a process of its own, so that its client shares only the machine with it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, watchdog } from "../tools/processes.ts";
import { plainEnv, root } from "../tools/settings.ts";

export interface ServerProcess {
  readonly url: string;
  /** From the start of the process to its first answer with 200. */
  readonly startMs: number;
  /** CPU that it has used so far, in milliseconds; NaN where the system has no /proc. */
  cpuMs(): number;
  /** Resident memory now, in megabytes; NaN where the system has no /proc. */
  residentMb(): number;
  /** The end of what it printed, and how it ended if it did. */
  lastWords(): string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Arguments of Node, the file first; relative to the project. */
  args(port: number): string[];
  env(port: number): NodeJS.ProcessEnv;
  /** What is asked until it answers with 200. */
  path: string;
  /** A free one when absent. */
  port?: number;
}

const PATIENCE_MS = 60_000;

/** @throws with what it printed when it ends before it answers */
export async function startServer({ args, env, path, ...options }: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, args(port), { cwd: root, env: env(port), stdio: ["ignore", "pipe", "pipe"] });
  const callOff = watchdog('kill -KILL "$1"', [String(child.pid)]);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-5_000)));
  const ended = once(child, "exit").then(callOff);

  while (!(await isAnswered(url + path))) {
    if (child.exitCode !== null) throw new Error(`${args(port)[0]} ended before it answered:\n${printed}`);
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${args(port)[0]} does not answer:\n${printed}`);
    await sleep(2);
  }
  return {
    url,
    startMs: performance.now() - began,
    cpuMs: () => cpuMsOf(child.pid),
    residentMb: () => residentMbOf(child.pid),
    lastWords: () => `${printed}${child.exitCode ?? child.signalCode ?? "still running"}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function isAnswered(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}

const TICKS_A_SECOND = 100; // what Linux counts CPU in, whatever its own clock

export function cpuMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return NaN;
  // Fields 14 and 15, user and system; the second field is a name and may hold spaces.
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

function residentMbOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return NaN;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, "utf8"))?.[1]) / 1024;
}

// The product as it runs in production, for the processes of a benchmark. Its providers' hosts do not exist.
export const JWT_SECRET = "bench-secret-of-more-than-thirty-two-characters";
export const STRIPE_WEBHOOK_SECRET = "whsec_bench_0123456789abcdef";
export const SECRETS_KEYS = `bench-1:${Buffer.alloc(32, 7).toString("base64")}`;

/** Settings for app/server/start.ts. `database` is a PostgreSQL's address or an embedded one's folder. */
export function productionEnv(port: number, database: { url: string } | { folder: string }): NodeJS.ProcessEnv {
  return {
    ...plainEnv(),
    APP_ENV: "prod",
    PORT: String(port),
    ...("url" in database ? { DATABASE_URL: database.url } : { DATABASE_URL: "embedded", DATA_DIR: database.folder }),
    PUBLIC_URL: "https://keyturn.example",
    BACKEND_URL: "https://keyturn.example",
    JWT_SECRET,
    SECRETS_KEYS,
    REPORT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64"),
    SMTP_URL: "smtp://mail.example:25",
    CLAMAV_URL: "tcp://clamav.example:3310",
    PLAID_API_URL: "https://plaid.example",
    PLAID_CLIENT_ID: "bench",
    PLAID_SECRET: "bench",
    PLAID_LINK_JS_URL: "https://plaid.example/link.js",
    RECAPTCHA_SITE_KEY: "bench",
    RECAPTCHA_JS_URL: "https://captcha.example/api.js",
    RECAPTCHA_SECRET_KEY: "bench",
    RECAPTCHA_VERIFY_URL: "https://captcha.example/siteverify",
    STRIPE_PUBLISHABLE_KEY: "bench",
    STRIPE_SECRET_KEY: "bench",
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: "https://stripe.example",
    STRIPE_JS_URL: "https://stripe.example/v3",
    LEGAL_ENTITY: "Keyturn Bench, Inc.",
    LEGAL_ADDRESS: "1 Bench Street, Springfield, IL 62701",
    CONTACT_EMAIL: "contact@keyturn.example",
    LEGAL_EFFECTIVE_DATE: "2026-11-26",
    HOSTING_PROVIDER: "Bench Hosting, LLC",
    EMAIL_PROVIDER: "Bench Email, LLC",
  };
}
