// Before the server tests: a PostgreSQL for all of them, unless TEST_DATABASE_URL names one, with a migrated template
// to copy, and the same as an image for the embedded database. Each suite makes a database of its own from them.
// Migrating again for each suite would take longer than the suite itself.
import type { TestProject } from "vitest/node";
import { howToGetPostgres, startPostgres } from "./postgres.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migratePostgres, jobKinds } from "../app/server/database.ts";
import { openEmbedded } from "../platform/server/database/embedded-engine.ts";
import { prepareJobs } from "../platform/server/jobs.ts";
import { migrate, readMigrations } from "../platform/server/database/migrations.ts";
import { root } from "./settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser address of a throwaway PostgreSQL, or null where the machine has none. */
    postgresUrl: string | null;
    /** Whether TEST_ENGINES=all asks for the tests of each feature on every database. */
    isOnAllEngines: boolean;
    /** File of a migrated embedded database to copy. */
    databaseImage: string;
  }
}

const migrationsDir = path.join(root, "migrations");

/** The embedded database as a file. */
async function makeImage(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyturn-image-"));
  const file = path.join(folder, "database.tar");
  const engine = await openEmbedded({});
  await migrate(engine.owner, readMigrations(migrationsDir));
  await prepareJobs(engine.owner, "embedded", jobKinds);
  const image = await engine.dump();
  await engine.close();
  await writeFile(file, Buffer.from(await image.arrayBuffer()));
  return { path: file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The database `keyturn_template` on this server. */
async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query("drop database if exists keyturn_template with (force)");
  await client.query("create database keyturn_template");
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = "/keyturn_template";
  await migratePostgres(url.href, migrationsDir);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? null : await startPostgres();
  const url = given || (postgres?.url ?? null);
  if (!url)
    console.log(`\nThe PostgreSQL half of the tests is skipped: ${howToGetPostgres}, or set TEST_DATABASE_URL.\n`);
  else await makeTemplate(url);
  const image = await makeImage();
  project.provide("postgresUrl", url);
  project.provide("isOnAllEngines", process.env.TEST_ENGINES === "all");
  project.provide("databaseImage", image.path);
  return async () => {
    await image.remove();
    await postgres?.stop();
  };
}
