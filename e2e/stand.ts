// One complete Keyturn for a test: the built product, sandbox and mailbox, on free ports and in a folder of its own.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Child, freePort, startChild, untilItAnswers } from "../tools/processes.ts";
import { plainEnv, toEnv } from "../tools/settings.ts";
import { reportChecks } from "./checks.ts";

/** Where the product, the sandbox and the mailbox answer, and the product's folder. */
export interface Addresses {
  url: string;
  sandboxUrl: string;
  mailUrl: string;
  dataDir: string;
}

export interface Stand extends Addresses {
  /** All that the product and the sandbox printed so far. */
  logs(): string;
  /** kill -9 of the product; the sandbox continues. */
  killProduct(): Promise<void>;
  /** Starts the product again on the same port and data; resolves when it is healthy. */
  startProduct(): Promise<void>;
  /** Prints the sandbox's checks, stops all parts and removes the folder. Throws if the sandbox sent an invalid reply. */
  stop(): Promise<void>;
}

/**
 * Starts it and waits until all answers, the sample lender loaded. Pages and server must have been built before.
 * @param databaseUrl an empty PostgreSQL database; without it the embedded one
 * @param env what the product reads beyond its local defaults
 * @param server the file that starts the product, of another version than this one
 * @throws with everything printed so far when a part ends instead of answering
 */
export async function startStand({
  databaseUrl = "",
  env = {},
  server = "dist/server/start.js",
}: { databaseUrl?: string; env?: Record<string, string>; server?: string } = {}): Promise<Stand> {
  const [port, sandboxPort, mailPort] = await distinctPorts();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-stand-"));
  const settings = { appEnv: "local", port, sandboxPort, mailPort, dataDir, databaseUrl };
  const url = `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  // Nothing of the calling shell may leak in, because the tests must be the same everywhere.
  const childEnv = { ...plainEnv(), ...toEnv(settings), DATABASE_URL: databaseUrl, ...env };
  const lines: string[] = [];

  const start = async (name: string, file: string, health: string): Promise<Child> => {
    const child = startChild({ name, args: [file], env: childEnv, onLine: (line) => lines.push(line) });
    const answers = await untilItAnswers(child, health).catch(async (error: unknown) => {
      await child.kill9();
      lines.push(String(error));
      return false;
    });
    if (!answers) throw new Error(`${name} did not start:\n${lines.join("\n")}`);
    return child;
  };
  const startApi = () => start("The product", server, `${url}/health`);

  let sandbox: Child | null = null;
  let product: Child | null = null;
  const stop = async () => {
    await product?.stop();
    await sandbox?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    sandbox = await start("The sandbox", "sandbox/start-sandbox.ts", sandboxUrl);
    product = await startApi();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    sandboxUrl,
    mailUrl: `http://localhost:${mailPort}`,
    dataDir,
    logs: () => lines.join("\n"),
    killProduct: async () => {
      await product?.kill9();
    },
    startProduct: async () => {
      if (!product?.isRunning()) product = await startApi();
    },
    stop: () => reportChecks(sandboxUrl).finally(stop),
  };
}

/** Incoming mail takes the port after the mailbox's, and the virus scanner, S3 and the DNS the three after the sandbox's. */
async function distinctPorts(): Promise<[number, number, number]> {
  const taken = new Set<number>();
  const free = async (more: number): Promise<number> => {
    const first = await freePort(more);
    const ports = Array.from({ length: more + 1 }, (_, at) => first + at);
    if (ports.some((port) => taken.has(port))) return free(more);
    for (const port of ports) taken.add(port);
    return first;
  };
  return [await free(0), await free(3), await free(1)];
}
