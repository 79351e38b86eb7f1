/** Runs one statement on the database that is backed up or restored, and resolves with its rows. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

const TABLES = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname <> 'information_schema' and nspname !~ '^pg_' order by name`;

/** The rows of each table, by its name with its schema. */
export async function countRows(query: Query): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await query(TABLES)) {
    const [row] = await query(`select count(*) as rows from ${String(name)}`);
    counts[String(name)] = Number(row?.["rows"]);
  }
  return counts;
}

/** Says for each table that differs how many rows it has and should have. */
export function differencesOf(found: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>) {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names
    .filter((name) => found[name] !== expected[name])
    .map((name) => `${name} has ${found[name] ?? "no"} rows instead of ${expected[name] ?? "none"}`);
}
