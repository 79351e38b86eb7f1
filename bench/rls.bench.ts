// What row-level security costs: the list's own statement under its scope, in the product's one burst, against the same
// statement prepared by bare pg on copies of the tables without security, as the same role.
import pg from "pg";
import { lender, onPostgres } from "./databases.ts";
import { interleave, medians, ratio, timed } from "./harness.ts";
import { openDatabase } from "../platform/server/database/database.ts";
import { openPostgres, withPostgresOwner } from "../platform/server/database/postgres-engine.ts";
import { readOwnBorrowers } from "../features/borrowers/server/list-queries.ts";
import { asRole, planOf, recordStatements } from "./statements.ts";

const { organizationId, userId } = lender(100);
const CLIENTS = 16;
const POOL_SIZE = 10;
const STATEMENTS = 1_000;
const ROUNDS = 21;
const UNPROTECTED = "unprotected";
const TIMESTAMPTZ = 1184;

// As Drizzle asks for them.
const textTimes = {
  getTypeParser: (oid: number) =>
    oid === TIMESTAMPTZ ? (text: string) => text : (pg.types.getTypeParser(oid) as (text: string) => unknown),
};

await onPostgres(async (url) => {
  await copyTables(url);
  const engine = openPostgres({ url, maxConnections: POOL_SIZE, onError: () => {} });
  const bare = new pg.Pool({ connectionString: url, max: POOL_SIZE, options: asRole("keyturn_tenant", UNPROTECTED) });
  bare.on("error", () => {}); // the server may stop before the pool's last connection has left
  try {
    const { db, system } = openDatabase(engine);
    const scope = system.within(organizationId);
    const recorder = recordStatements(engine);
    await readOwnBorrowers(openDatabase(recorder.engine).db, scope, { userId, onlyGroups: null }, { limit: 25 });
    const statement = recorder.statements[0]!; // the list has just run it
    const { values, ...config } = statement;
    const bareConfig = { ...config, types: textTimes, values: [...values] } as pg.QueryConfig;

    const slices = await interleave(
      {
        ours: () => timed(() => inParallel(() => db.engine.query(scope, { ...config, types: textTimes }, values))),
        bare: () => timed(() => inParallel(() => bare.query(bareConfig))),
      },
      { rounds: ROUNDS },
    );
    const times = medians(slices, (milliseconds) => milliseconds / STATEMENTS);
    console.log(
      `rls: ${ratio(slices, (milliseconds) => milliseconds)} of the time without it; aim 1.10 or less\n` +
        `  with ${times.ours.toFixed(3)} ms a statement, without ${times.bare.toFixed(3)} ms, ${CLIENTS} clients on ${POOL_SIZE} connections`,
    );
    const asked = { role: "keyturn_tenant", organizationId } as const;
    tellPlans(
      await planOf(url, statement, { ...asked, schema: "public" }),
      await planOf(url, statement, { ...asked, schema: UNPROTECTED }),
    );
  } finally {
    await Promise.all([engine.close(), bare.end()]);
  }
});

async function inParallel(query: () => Promise<unknown>): Promise<void> {
  const client = async () => {
    for (let done = 0; done < STATEMENTS / CLIENTS; done++) await query();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function copyTables(url: string): Promise<void> {
  await withPostgresOwner(url, async ({ execute }) => {
    await execute(`create schema ${UNPROTECTED}; grant usage on schema ${UNPROTECTED} to keyturn_tenant`);
    for (const table of ["borrowers", "bank_items"])
      await execute(`create table ${UNPROTECTED}.${table} (like public.${table} including all excluding generated);
        insert into ${UNPROTECTED}.${table} select * from public.${table};
        grant select on ${UNPROTECTED}.${table} to keyturn_tenant`);
    await execute("vacuum analyze");
  });
}

function tellPlans(ours: string[], bare: string[]): void {
  const isSame = ours.join("\n") === bare.join("\n");
  console.log(`  with it the plan is ${isSame ? "the same, but for one-time filters on the scope" : "another"}:`);
  for (const line of ours) console.log(`    ${line}`);
  if (isSame) return;
  console.log("  without it:");
  for (const line of bare) console.log(`    ${line}`);
}
