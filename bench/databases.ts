// Databases to measure on, filled with the lenders: a PostgreSQL of our own and an embedded one in a folder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migratePostgres } from "../app/server/database.ts";
import { jobKinds } from "../app/server/job-kinds.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import { openEmbedded } from "../platform/server/database/embedded-engine.ts";
import { prepareJobs } from "../platform/server/jobs.ts";
import { migrate, readMigrations } from "../platform/server/database/migrations.ts";
import { withPostgresOwner } from "../platform/server/database/postgres-engine.ts";
import { howToGetPostgres, startPostgres } from "../tools/postgres.ts";
import { root } from "../tools/settings.ts";
import { insertLenders } from "./lenders.ts";

const migrationsDir = join(root, "migrations");

/** Runs `work` on a PostgreSQL that syncs to disk as a real one does; says so where the machine has none. */
export function onPostgres(work: (url: string, dataDir: string) => Promise<void>): Promise<void> {
  return onEmptyPostgres(insertLenders, work);
}

/** The same, filled by `fill` alone. */
export async function onEmptyPostgres(
  fill: (owner: OwnerSession) => Promise<void>,
  work: (url: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return console.log(`  PostgreSQL: not measured; ${howToGetPostgres}`);
  try {
    await migratePostgres(postgres.url, migrationsDir);
    await withPostgresOwner(postgres.url, async (owner) => {
      await fill(owner);
      await owner.execute("vacuum analyze");
    });
    await work(postgres.url, postgres.dataDir);
  } finally {
    await postgres.stop();
  }
}

/** Runs `work` with a data folder; nothing has it open. */
export async function onEmbedded(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keyturn-bench-"));
  try {
    const engine = await openEmbedded({ folder });
    await migrate(engine.owner, await readMigrations(migrationsDir));
    await prepareJobs(engine.owner, "embedded", jobKinds);
    await insertLenders(engine.owner);
    await engine.close();
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
