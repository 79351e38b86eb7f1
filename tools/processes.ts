// Long-running processes: starts one on a free port, passes on its lines, checks whether it answers, and ends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./settings.ts";
import net, { type Socket } from "node:net";
import { randomInt } from "node:crypto";

export interface Ending {
  /** The exit code, 1 for a signal. */
  code: number;
  /** "exit code 3", "SIGKILL". */
  how: string;
}

export interface Child {
  name: string;
  /** Never rejects. */
  ended: Promise<Ending>;
  isRunning(): boolean;
  /** Sends SIGTERM, and SIGKILL to what is left after `patience` milliseconds. */
  stop(patience?: number): Promise<void>;
  kill9(): Promise<void>;
}

export interface ChildOptions {
  /** As the reader knows it: "The product". */
  name: string;
  /** Arguments of Node, the file first; relative to the project. */
  args: string[];
  env: NodeJS.ProcessEnv;
  onLine(line: string, from: "stdout" | "stderr"): void;
}

/** Starts Node in its own process group, so that Ctrl-C reaches only us and we end it in order. */
export function startChild({ name, args, env, onLine }: ChildOptions): Child {
  const child = spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const callOff = watchdog('kill -TERM "-$1"; sleep 5; kill -KILL "-$1"', [String(child.pid)]);
  const readers = (["stdout", "stderr"] as const).map((from) => {
    const reader = createInterface({ input: child[from] });
    reader.on("line", (line) => onLine(line, from));
    return once(reader, "close");
  });

  let running = true;
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", (error) => onLine(error.message, "stderr"));
    child.once("close", (code, signal) => {
      running = false;
      callOff();
      // The last lines say why it ended, and may be read after it did.
      void Promise.all(readers).then(() => resolve({ code: code ?? 1, how: signal ?? `exit code ${code}` }));
    });
  });
  const signal = (which: NodeJS.Signals) => {
    if (!running || child.pid === undefined) return;
    try {
      // The whole group: --watch has a child of its own.
      process.kill(-child.pid, which);
    } catch {
      child.kill(which);
    }
  };
  return {
    name,
    ended,
    isRunning: () => running,
    stop: async (patience = 4000) => {
      signal("SIGTERM");
      const late = setTimeout(() => signal("SIGKILL"), patience);
      await ended;
      clearTimeout(late);
    },
    kill9: async () => {
      signal("SIGKILL");
      await ended;
    },
  };
}

/**
 * Waits until `url` answers with a 2xx.
 * @returns false when the child ended first
 * @throws after `patience` milliseconds
 */
export async function untilItAnswers(child: Child, url: string, patience = 180_000): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (child.isRunning()) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    await reply?.body?.cancel();
    if (reply?.ok) return true;
    if (Date.now() > deadline) throw new Error(`${child.name} did not answer at ${url} within ${patience / 1000} s.`);
    await sleep(100);
  }
  return false;
}

/**
 * Cleans up after us however we end, kill -9 included, by a shell that waits for our end of a pipe to close. It runs
 * `script` (POSIX sh; `$1`, `$2`… are `args`) once this process is gone.
 * @returns a function that calls the watch off, to be used after cleaning up in the ordinary way
 */
export function watchdog(script: string, args: string[]): () => void {
  if (process.platform === "win32") return () => {};
  const shell = spawn("/bin/sh", ["-c", `read -r order; [ "$order" = off ] && exit; ${script}`, "watchdog", ...args], {
    // Its own group: Ctrl-C in the terminal must not reach it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  shell.unref();
  // Neither a shell that is gone already nor an open pipe may trouble or hold this process.
  // A child's pipe is a socket, which its type does not tell.
  const order = shell.stdin as Socket;
  order.on("error", () => {});
  order.unref();
  return () => order.end("off\n");
}

/** Whether something listens on `port` already (or the system does not let us), on any address of this machine. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, () => probe.close(() => resolve(false)));
  });
}

// Below 32768, where Linux begins to take ports for outgoing connections: such a one could take ours before we do.
const LOWEST = 10_000;
const HIGHEST = 32_000;
/** Each worker of a test run has ports of its own, so that none takes or probes what another is about to use. */
const PORTS_PER_WORKER = 2_000;
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const lowest = LOWEST + ((worker * PORTS_PER_WORKER) % (HIGHEST - LOWEST));
let tried = randomInt(PORTS_PER_WORKER);

/** The one port of the range to which fetch never connects: https://fetch.spec.whatwg.org/#port-blocking */
const REFUSED_BY_FETCH = 10_080;

/** A free port whose next `extra` ports are free as well. Another process may still take it before you do. */
export async function freePort(extra = 0): Promise<number> {
  for (;;) {
    const port = lowest + (tried % (PORTS_PER_WORKER - extra));
    tried += 1 + extra;
    const wanted = Array.from({ length: extra + 1 }, (_, index) => port + index);
    if (wanted.includes(REFUSED_BY_FETCH)) continue;
    if (!(await Promise.all(wanted.map(isTaken))).includes(true)) return port;
  }
}
