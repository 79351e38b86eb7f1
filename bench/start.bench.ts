// From the start of the process to its first answer, in time and in CPU, and its memory after ten idle seconds, against a
// bare node:http process. Warm: the database has been made, and Node has read every file before and stored its compiled
// code.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onEmbedded, onPostgres } from "./databases.ts";
import { interleave, medians, ratio } from "./harness.ts";
import { buildProduct } from "../tools/build.ts";
import { productionEnv, type ServerOptions, startServer } from "./server-process.ts";

const ROUNDS = 5;
const IDLE_MS = 10_000;

const compiled = await mkdtemp(path.join(tmpdir(), "keyturn-bench-compiled-"));
try {
  await buildProduct();
  await onEmbedded((folder) => compare("embedded", { folder }));
  await onPostgres((url) => compare("PostgreSQL", { url }));
} finally {
  await rm(compiled, { recursive: true });
}

async function compare(title: string, database: Parameters<typeof productionEnv>[1]): Promise<void> {
  const env = (port: number) => ({ ...productionEnv(port, database), NODE_COMPILE_CACHE: compiled });
  const product: ServerOptions = { args: () => ["dist/server/start.js"], env, path: "/health" };
  const bare: ServerOptions = { args: (port) => ["bench/bare-server.ts", String(port)], env, path: "/" };
  const slices = await interleave(
    { ours: () => measure(product), bare: () => measure(bare) },
    { rounds: ROUNDS, warmUps: 1 },
  );
  const start = medians(slices, ({ startMs }) => startMs);
  const cpu = medians(slices, ({ cpuMs }) => cpuMs);
  const memory = medians(slices, ({ idleMb }) => idleMb);
  console.log(
    `start, ${title}: first answer after ${start.ours.toFixed(0)} ms, bare node ${start.bare.toFixed(0)} ms: ` +
      `${ratio(slices, ({ startMs }) => startMs)} of its time\n` +
      `  CPU until then ${cpu.ours.toFixed(0)} ms, bare node ${cpu.bare.toFixed(0)} ms: ${ratio(slices, ({ cpuMs }) => cpuMs)} of its CPU\n` +
      `  idle memory ${memory.ours.toFixed(0)} MB, bare node ${memory.bare.toFixed(0)} MB: ${ratio(slices, ({ idleMb }) => idleMb)} of its memory`,
  );
}

async function measure(options: ServerOptions): Promise<{ startMs: number; cpuMs: number; idleMb: number }> {
  const server = await startServer(options);
  const cpuMs = server.cpuMs();
  try {
    await sleep(IDLE_MS);
    return { startMs: server.startMs, cpuMs, idleMb: server.residentMb() };
  } finally {
    await server.stop();
  }
}
