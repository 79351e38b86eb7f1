// What the product really sends to its database, so that the bare limit runs the same text under the same names; and
// how PostgreSQL answers it.
import type { Engine, Run, StatementConfig } from "../platform/server/database/engine.ts";
import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly name?: string | undefined;
  readonly rowMode?: "array" | undefined;
  readonly values: readonly unknown[];
}

/** The same engine, with every statement written down in order; what it adds for the scope is not among them. */
export function recordStatements(engine: Engine): { engine: Engine; statements: Statement[] } {
  const statements: Statement[] = [];
  const note = ({ text, name, rowMode }: StatementConfig, values: readonly unknown[]) =>
    void statements.push({ text, name, rowMode, values: [...values] });
  const noting =
    (run: Run): Run =>
    (config, values) => {
      note(config, values);
      return run(config, values);
    };
  return {
    statements,
    engine: {
      ...engine,
      query: (scope, config, values) => noting((...asked) => engine.query(scope, ...asked))(config, values),
      transaction: (scope, work) => engine.transaction(scope, (run) => work(noting(run))),
    },
  };
}

type Role = "keyturn_tenant" | "keyturn_across";

interface Asked {
  readonly role: Role;
  readonly schema: string;
  /** Of a tenant. */
  readonly organizationId?: string;
}

/** Options of a connection. */
export function asRole(role: Role, schema: string): string {
  return `-c role=${role} -c search_path=${schema},public`;
}

interface Plan {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "One-Time Filter"?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * The plan of a statement, as the role that asks. One line per node: what it does and by which index. A copied index
 * has another name, so its columns identify it.
 */
export async function planOf(
  url: string,
  { text, values }: Statement,
  { role, schema, organizationId }: Asked,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    options: `${asRole(role, schema)} -c plan_cache_mode=force_generic_plan`,
  });
  await client.connect();
  try {
    await client.query("select set_config('app.organization_id', $1, false)", [organizationId ?? ""]);
    await client.query(`prepare listed as ${text}`);
    const given = values.map(literal).join(", ");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json, costs off) execute listed (${given})`,
    );
    const columns = await columnsOfIndexes(client, schema);
    return linesOf(rows[0]!["QUERY PLAN"][0].Plan, columns); // explain gives one row
  } finally {
    await client.end();
  }
}

/** Of what a statement of a list is given: ids, numbers, words. */
function literal(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? pg.escapeLiteral(String(value)) : "null";
}

async function columnsOfIndexes(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select indexname as name, substring(indexdef from '\\(.*\\)') as columns from pg_indexes where schemaname = $1`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

function linesOf(plan: Plan, columns: Map<string, string>, depth = 0): string[] {
  const inner = plan.Plans ?? [];
  // Looks once whether the scope is the one asked for; no row passes it that would not without security.
  if (plan["One-Time Filter"]) return inner.flatMap((below) => linesOf(below, columns, depth));
  const index = plan["Index Name"];
  return [
    `${"  ".repeat(depth)}${plan["Node Type"]}${index ? ` by ${columns.get(index)}` : ""}`,
    ...inner.flatMap((below) => linesOf(below, columns, depth + 1)),
  ];
}
