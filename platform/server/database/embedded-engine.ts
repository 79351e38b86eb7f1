import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import pg from "pg";
import { fromPglite } from "pg-boss";
import type { Engine, OwnerSession, Result, Run } from "./engine.ts";
import { makeContentPrivate, makePrivateFolder, lockFolder } from "../private-folder.ts";
import type { AnyScope } from "./scope.ts";
import { SET_SCOPE, scopeValues } from "./scoped-query.ts";

export interface EmbeddedConfig {
  /** The data folder; absent: in memory, for tests. */
  readonly folder?: string;
  /** A dumped database to begin with, for tests. */
  readonly image?: Blob;
}

export interface EmbeddedEngine extends Engine {
  /** PGlite starts as superuser; migrations run so, everything else under the scope's role. */
  readonly owner: OwnerSession;
  dump(): Promise<Blob>;
}

export class BrokenFolder extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The database in ${folder} cannot be opened. Put a backup of the folder in its place, ` +
        `or start with another one: DATA_DIR=… (npm run reset deletes all of its data.)`,
      { cause },
    );
    this.name = "BrokenFolder";
  }
}

// PGlite reads these types its own way; as text they match what pg hands to Drizzle.
const BYTEA_OID = 17;
const AS_TEXT_OIDS = [20, 1700, 1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231];
const toBuffer = pg.types.getTypeParser(BYTEA_OID) as (text: string) => unknown;
const parsers: NonNullable<PGliteOptions["parsers"]> = {
  ...Object.fromEntries(AS_TEXT_OIDS.map((oid) => [oid, (text: string) => text])),
  [BYTEA_OID]: toBuffer,
};

/**
 * V8 would recompile what PGlite runs often with its optimizing compiler, which takes 600 MB and two seconds for the SQL
 * parser alone, at each start. Without it, statements that compute a lot take up to twice as long.
 */
function compileOnce(): void {
  // Both: with only one of them V8 optimizes everything at once, or as before.
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}

export async function openEmbedded({ folder, image }: EmbeddedConfig): Promise<EmbeddedEngine> {
  const lock = folder ? prepareFolder(folder) : undefined;
  let lite: PGlite;
  compileOnce();
  try {
    lite = await PGlite.create({
      ...(folder && { dataDir: join(folder, "db") }),
      ...(image && { loadDataDir: image }),
      parsers,
      extensions: { pg_trgm },
      // One connection serves all: the default of 128 MB for a hundred of them would double the idle memory.
      postgresqlconf: ["shared_buffers=32MB", "max_connections=10"],
    });
    // PGlite creates its first files with a mode of its own and ignores the umask.
    if (folder) makeContentPrivate(join(folder, "db"));
    await lite.exec("set timezone to 'UTC'");
  } catch (error) {
    lock?.release();
    throw new BrokenFolder(folder ?? "memory", error);
  }

  const run =
    (tx: Transaction): Run =>
    async (config, values) => {
      // A query never leaves the event loop in PGlite; yielding lets waiting requests be read in between.
      await yieldToOthers();
      return toResult(await tx.query(config.text, values.map(toParameter), { rowMode: config.rowMode ?? "object" }));
    };

  const transaction = <T>(scope: AnyScope, work: (run: Run) => Promise<T>): Promise<T> =>
    lite.transaction(async (tx) => {
      await tx.query(SET_SCOPE.text, scopeValues(scope));
      return work(run(tx));
    });

  return {
    kind: "embedded",
    query: (scope, config, values) => transaction(scope, (within) => within(config, values)),
    transaction,
    async listen(channel, hear) {
      await lite.listen(channel, hear);
    },
    jobs: fromPglite(lite),
    owner: {
      async execute(sql) {
        await lite.exec(sql);
      },
      query: async (sql, values = []) => (await lite.query<Record<string, unknown>>(sql, [...values])).rows,
      jobs: fromPglite(lite),
    },
    pools: () => [],
    async ping() {
      await lite.query("select 1");
    },
    dump: () => lite.dumpDataDir("none"),
    async close() {
      await lite.close();
      lock?.release();
    },
  };
}

function prepareFolder(folder: string): { release(): void } {
  makePrivateFolder(folder);
  const lock = lockFolder(folder);
  makePrivateFolder(join(folder, "db"));
  // It says which process has the database open: with the lock in hand, none has.
  rmSync(join(folder, "db", "postmaster.pid"), { force: true });
  return lock;
}

function toResult(result: { rows: unknown[]; rowCount?: number }): Result {
  return { rows: result.rows, rowCount: result.rowCount ?? null };
}

// pg converts these to text. PGlite's serializers go by the column's type and refuse some.
function toParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
