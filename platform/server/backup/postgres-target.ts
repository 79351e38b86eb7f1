import pg from "pg";
import { connectToPrimary } from "../database/hosts.ts";
import { withPostgresOwner } from "../database/postgres-engine.ts";
import { BackupError, type Role } from "./manifest.ts";
import { runPostgresTool, type ToolEnvironment } from "./postgres-tools.ts";
import type { Target } from "./restore-backup.ts";
import { countRows, type Query } from "./row-counts.ts";

/** An empty PostgreSQL database, as its owner. */
export function postgresTarget(url: string, environmentWith: ToolEnvironment): Target {
  return {
    describeContent: () => withPostgresOwner(url, ({ query }) => findTables(query)),
    async restore(dump, roles) {
      await withPostgresOwner(url, ({ query }) => createRoles(query, roles));
      const { client, address } = await connectToPrimary(url, { application_name: "keyturn-restore" });
      await client.end(); // pg_restore opens its own
      const args = ["--single-transaction", "--exit-on-error"];
      for await (const output of runPostgresTool("pg_restore", args, address, environmentWith, dump))
        throw new BackupError(`pg_restore: ${String(output)}`);
      return withPostgresOwner(url, ({ query }) => countRows(query));
    },
  };
}

async function findTables(query: Query): Promise<string | undefined> {
  const tables = Object.keys(await countRows(query));
  if (tables.length === 0) return undefined;
  return `The database of DATABASE_URL is not empty: it has ${tables.length} tables, among them ${tables[0]}.`;
}

/** Grants and policies name the roles, so they come first. Those that may log in have no password yet. */
async function createRoles(query: Query, roles: readonly Role[]): Promise<void> {
  const quote = (name: string) => pg.escapeIdentifier(name);
  const existing = new Set((await query("select rolname from pg_roles")).map(({ rolname }) => rolname));
  for (const { name, canLogin, inherits } of roles)
    if (!existing.has(name))
      await query(`create role ${quote(name)} ${canLogin ? "login" : "nologin"} ${inherits ? "inherit" : "noinherit"}`);
  for (const { name, memberOf, isOwners } of roles) {
    for (const granted of memberOf) await query(`grant ${quote(granted)} to ${quote(name)}`);
    if (isOwners) await query(`grant ${quote(name)} to current_user`);
  }
}
