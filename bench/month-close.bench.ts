// The close of a month for 1,000 organizations with 100,000 lines, by the product's own code with its audit records and
// jobs, compared with a bare pg client that only sums and inserts one statement per organization, in the same run.
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Context } from "../platform/server/context.ts";
import { closeMonths } from "../features/billing/server/months/billing-job.ts";
import { openDatabase } from "../platform/server/database/database.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import { openJobs } from "../platform/server/jobs.ts";
import { openPostgres } from "../platform/server/database/postgres-engine.ts";
import { onEmptyPostgres } from "./databases.ts";
import { interleave, medians, ratio, timed } from "./harness.ts";

const ORGANIZATIONS = 1_000;
const LINES = 100_000;
const CLIENTS = 4;
const ROUNDS = 3;
/** When each slice closes the month. Its statements are deleted afterwards. */
const NOW = "2026-09-02T00:00:00Z";

await onEmptyPostgres(insertMonth, async (url) => {
  const engine = openPostgres({ url, maxConnections: CLIENTS, onError: () => {} });
  const jobs = await openJobs(engine, () => {});
  // Without the checks of the product's tables.
  const options = "-c session_replication_role=replica";
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, options });
  pool.on("error", () => {}); // the server may stop before the pool's last connection has left
  try {
    const { db, system } = openDatabase(engine);
    const ctx = { db, system, jobs } as Partial<Context> as Context; // the close asks for no more
    const slices = await interleave(
      {
        ours: () => closeAndReset(pool, () => closeMonths(ctx, NOW)),
        bare: () => closeAndReset(pool, () => bareClose(pool)),
      },
      { rounds: ROUNDS, warmUps: 1 },
    );
    const seconds = medians(slices, (milliseconds) => milliseconds / 1000);
    console.log(
      `month-close: ${ratio(slices, (milliseconds) => 1 / milliseconds)} of the bare client's pace; aim 0.30 or more\n` +
        `  ours ${seconds.ours.toFixed(1)} s, bare ${seconds.bare.toFixed(1)} s for ${ORGANIZATIONS} organizations with ${LINES} lines; ` +
        `ours also locks, checks each sum again, and writes an audit record, an announcement and a job each`,
    );
  } finally {
    await jobs.stop();
    await Promise.all([engine.close(), pool.end()]);
  }
});

async function closeAndReset(pool: pg.Pool, close: () => Promise<void>): Promise<number> {
  const taken = await timed(close);
  const { rows } = await pool.query<{ count: string; sum: string }>("select count(*), sum(amount) from statements");
  if (Number(rows[0]?.count) !== ORGANIZATIONS || Number(rows[0]?.sum) !== LINES * 2500)
    throw new Error(`not everything was closed: ${JSON.stringify(rows[0])}`);
  await pool.query(`
    delete from statements;
    delete from jobs.job;
    update organizations set billed_until = null, next_close_at = null;`);
  await pool.query("vacuum analyze organizations, statements, audit_heads");
  return taken;
}

/** The same sums and one insert an organization, as a superuser, so without scope and row-level security. */
async function bareClose(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>("select id from organizations order by id");
  const waiting = rows.values();
  const client = async () => {
    for (const { id } of waiting)
      await pool.query({
        name: "bare_close",
        text: `insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
            subtotal, credits, amount, paid_before, issued_at, due_at)
          select $1, $2, 1, 'ST-202608-0001', 'finalized', '2026-08-01T04:00:00Z', '2026-09-01T04:00:00Z', 'America/New_York',
            sum(amount), 0, sum(amount), 0, now(), now() + interval '14 days'
          from line_items where organization_id = $1 and billable_at < '2026-09-01T04:00:00Z'`,
        values: [id, randomUUID()],
      });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function insertMonth(owner: Pick<OwnerSession, "execute">): Promise<void> {
  await owner.execute(`
    insert into organizations (id, name, created_at)
      select gen_random_uuid(), 'Lender ' || n, '2026-08-10T12:00:00Z' from generate_series(1, ${ORGANIZATIONS}) n;
    insert into users (id, first_name, last_name, email, email_key, email_confirmed)
      select id, 'Ada', 'Admin', id || '@example.org', id || '@example.org', true from organizations;
    insert into memberships (organization_id, id, user_id, role) select id, id, id, 'admin' from organizations;
    insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at, asset_report_id, source_key)
      select o.id, gen_random_uuid(), 'asset_report', 'Asset report', 2500, 2500,
        '2026-08-11T00:00:00Z'::timestamptz + n * interval '1 hour', gen_random_uuid(), 'asset_report:' || n
      from organizations o, generate_series(1, ${LINES / ORGANIZATIONS}) n;`);
}
