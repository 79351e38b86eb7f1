// The sandbox providers and the product in one terminal: started in order if nothing prevents it, watched and stopped
// together.
import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  type WriteStream,
} from "node:fs";
import path from "node:path";
import { type Child, isTaken, startChild, untilItAnswers } from "./processes.ts";
import { readable } from "./run-once.ts";
import { type Settings, toEnv } from "./settings.ts";
import { FolderInUse, lockFolder } from "../platform/server/private-folder.ts";
import { SAMPLE_PASSWORD } from "../seed/people.ts";

const logBytesKept = 10_000_000;
const lastLines = 12;

export interface Plan {
  settings: Settings;
  /** Arguments of Node for the product, and what it reads beyond the settings. */
  product: { args: string[]; env: NodeJS.ProcessEnv; port: number };
  /** Called once all answer; may start more and returns how to stop that. */
  onReady(seconds: number): Promise<() => Promise<void>> | void;
}

/** Where Node stores compiled code for the next start. Where it can't, it starts all the same. */
export function compileCacheOf({ dataDir }: Pick<Settings, "dataDir">): string {
  return path.join(dataDir, "compile-cache");
}

/** Runs until a signal (exit code 0) or until one of them dies (its exit code, 1 at least). */
export async function runLocalStack({ settings, product, onReady }: Plan): Promise<number> {
  const began = performance.now();
  const env = { NODE_COMPILE_CACHE: compileCacheOf(settings), ...process.env, ...toEnv(settings) };
  const children: Child[] = [];
  let stopping = false;
  const signaled = new Promise<0>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(0));
  });
  const start = (name: string, file: string, args: string[], childEnv: NodeJS.ProcessEnv) => {
    const output = openOutput(path.join(settings.dataDir, "logs", file));
    const child = startChild({ name, args, env: childEnv, onLine: output.take });
    children.push(child);
    const died = child.ended.then(({ code, how }) => {
      output.close();
      return () => {
        if (stopping) return 0;
        output.sayTheLast();
        console.error(`\n${name} stopped by itself (${how}).`);
        return code || 1;
      };
    });
    return { child, died };
  };

  let stopMore: (() => Promise<void>) | undefined;
  const lead = async (): Promise<number> => {
    const sandboxProviders = start("The sandbox", "sandbox.log", ["sandbox/start-sandbox.ts"], env);
    if (!(await untilItAnswers(sandboxProviders.child, `http://localhost:${settings.sandboxPort}/`)))
      return (await sandboxProviders.died)();
    const api = start("The product", "product.log", product.args, { ...env, ...product.env });
    const patience = setTimeout(() => console.log("Preparing the database and the sample lender …"), 1500);
    const first = await Promise.race([
      untilItAnswers(api.child, `http://localhost:${product.port}/health`),
      sandboxProviders.died,
    ]);
    clearTimeout(patience);
    if (first === true) stopMore = (await onReady((performance.now() - began) / 1000)) ?? undefined;
    return (await Promise.race([sandboxProviders.died, api.died]))();
  };
  try {
    return await Promise.race([lead(), signaled]);
  } finally {
    stopping = true;
    await stopMore?.();
    await Promise.all(children.map((child) => child.stop()));
  }
}

/** Everything goes into the file; warnings and errors are shown as well. */
function openOutput(file: string) {
  if (existsSync(file) && statSync(file).size > logBytesKept) renameSync(file, `${file}.1`);
  const log: WriteStream = createWriteStream(file, { flags: "a", mode: 0o600 });
  const unseen: string[] = [];
  let shown = 0;
  return {
    take(line: string, from: "stdout" | "stderr") {
      log.write(`${line}\n`);
      const text = from === "stderr" || line.startsWith("{") ? readable(line) : null;
      if (text === null) {
        unseen.push(line);
        if (unseen.length > lastLines) unseen.shift();
        return;
      }
      shown++;
      console.error(text);
    },
    /** For a process that died without a warning: its last lines, whatever they are. */
    sayTheLast() {
      if (shown === 0) for (const line of unseen) console.error(line);
    },
    close: () => log.end(),
  };
}

interface Wanted {
  variable: string;
  port: number;
  what: string;
  /** A free one to suggest. */
  other: number;
}

/** Every reason why these settings cannot start here, each with what to do; empty when all is well. */
export async function hindrances(settings: Settings, extra: Wanted[] = []): Promise<string[]> {
  const { port, sandboxPort, mailPort, dataDir } = settings;
  const wanted: Wanted[] = [
    { variable: "PORT", port, what: "the pages", other: port + 100 },
    { variable: "SANDBOX_PORT", port: sandboxPort, what: "the sandbox", other: sandboxPort + 100 },
    {
      variable: "SANDBOX_PORT",
      port: sandboxPort + 1,
      what: "the virus scanner (SANDBOX_PORT + 1)",
      other: sandboxPort + 100,
    },
    { variable: "SANDBOX_PORT", port: sandboxPort + 2, what: "S3 (SANDBOX_PORT + 2)", other: sandboxPort + 100 },
    { variable: "SANDBOX_PORT", port: sandboxPort + 3, what: "DNS (SANDBOX_PORT + 3)", other: sandboxPort + 100 },
    { variable: "MAIL_PORT", port: mailPort, what: "the mailbox", other: mailPort + 100 },
    { variable: "MAIL_PORT", port: mailPort + 1, what: "incoming mail (MAIL_PORT + 1)", other: mailPort + 100 },
    ...extra,
  ];
  const taken = (await Promise.all(wanted.map(async (one) => ((await isTaken(one.port)) ? [one] : [])))).flat();
  if (taken.length > 0 && !settings.databaseUrl && isInUse(dataDir))
    return [`Keyturn already runs on ${dataDir}. Stop it first, or give this one its own DATA_DIR and ports.`];
  return [
    ...taken.map(
      ({ variable, port, what, other }) =>
        `Port ${port}, wanted for ${what}, is taken by another program. Stop that one, or choose another port: ${variable}=${other} npm start`,
    ),
    ...unwritable(dataDir),
  ];
}

function isInUse(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof FolderInUse;
  }
}

function unwritable(dataDir: string): string[] {
  try {
    mkdirSync(path.join(dataDir, "logs"), { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`The data folder cannot be written (${reason}). Make it yours, or set DATA_DIR to another folder.`];
  }
}

/**
 * What a person reads once everything runs: prints the addresses and, if the sample lender is loaded, an account to
 * sign in with.
 */
export function welcome(
  { appEnv, publicUrl, sandboxPort, mailPort, dataDir, databaseUrl }: Settings,
  seconds: number,
): void {
  const rows: [string, string][] = [
    ["Pages", publicUrl],
    ["Mailbox", `http://localhost:${mailPort}`],
    ["Sandbox", `http://localhost:${sandboxPort}`],
    ["Data", databaseUrl ? "the PostgreSQL of DATABASE_URL" : path.relative(process.cwd(), dataDir) || "."],
    ["Logs", path.join(path.relative(process.cwd(), dataDir), "logs")],
  ];
  if (appEnv !== "prod") {
    rows.push(["Log in as", `registered@example.com / ${SAMPLE_PASSWORD}`], ["Sample bank", "user_good / pass_good"]);
  }
  console.log(`\nKeyturn is ready (${seconds.toFixed(1)} s)\n`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(12)} ${value}`);
  console.log("\nCtrl-C stops everything.\n");
}
