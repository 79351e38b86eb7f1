import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./database.ts";
import type { OwnerSession } from "./engine.ts";

const LOCK = 7_203_116; // any number that nothing else on the database locks
/**
 * A statement that waits for a table's lock makes all others of that table wait behind it, so it gives up soon, but not
 * before PostgreSQL has stopped an autovacuum in its way, which it does after a second.
 */
const LOCK_TIMEOUT = "1500ms";
/**
 * For all further tables together. A request may hold one of them and wait for the first; PostgreSQL would end the request
 * as a deadlock after a second.
 */
const FURTHER_LOCKS_MS = 800;
const MAX_LOCK_TRIES = 30;
const LOCK_PAUSE_MS = 1_000;
const [LOCK_NOT_AVAILABLE, DEADLOCK] = ["55P03", "40P01"];
/** The first line of a file whose statements cannot run in a transaction, such as `create index concurrently`. */
export const OUTSIDE_TRANSACTION = "-- outside a transaction";

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export class SchemaBehind extends Error {
  constructor(missing: readonly Migration[]) {
    super(
      `The database lacks ${missing.length} migration(s), from ${missing[0]?.name ?? "the first"} on. Run npm run migrate.`,
    );
    this.name = "SchemaBehind";
  }
}

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name, index) => {
    const number = Number(name.slice(0, 4));
    if (number !== index + 1) throw new Error(`Migration ${name} is out of order: expected number ${index + 1}.`);
    const sql = readFileSync(join(folder, name), "utf8");
    return { number, name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/**
 * Runs the missing migrations, each with its record in one transaction under a lock. Returns the names that ran. A file
 * outside a transaction runs statement by statement and is recorded afterwards, so it must be repeatable.
 */
export async function migrate(owner: OwnerSession, migrations: readonly Migration[]): Promise<string[]> {
  await owner
    .execute(
      `
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      at timestamptz not null default now()
    )`,
    )
    .catch(tolerateRace);
  const ran: string[] = [];
  for (const migration of await missing(owner, migrations)) {
    await withLockTries((tries) => run(owner, migration, tries));
    ran.push(migration.name);
  }
  return ran;
}

async function run(owner: OwnerSession, migration: Migration, tries: number): Promise<void> {
  if (migration.sql.startsWith(OUTSIDE_TRANSACTION))
    for (const statement of statementsOf(migration.sql)) await owner.execute(statement);
  const body = migration.sql.startsWith(OUTSIDE_TRANSACTION) ? { ...migration, sql: "select 1" } : migration;
  // One simple query is one transaction; the lock and the check inside it make a second process skip.
  await owner.execute(
    `select pg_advisory_xact_lock(${LOCK}); select set_config('lock_timeout', '${LOCK_TIMEOUT}', true); ${guard(body, tries)}`,
  );
}

const LOCKED =
  /\b(?:alter table|(references)|(?:trigger|policy) \w+ [^;]*?\bon) (?:if exists |only )*(\w+)\b(?! validate)/g;

/** Tables that the statements lock, in this order, each with its strongest mode; also those that they create. */
function locksOf(sql: string): Map<string, string> {
  const locks = new Map<string, string>();
  for (const [, isReference, table = ""] of sql.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").matchAll(LOCKED))
    if (!isReference || !locks.has(table)) locks.set(table, isReference ? "share row exclusive" : "access exclusive");
  return locks;
}

/** Each try begins with another table, so that an autovacuum of any of them is stopped in the end. */
function lockAll(sql: string, tries: number): string {
  const locks = [...locksOf(sql)];
  const first = (tries - 1) % (locks.length || 1);
  const timeout = `perform set_config('lock_timeout', '${Math.floor(FURTHER_LOCKS_MS / locks.length)}ms', true);`;
  return [...locks.slice(first), ...locks.slice(0, first)]
    .map(
      ([table, mode]) =>
        `if to_regclass('${table}') is not null then execute 'lock table ${table} in ${mode} mode'; ${timeout} end if;`,
    )
    .join("\n    ");
}

/** Of a file outside a transaction. A statement ends with its line; what is between `$$` belongs to one. */
function statementsOf(sql: string): string[] {
  const statements = sql.match(/(?:\$\$[\s\S]*?\$\$|;(?!\s*$)|[^;])+/gm) ?? [];
  return statements.filter((statement) => statement.replaceAll(/--.*$/gm, "").trim() !== "");
}

async function withLockTries(work: (tries: number) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries);
    } catch (error) {
      if (tries === MAX_LOCK_TRIES || ![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? "")) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** Throws SchemaBehind when a migration has not run, or an error when one that ran has since been edited. */
export async function requireMigrated(query: OwnerSession["query"], migrations: readonly Migration[]): Promise<void> {
  const left = await missing({ query }, migrations);
  if (left.length > 0) throw new SchemaBehind(left);
}

async function missing(owner: Pick<OwnerSession, "query">, migrations: readonly Migration[]): Promise<Migration[]> {
  const [{ there } = { there: null }] = await owner.query("select to_regclass('schema_migrations') as there");
  const done = there ? await owner.query("select number, sha256 from schema_migrations") : [];
  const hashes = new Map(done.map((row) => [row["number"], row["sha256"]]));
  return migrations.filter((migration) => {
    const hash = hashes.get(migration.number);
    if (hash !== undefined && hash !== migration.sha256)
      throw new Error(`Migration ${migration.name} was changed after it ran. Write a new one instead.`);
    return hash === undefined;
  });
}

// The file's own statements run by EXECUTE, so that a process that lost the race does nothing.
function guard({ number, name, sql, sha256 }: Migration, tries: number): string {
  const tag = `$migration_${sha256.slice(0, 12)}$`;
  return `do ${tag}
begin
  if not exists (select from schema_migrations where number = ${number}) then
    ${lockAll(sql, tries)}
    execute ${quote(sql)};
    insert into schema_migrations (number, name, sha256) values (${number}, ${quote(name)}, ${quote(sha256)});
  end if;
end ${tag};`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// Two processes that create the same table at once: one meets a unique violation in the catalog, or table or type there.
const LOST_RACE = ["23505", "42P07", "42710"];
function tolerateRace(error: unknown): void {
  if (error instanceof Error && "code" in error && LOST_RACE.includes(String(error.code))) return;
  throw error;
}
