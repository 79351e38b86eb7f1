// CPU that the product uses while no one asks it anything: of one core, over five minutes, with each database. Its
// promise is a share of a core, so it needs no bare limit beside it; seconds may be given.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { onEmbedded, onPostgres } from "./databases.ts";
import { buildProduct } from "../tools/build.ts";
import { cpuMsOf, productionEnv, startServer } from "./server-process.ts";

const SETTLE_MS = 20_000;
const SECONDS = Number(process.argv[2] ?? 300);
const AIM_PERCENT = 0.5;

await buildProduct();
await onEmbedded(async (folder) => {
  const percent = await measure({ folder }, () => 0);
  console.log(`idle, embedded: ${percent.product.toFixed(2)} % of a core over ${SECONDS} s; aim ${AIM_PERCENT} %`);
});
await onPostgres(async (url, dataDir) => {
  const percent = await measure({ url }, () => cpuMsOfServer(dataDir));
  console.log(
    `idle, PostgreSQL: ${percent.product.toFixed(2)} % of a core over ${SECONDS} s, and ${percent.database.toFixed(2)} % by the server; aim ${AIM_PERCENT} %`,
  );
});

async function measure(database: Parameters<typeof productionEnv>[1], databaseMs: () => number) {
  const server = await startServer({
    args: () => ["dist/server/start.js"],
    env: (port) => productionEnv(port, database),
    path: "/health",
  });
  try {
    await sleep(SETTLE_MS);
    const before = { product: server.cpuMs(), database: databaseMs() };
    await sleep(SECONDS * 1000);
    const product = (server.cpuMs() - before.product) / SECONDS / 10;
    if (product > AIM_PERCENT) process.exitCode = 1;
    return { product, database: (databaseMs() - before.database) / SECONDS / 10 };
  } finally {
    await server.stop();
  }
}

/** The postmaster and the processes that it started. */
function cpuMsOfServer(dataDir: string): number {
  const postmaster = readFileSync(`${dataDir}/postmaster.pid`, "utf8").split("\n")[0]!;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOf(name, postmaster));
  return pids.reduce((total, pid) => total + cpuMsOf(Number(pid)), 0);
}

function isOf(pid: string, postmaster: string): boolean {
  if (pid === postmaster) return true;
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1] === postmaster;
  } catch {
    return false; // it has ended since
  }
}
