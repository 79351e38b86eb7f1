// The two databases that the product runs on, as a test that kills things needs them: durable, and open to look into.
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import pg from "pg";
import { hasPostgres, startPostgres, type Postgres } from "../../tools/postgres.ts";

export type EngineName = "embedded" | "postgres";

/** The databases that this machine has. */
export const ENGINES: readonly EngineName[] = hasPostgres() ? ["embedded", "postgres"] : ["embedded"];

export type Query = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface DurableDatabase {
  /** For DATABASE_URL: empty for the embedded one. */
  readonly url: string;
  readonly server: Postgres | null;
  /** Looks and writes past all policies. The embedded one opens only while no product runs on `dataDir`. */
  asOwner<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Every commit synced to disk, as in production. */
export async function openDurableDatabase(engine: EngineName): Promise<DurableDatabase> {
  if (engine === "embedded") return { url: "", server: null, asOwner: withFolder, stop: async () => {} };
  const server = await startPostgres({ durable: true });
  if (!server) throw new Error("this machine has no PostgreSQL; ask ENGINES first");
  return {
    url: server.url,
    server,
    asOwner: (_dataDir, work) => withServer(server.url, work),
    stop: () => server.stop(),
  };
}

async function withFolder<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const lite = await PGlite.create({ dataDir: path.join(dataDir, "db"), extensions: { pg_trgm } });
  try {
    return await work(async (sql, values = []) => (await lite.query<Record<string, unknown>>(sql, [...values])).rows);
  } finally {
    await lite.close();
  }
}

export async function withServer<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows);
  } finally {
    await client.end();
  }
}
