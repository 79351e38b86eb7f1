// A PostgreSQL server of our own for tests and benchmarks: temporary, on a free port, gone with us.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort, watchdog } from "./processes.ts";

const oldestVersion = 15;
const secondsToAnswer = 60;

export const howToGetPostgres = `install PostgreSQL ${oldestVersion} or newer (Debian: apt-get install postgresql)`;

export interface Postgres {
  /** Superuser, on 127.0.0.1, no password: any user of this machine may log in, so store no real data in it. */
  url: string;
  port: number;
  dataDir: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
  /** SIGKILL to the postmaster, as a crash of the machine's PostgreSQL; `restart` brings it back on the same port. */
  kill9(): Promise<void>;
  restart(): Promise<void>;
  /**
   * A streaming copy of this server, which answers reads, on a port of its own or on `port`. Once it is attached, this
   * server commits only what the copy has written too.
   */
  startStandby(port?: number): Promise<Postgres>;
  /** Ends a standby's recovery: it takes writes from now on. */
  promote(): Promise<void>;
}

export function hasPostgres(): boolean {
  return findBinaries() !== null;
}

/**
 * Starts a server in a temporary folder and waits until it answers; as another user when we are root.
 * @param durable true syncs every commit to disk, as in production (slower; for tests that kill it)
 * @returns null where the machine has no PostgreSQL server of version 15 or newer
 * @throws when the server is there and does not start, with the end of its log
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<Postgres | null> {
  const binaries = findBinaries();
  if (!binaries) return null;
  // The C.UTF-8 locale sorts and lowers letters alike on every machine, and as the embedded database does.
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  return startServer(binaries, {
    durable,
    port: await freePort(),
    layOut: (dataDir, run) =>
      run("initdb", ["-D", dataDir, "-U", "postgres", "-A", "trust", "-E", "UTF8", `--locale=${locale}`, "--no-sync"]),
  });
}

interface ServerOptions {
  durable: boolean;
  port: number;
  /** Fills the empty data folder by running a program of PostgreSQL. */
  layOut(dataDir: string, run: (program: string, args: string[]) => void): void;
}

async function startServer(binaries: string, { durable, port, layOut }: ServerOptions): Promise<Postgres> {
  const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivilegedUser() : {};
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dataDir, user.uid, user.gid);
  const callOff = watchdog('kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; sleep 1; rm -rf "$1"', [dataDir]);
  const how = { ...user, cwd: dataDir, env: { PATH: binaries, LC_ALL: "C", TZ: "UTC" } };
  try {
    layOut(dataDir, (program, args) => execFileSync(path.join(binaries, program), args, { ...how, stdio: "pipe" }));
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    callOff();
    throw error;
  }

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
  if (!durable) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  const log = path.join(dataDir, "server.log");
  let postmaster: ChildProcess | null = null;

  const start = async () => {
    const output = openSync(log, "a");
    const options = ["-D", dataDir, ...settings.flatMap((setting) => ["-c", setting])];
    postmaster = spawn(path.join(binaries, "postgres"), options, {
      ...how,
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    postmaster.unref();
    await untilItAnswers(url, postmaster, log);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
    const gone = once(postmaster, "exit");
    postmaster.ref();
    postmaster.kill(signal);
    await gone;
  };
  const stop = async () => {
    await end("SIGINT");
    rmSync(dataDir, { recursive: true, force: true });
    callOff();
  };

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    port,
    dataDir,
    stop,
    kill9: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGINT");
      await startDespiteOrphans(start);
    },
    startStandby: async (standbyPort) => {
      const standby = await startServer(binaries, {
        durable,
        port: standbyPort ?? (await freePort()),
        layOut: (folder, run) =>
          run("pg_basebackup", ["-d", url, "-D", folder, "-R", "-X", "stream", "-c", "fast", "--no-sync"]),
      });
      await query(url, "alter system set synchronous_standby_names = '*'");
      await query(url, "select pg_reload_conf()");
      while (!(await query(url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length) await sleep(50);
      return standby;
    },
    promote: async () => {
      // It was written for the server that this one copies, and would wait for a standby that is not there.
      await query(url, "alter system reset synchronous_standby_names");
      await query(url, "select pg_reload_conf()");
      await query(url, "select pg_promote()");
    },
  };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The folder of a server of a version we support: the one on PATH, else the newest of Debian's. */
export function findBinaries(): string | null {
  const onPath = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, "postgres"));
  const linked = onPath.filter((file) => existsSync(file)).map((file) => path.dirname(realpathSync(file)));
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...linked, ...versions.map((version) => path.join(debian, version, "bin"))];
  return folders.find((folder) => existsSync(path.join(folder, "initdb")) && version(folder) >= oldestVersion) ?? null;
}

function version(folder: string): number {
  const printed = execFileSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\d+/.exec(printed)?.[0] ?? 0);
}

/** PostgreSQL refuses to run as root, so it runs as the postgres user, else as an unprivileged system user. */
function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line =
    lines.find((entry) => entry.startsWith("postgres:")) ?? lines.find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody");
  return { uid: Number(uid), gid: Number(gid) };
}

/** After kill -9 the old backends hold the shared memory for a moment longer than their postmaster lived. */
async function startDespiteOrphans(start: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 20 || !/still in use/.test(String(error))) throw error;
      await sleep(250);
    }
  }
}

async function untilItAnswers(url: string, postmaster: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + secondsToAnswer * 1000;
  while (postmaster.exitCode === null && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(log, "utf8").slice(-2000)}`);
}
