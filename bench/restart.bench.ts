// Two processes behind nginx, as docs/operating.md sets it up, restarted in turn while kept-alive clients read and write:
// no request may fail. Minutes may be given.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openProductDatabase } from "../app/server/database.ts";
import { freePort, watchdog } from "../tools/processes.ts";
import { root } from "../tools/settings.ts";
import { writeCertificate } from "../tools/certificate.ts";
import { onPostgres, ORGANIZATIONS, tokenOf } from "./databases.ts";
import { productionEnv, type ServerProcess, startServer } from "./server-process.ts";

const MINUTES = Number(process.argv[2] ?? 3);
const CLIENTS = 16;
const PAUSE_MS = 20;

await onPostgres(async (url) => {
  const tokens = await tokensOf(url);
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer({
      args: () => ["app/server/start.ts"],
      env: () => ({ ...productionEnv(port, { url }), TRUSTED_PROXIES: "127.0.0.1" }),
      path: "/health",
      port,
    });
  const servers = await Promise.all(ports.map(start));
  const nginx = await startNginx(ports);
  if (!nginx) {
    await Promise.all(servers.map((server) => server.stop()));
    return console.log("restart: not measured; install nginx (Debian: apt-get install nginx-light)");
  }
  const clients = startClients(nginx.port, tokens);
  const until = Date.now() + MINUTES * 60_000;
  let restarts = 0;
  for (; Date.now() < until; restarts++) {
    const at = restarts % servers.length;
    await servers[at]!.stop();
    servers[at] = await start(ports[at]!);
    await sleep(1000);
  }
  const { answered, connections, failures } = await clients.stop();
  await nginx.stop();
  await Promise.all(servers.map((server: ServerProcess) => server.stop()));
  const count = [...failures.values()].reduce((sum, times) => sum + times, 0);
  console.log(
    `restart: ${count} of ${answered + count} requests failed; aim 0\n` +
      `  ${restarts} restarts in ${MINUTES} minutes; ${CLIENTS} kept-alive clients on ${connections} connections; half reads, half writes` +
      [...failures].map(([what, times]) => `\n  ${times} x ${what}`).join(""),
  );
  if (count > 0 || answered === 0) process.exitCode = 1;
});

async function tokensOf(url: string): Promise<string[]> {
  const opened = await openProductDatabase(
    { databaseUrl: url, dataDir: "", migrationsDir: join(root, "migrations") },
    () => {},
  );
  try {
    return await Promise.all(Array.from({ length: ORGANIZATIONS }, (_, at) => tokenOf(opened, at + 1)));
  } finally {
    await opened.db.close();
  }
}

// ---- nginx ------------------------------------------------------------------------------------------------------

/** The guide's own configuration, with ports and a certificate of this run. `null` where there is no nginx. */
async function startNginx(ports: readonly number[]): Promise<{ port: number; stop(): Promise<void> } | null> {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
  } catch {
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), "keyturn-nginx-"));
  const port = await freePort();
  const { key, certificate } = writeCertificate(folder, "keyturn.example");
  const guide = readFileSync(join(root, "docs/operating.md"), "utf8");
  const [, sample = ""] = /```nginx\n([^]*?)```/.exec(guide) ?? [];
  const site = sample
    .replace("127.0.0.1:3000", `127.0.0.1:${ports[0]}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${ports[1]}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("/etc/ssl/keyturn.pem", certificate)
    .replace("/etc/ssl/keyturn.key", key);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${folder}/${of};`);
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
     events {} http { access_log off; ${paths.join(" ")} ${site} }`,
  );
  const nginx = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const callOff = watchdog('kill "$1"; rm -rf "$2"', [String(nginx.pid), folder]);
  const ended = once(nginx, "exit");
  await sleep(1000);
  return {
    port,
    async stop() {
      nginx.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true });
      callOff();
    },
  };
}

// ---- Clients ----------------------------------------------------------------------------------------------------

function startClients(port: number, tokens: readonly string[]) {
  const failures = new Map<string, number>();
  const sockets = new Set<unknown>();
  let [answered, isStopped] = [0, false];

  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    for (let turn = 0; !isStopped; turn++) {
      const token = tokens[(turn * CLIENTS + number) % tokens.length]!;
      const answer = await ask(agent, token, turn % 2 === 0 ? undefined : `${number}.${turn}`);
      if (answer === "ok") answered += 1;
      else failures.set(answer, (failures.get(answer) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  }

  /** A list of borrowers, or a new borrower of that name. */
  function ask(agent: Agent, token: string, lastName?: string): Promise<string> {
    const method = lastName === undefined ? "GET" : "POST";
    const body = lastName && JSON.stringify({ firstName: "Nora", lastName, email: "nora@example.net" });
    const headers = { host: "keyturn.example", authorization: `bearer ${token}`, "content-type": "application/json" };
    return new Promise((resolve) => {
      const path = `/api/latest/account/borrower${body ? "" : "?limit=5"}`;
      const sent = request({ host: "127.0.0.1", port, path, method, agent, headers }, (reply) => {
        const words: string[] = [];
        reply.setEncoding("utf8").on("data", (part: string) => words.push(part));
        reply.on("error", (error: Error) => resolve(`${method} ${error.message}`));
        reply.on("end", () => {
          const isFine = reply.statusCode! < 300;
          resolve(isFine ? "ok" : `${method} ${reply.statusCode} ${words.join("").slice(0, 60)}`);
        });
      });
      sent.on("socket", (socket) => sockets.add(socket));
      sent.on("error", (error) => resolve(`${method} ${error.message}`));
      sent.end(body);
    });
  }

  const running = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    async stop() {
      isStopped = true;
      await running;
      return { answered, connections: sockets.size, failures };
    },
  };
}
