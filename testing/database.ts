import { readFile } from "node:fs/promises";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase } from "#platform/server/database/database.ts";
import { openEmbedded } from "#platform/server/database/embedded-engine.ts";
import type { OwnerSession } from "#platform/server/database/engine.ts";
import { openPostgres, withPostgresOwner } from "#platform/server/database/postgres-engine.ts";
import type { OpenedDatabase } from "../app/server/database.ts";

export type EngineName = "embedded" | "postgres";

/**
 * The databases that this machine has. Tests run on each if the two may differ in what they test: rights and policies of
 * every call, locks, jobs, migrations, sorting.
 */
export const ENGINES: readonly EngineName[] = inject("postgresUrl") ? ["embedded", "postgres"] : ["embedded"];

/** For what a database cannot change: PostgreSQL where there is one. */
export const ONE_ENGINE: EngineName = ENGINES.at(-1)!; // the list is never empty

/**
 * For the calls of one feature. app/server/access.test.ts makes every call on both databases, and the end-to-end tests use
 * the embedded one; `TEST_ENGINES=all` runs these tests on both too.
 */
export const FEATURE_ENGINES: readonly EngineName[] = inject("isOnAllEngines") ? ENGINES : [ONE_ENGINE];

export interface TestDatabase {
  readonly opened: OpenedDatabase;
  /** The schema's owner, outside any scope: to look behind the policies, or to do what no code may. */
  readonly owner: OwnerSession;
  /** Where another process would find it; `null` for the embedded one, which has no other process. */
  readonly url: string | null;
  /** Closes and drops it. */
  close(): Promise<void>;
}

export async function openTestDatabase(engine: EngineName): Promise<TestDatabase> {
  if (engine === "embedded") {
    const embedded = await openEmbedded({ image: new Blob([await readFile(inject("databaseImage"))]) });
    const opened = openDatabase(embedded);
    return { opened, owner: embedded.owner, url: null, close: () => opened.db.close() };
  }
  const { url, drop } = await copyTemplate();
  const opened = openDatabase(openPostgres({ url, onError: () => {} }));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  return {
    opened,
    owner: {
      async execute(sql) {
        await pool.query(sql);
      },
      query: async (sql, values = []) => (await pool.query<Record<string, unknown>>(sql, [...values])).rows,
      jobs: { executeSql: (text, values) => pool.query(text, values) },
    },
    url,
    async close() {
      await opened.db.close();
      await pool.end();
      await drop();
    },
  };
}

/** The address of a migrated PostgreSQL database of one's own; `template` names another one to begin with. */
export async function copyTemplate(template = "keyturn_template"): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject("postgresUrl");
  if (!server) throw new Error("this machine has no PostgreSQL; ask ENGINES first");
  const name = `keyturn_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

/** Runs `work` as the owner of an empty database, for migrations. */
export async function withEmptyDatabase(
  engine: EngineName,
  work: (owner: OwnerSession) => Promise<void>,
): Promise<void> {
  if (engine === "postgres") {
    const { url, drop } = await copyTemplate("template0");
    return withPostgresOwner(url, work).finally(drop);
  }
  const { owner, close } = await openEmbedded({ image: new Blob([await readFile(inject("databaseImage"))]) });
  await owner.execute("drop schema public cascade; create schema public");
  return work(owner).finally(close);
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
