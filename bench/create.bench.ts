// A borrower made with its audit row and a job in one commit, by the product's own functions, against the same statements
// sent by a bare pg client between begin and commit: as a superuser, so without scope and row-level security.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { BorrowerDetails } from "../features/borrowers/contract.ts";
import { borrowerClosed } from "../features/borrowers/server/jobs.ts";
import { insertBorrower } from "../features/borrowers/server/queries.ts";
import { appendAudit } from "../platform/server/audit.ts";
import { type Database, openDatabase } from "../platform/server/database/database.ts";
import { type Jobs, openJobs } from "../platform/server/jobs.ts";
import { openPostgres } from "../platform/server/database/postgres-engine.ts";
import type { SystemScope } from "../platform/server/database/scope.ts";
import { lender, onPostgres } from "./databases.ts";
import { interleave, medians, ratio, timed } from "./harness.ts";
import { recordStatements, type Statement } from "./statements.ts";

const CLIENTS = 8;
const COMMITS_EACH = 25;
const ROUNDS = 15;

await onPostgres(async (url) => {
  const engine = openPostgres({ url, maxConnections: CLIENTS, onError: () => {} });
  const jobs = await openJobs(engine, () => {});
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  pool.on("error", () => {}); // the server may stop before the pool's last connection has left
  try {
    const { db, system } = openDatabase(engine);
    const recorder = recordStatements(engine);
    const first = await create(openDatabase(recorder.engine).db, system, jobs, 1);
    const bare = bareCreate(pool, recorder.statements, first);

    const slices = await interleave(
      {
        ours: () => timed(() => inParallel((n) => create(db, system, jobs, n))),
        bare: () => timed(() => inParallel(bare)),
      },
      { rounds: ROUNDS },
    );
    const perSecond = medians(slices, (milliseconds) => (CLIENTS * COMMITS_EACH * 1000) / milliseconds);
    console.log(
      `create: ${ratio(slices, (milliseconds) => 1 / milliseconds)} of the bare client's commits; aim 0.80 or more\n` +
        `  ours ${perSecond.ours.toFixed(0)}/s, bare ${perSecond.bare.toFixed(0)}/s; ${CLIENTS} clients, each for an organization of ` +
        `its own (an audit chain takes one commit at a time); ${recorder.statements.length} statements between begin and commit`,
    );
  } finally {
    await jobs.stop();
    await Promise.all([engine.close(), pool.end()]);
  }
});

async function inParallel(create: (n: number) => Promise<unknown>): Promise<void> {
  const client = async (_: unknown, index: number) => {
    for (let commit = 0; commit < COMMITS_EACH; commit++) await create(index + 1);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

interface Created {
  readonly id: string;
  readonly n: number;
}

/** As the rule of a borrower does it, for organization `n`. */
async function create(db: Database, system: SystemScope, jobs: Jobs, n: number): Promise<Created> {
  const { organizationId, userId } = lender(n);
  const scope = system.within(organizationId);
  const id = randomUUID();
  const details = BorrowerDetails.parse({ firstName: "Nora", lastName: "Whitfield", email: "nora@example.net" });
  await db.transaction(scope, async (tx) => {
    await insertBorrower(tx, scope, {
      ...details,
      id,
      createdBy: userId,
      assignedUserId: userId,
      idempotencyKey: null,
    });
    const entry = { actorId: userId, action: "borrower.created", objectType: "borrower", objectId: id, address: null };
    await appendAudit(tx, organizationId, entry);
    await jobs.send(tx, borrowerClosed, { organizationId, borrowerId: id });
  });
  return { id, n };
}

/** The recorded statements again, with ids of their own. */
function bareCreate(pool: pg.Pool, statements: readonly Statement[], recorded: Created) {
  const was = [recorded.id, lender(recorded.n).organizationId, lender(recorded.n).userId] as const;
  return async (n: number) => {
    const { organizationId, userId } = lender(n);
    const now = [randomUUID(), organizationId, userId] as const;
    const client = await pool.connect();
    try {
      await client.query("begin");
      for (const { text, name, rowMode, values } of statements)
        await client.query({ text, name, rowMode, values: values.map(renewed) } as pg.QueryConfig);
      await client.query("commit");
    } finally {
      client.release();
    }

    function renewed(value: unknown): unknown {
      if (typeof value !== "string") return value;
      return was.reduce((text, before, index) => text.replaceAll(before, now[index]!), value); // both have three
    }
  };
}
