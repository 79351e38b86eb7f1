import type pg from "pg";
import { connectToPrimary } from "../database/hosts.ts";
import { BackupError, type Role } from "./manifest.ts";
import { runPostgresTool, type ToolEnvironment } from "./postgres-tools.ts";
import type { Source } from "./source.ts";

const CONNECTION = { application_name: "keyturn-backup" };

/**
 * One snapshot of a PostgreSQL: whatever is read of it is of the same moment, pg_dump's too.
 * @param environmentWith what pg_dump runs in
 */
export async function withPostgresSource<T>(
  url: string,
  environmentWith: ToolEnvironment,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const { client, address } = await connectToPrimary(url, CONNECTION);
  try {
    await client.query("begin isolation level repeatable read read only");
    const query: Source["query"] = async (sql, values = []) =>
      (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    await requireAllRows(query);
    const [row] = await query("select pg_export_snapshot() as snapshot");
    const snapshot = String(row?.["snapshot"]);
    const args = ["--enable-row-security", "--format=custom", `--snapshot=${snapshot}`];
    return await work({
      engine: "postgres",
      query,
      queryNow: (sql, values) => onConnection(url, (now) => now.query(sql, [...values])),
      roles: () => readRoles(query),
      dump: () => runPostgresTool("pg_dump", args, address, environmentWith),
    });
  } finally {
    await client.end();
  }
}

async function onConnection(url: string, work: (client: pg.Client) => Promise<pg.QueryResult>) {
  const { client } = await connectToPrimary(url, CONNECTION);
  try {
    return (await work(client)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

// Row-level security applies to the owner too, and pg_dump then leaves out, silently, what no policy lets it see. So
// each table needs a policy for all rows that covers this role, and none that restricts it.
const HIDDEN = `
  select c.oid::regclass::text as name from pg_class c join pg_roles me on me.rolname = current_user
  where c.relkind = 'r' and c.relnamespace not in (select oid from pg_namespace
      where nspname = 'information_schema' or nspname ~ '^pg_')
    and (not has_table_privilege(c.oid, 'select')
      or row_security_active(c.oid) and (
        exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
        or not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*')
          and pg_get_expr(p.polqual, p.polrelid) = 'true'
          and exists (select from unnest(p.polroles) as role where role = 0 or pg_has_role(role, 'usage')))))
  order by name`;

async function requireAllRows(query: Source["query"]): Promise<void> {
  const hidden = (await query(HIDDEN)).map(({ name }) => String(name));
  if (hidden.length === 0) return;
  throw new BackupError(
    `The role of DATABASE_URL cannot read all rows of ${hidden.slice(0, 5).join(", ")}` +
      `${hidden.length > 5 ? ` and ${hidden.length - 5} more` : ""}. Back up as the owner, keyturn_owner in docs/operating.md.`,
  );
}

// Only roles that were created here, and no superuser: 16384 is the first OID that is not PostgreSQL's own.
const ROLES = `
  select r.rolname as name, r.rolcanlogin as can_login, r.rolinherit as inherits,
    pg_has_role(r.oid, 'usage') as is_owners,
    array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
      where m.member = r.oid order by 1) as member_of
  from pg_roles r
  where r.oid >= 16384 and not r.rolsuper and r.rolname <> current_user and r.oid in (
    select (aclexplode(relacl)).grantee from pg_class
    union select (aclexplode(attacl)).grantee from pg_attribute
    union select (aclexplode(proacl)).grantee from pg_proc
    union select (aclexplode(nspacl)).grantee from pg_namespace
    union select (aclexplode(defaclacl)).grantee from pg_default_acl
    union select unnest(polroles) from pg_policy)
  order by name`;

async function readRoles(query: Source["query"]): Promise<Role[]> {
  return (await query(ROLES)).map((row) => ({
    name: String(row["name"]),
    canLogin: row["can_login"] === true,
    inherits: row["inherits"] === true,
    memberOf: row["member_of"] as string[],
    isOwners: row["is_owners"] === true,
  }));
}
