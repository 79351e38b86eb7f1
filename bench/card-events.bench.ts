// 1,000 events of 200 subscriptions in random order through the product's endpoint until all are settled, against a bare
// handler that checks the signature and inserts. The provider answers at once (card-provider.ts), so its time, which is
// not ours, does not count; calling it, with the official package over HTTPS, does.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../tools/processes.ts";
import type { BareCardEvents } from "./bare-card-events.ts";
import { EVENTS_EACH, type Ours, type Recorded, recordSubscription, sendAll } from "./card-events.ts";
import type { CardProvider } from "./card-provider.ts";
import { buildProduct } from "../tools/build.ts";
import { writeCertificate } from "../tools/certificate.ts";
import { lender, onPostgres, ORGANIZATIONS as SUBSCRIPTIONS } from "./databases.ts";
import { interleave, medians, ratio } from "./harness.ts";
import { productionEnv, startServer, STRIPE_WEBHOOK_SECRET } from "./server-process.ts";

const EVENTS = SUBSCRIPTIONS * EVENTS_EACH;
const ROUNDS = 9;

interface Slice {
  /** Until the last event was answered. */
  readonly storedMs: number;
  /** Until none was left to settle. */
  readonly settledMs: number;
}

await buildProduct();
await onPostgres(async (url) => {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {}); // the server may stop before the pool's last connection has left
  const folder = await mkdtemp(join(tmpdir(), "keyturn-bench-"));
  const recorded = await recordSubscription();
  const all = Array.from({ length: SUBSCRIPTIONS }, (_, index) => oursOf(index + 1));
  await insertSubscriptions(pool, all, recorded.priceId);
  const file = join(folder, "answers.json");
  await writeFile(
    file,
    JSON.stringify(Object.fromEntries(all.map((one) => [one.providerId, recorded.answerFor(one)]))),
  );
  const certificate = writeCertificate(folder, hostname());
  const securePort = await freePort();
  const provider = await startServer({
    args: (port) => [
      "bench/card-provider.ts",
      JSON.stringify({ port, securePort, certificate, file } satisfies CardProvider),
    ],
    env: (port) => productionEnv(port, { url }),
    path: "/",
  });
  const ours = await startServer({
    args: () => ["dist/server/start.js"],
    // By its name: production takes no provider at "localhost".
    env: (port) => ({
      ...productionEnv(port, { url }),
      STRIPE_API_URL: `https://${hostname()}:${securePort}`,
      NODE_EXTRA_CA_CERTS: certificate.certificate,
    }),
    path: "/health",
  });
  const bare = await startServer({
    args: (port) => [
      "bench/bare-card-events.ts",
      JSON.stringify({ port, url, secret: STRIPE_WEBHOOK_SECRET } satisfies BareCardEvents),
    ],
    env: (port) => productionEnv(port, { url }),
    path: "/",
  });
  try {
    const rounds = await interleave(
      {
        ours: () => settleAll(pool, `${ours.url}/api/latest/webhooks/stripe`, recorded, all),
        bare: () => insertAll(pool, `${bare.url}/webhook`, recorded, all),
      },
      { rounds: ROUNDS },
    );
    const rate = (figure: (slice: Slice) => number) => medians(rounds, (slice) => (EVENTS * 1000) / figure(slice));
    const [settled, stored] = [rate(({ settledMs }) => settledMs), rate(({ storedMs }) => storedMs)];
    console.log(
      `card-events: ${ratio(rounds, ({ settledMs }) => 1 / settledMs)} of the bare handler's rate until all are settled; aim 0.50 or more\n` +
        `  ours ${settled.ours.toFixed(0)} events/s settled, bare ${settled.bare.toFixed(0)}/s inserted; ${EVENTS} events of ${SUBSCRIPTIONS} subscriptions in random order\n` +
        `  the endpoint alone: ${ratio(rounds, ({ storedMs }) => 1 / storedMs)}, aim 0.60 or more; ours ${stored.ours.toFixed(0)}/s stored`,
    );
  } finally {
    await Promise.all([ours.stop(), bare.stop(), provider.stop(), pool.end()]);
    await rm(folder, { recursive: true, force: true });
  }
});

function oursOf(n: number): Ours {
  return { organizationId: lender(n).organizationId, id: randomUUID(), providerId: `sub_bench${n}x` };
}

async function insertSubscriptions(pool: pg.Pool, all: readonly Ours[], priceId: string): Promise<void> {
  await pool.query(
    "create table bare_card_events (id text primary key, type text, object_id text, at timestamptz default now())",
  );
  await pool.query("update plans set stripe_price_id = $1 where pricing_period = 'monthly'", [priceId]);
  for (const [index, { organizationId, id, providerId }] of all.entries()) {
    const { userId } = lender(index + 1);
    await pool.query("update memberships set role = 'admin' where user_id = $1", [userId]);
    await pool.query(
      `insert into subscriptions (organization_id, id, plan_id, card_name, card_email, created_by, stripe_subscription_id)
       select $1, $2, id, 'Nora', 'nora@example.net', $3, $4 from plans where pricing_period = 'monthly'`,
      [organizationId, id, userId, providerId],
    );
  }
}

function shuffledEvents({ eventsFor }: Recorded, all: readonly Ours[]): string[] {
  return all
    .flatMap(eventsFor)
    .map((body) => [Math.random(), body] as const)
    .sort(([one], [other]) => one - other)
    .map(([, body]) => body);
}

/** Sends the events of subscriptions for which no event was received before. */
async function settleAll(pool: pg.Pool, url: string, recorded: Recorded, all: readonly Ours[]): Promise<Slice> {
  await pool.query(`
    delete from card_events;
    delete from line_items;
    delete from jobs.job;
    update subscriptions set status = 'incomplete', current_period_start = null, current_period_end = null,
      card_brand = null, card_last4 = null, readings = 0, read_at = null;`);
  await pool.query("vacuum analyze card_events, line_items, subscriptions, jobs.job_common");
  const bodies = shuffledEvents(recorded, all);
  const began = performance.now();
  await sendAll(url, bodies);
  const storedMs = performance.now() - began;
  for (;;) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      "select exists (select from card_events where settled_at is null) as waiting",
    );
    if (rows[0]?.waiting === false) break;
    await sleep(5);
  }
  const settledMs = performance.now() - began;
  const { rows } = await pool.query<Record<"events" | "active" | "lines", number>>(
    `select (select count(*)::int from card_events) as events, (select count(*)::int from line_items) as lines,
       (select count(*)::int from subscriptions where status = 'active') as active`,
  );
  const [found] = rows;
  if (found?.events !== EVENTS || found.active !== SUBSCRIPTIONS || found.lines !== SUBSCRIPTIONS)
    throw new Error(`not everything was settled: ${JSON.stringify(found)}`);
  await untilIdle(pool);
  return { storedMs, settledMs };
}

async function insertAll(pool: pg.Pool, url: string, recorded: Recorded, all: readonly Ours[]): Promise<Slice> {
  await pool.query("truncate bare_card_events");
  const bodies = shuffledEvents(recorded, all);
  const began = performance.now();
  await sendAll(url, bodies);
  const storedMs = performance.now() - began;
  return { storedMs, settledMs: storedMs };
}

/** A job that looks for more events would otherwise run beside the bare handler. */
async function untilIdle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isIdle: boolean }>(
      `select not exists (select from jobs.job where state < 'completed' and start_after <= now()) as "isIdle"`,
    );
    if (rows[0]?.isIdle) return;
    await sleep(50);
  }
}
