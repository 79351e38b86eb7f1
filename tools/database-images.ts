// Migrated databases to copy: migrating again for each suite would take longer than the suite itself.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migratePostgres } from "../app/server/database.ts";
import { jobKinds } from "../app/server/job-kinds.ts";
import { openEmbedded } from "../platform/server/database/embedded-engine.ts";
import { prepareJobs } from "../platform/server/jobs.ts";
import { migrate, readMigrations } from "../platform/server/database/migrations.ts";
import { root } from "./settings.ts";

const migrationsDir = path.join(root, "migrations");

/** The embedded database as a file. */
export async function makeImage(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyturn-image-"));
  const file = path.join(folder, "database.tar");
  const engine = await openEmbedded({});
  await migrate(engine.owner, await readMigrations(migrationsDir));
  await prepareJobs(engine.owner, "embedded", jobKinds);
  const image = await engine.dump();
  await engine.close();
  await writeFile(file, Buffer.from(await image.arrayBuffer()));
  return { path: file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The database `keyturn_template` on this server. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query("drop database if exists keyturn_template with (force)");
  await client.query("create database keyturn_template");
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = "/keyturn_template";
  await migratePostgres(url.href, migrationsDir);
}
