// Sign-in compared with the bare hash, what waiting sign-ins cost other requests, and whether timing reveals which
// accounts exist.
import { setTimeout as sleep } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { openProductDatabase } from "../app/server/database.ts";
import { withPostgresOwner } from "../platform/server/database/postgres-engine.ts";
import { root } from "../tools/settings.ts";
import type { BareHash } from "./bare-hash.ts";
import { onPostgres, tokenOf } from "./databases.ts";
import { interleave, medians, quantile, ratio, timed } from "./harness.ts";
import { productionEnv, type ServerProcess, startServer } from "./server-process.ts";

const PASSWORD = "a sentence for the bench";
/** As the product makes them. */
const FIGURES = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PEOPLE = 2_000;
const LOG_INS_A_SLICE = 30;
const QUEUED = 50;
const ATTEMPTS_EACH = 500;

let turn = 0;
/** Each person in turn, so that no account reaches the limit of its login attempts. */
const someone = () => `in${(turn++ % PEOPLE) + 1}@example.org`;

await onPostgres(async (url) => {
  const stored = await hash(PASSWORD, FIGURES);
  await withPostgresOwner(url, (owner) => insertPeople(owner, stored));
  const opened = await openProductDatabase(
    { databaseUrl: url, dataDir: "", migrationsDir: `${root}/migrations` },
    () => {},
  );
  const token = await tokenOf(opened, 100).finally(() => opened.db.close());
  const ours = await startServer({
    args: () => ["app/server/start.ts"],
    // Local, since only there the limits can be lifted; everything else as in production.
    env: (port) => ({ ...productionEnv(port, { url }), APP_ENV: "local", LIMITS: "off", HIDE_ACCOUNTS: "true" }),
    path: "/health",
  });
  const bare = await startServer({
    args: (port) => ["bench/bare-hash.ts", JSON.stringify({ port, stored, password: PASSWORD } satisfies BareHash)],
    env: (port) => productionEnv(port, { url }),
    path: "/",
  });
  try {
    await compareCpu(ours, bare);
    await compareOthers(ours, token);
    await compareTimes(ours);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
});

async function insertPeople(owner: { query(text: string, values: unknown[]): Promise<unknown> }, stored: string) {
  await owner.query(
    `insert into users (id, first_name, last_name, email, email_key, email_confirmed, password_hash)
       select gen_random_uuid(), 'Log', 'In', 'in' || n || '@example.org', 'in' || n || '@example.org', true, $1
       from generate_series(1, ${PEOPLE}) n`,
    [stored],
  );
}

async function attempt({ url }: ServerProcess, email: string, password: string) {
  const reply = await fetch(`${url}/api/latest/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

async function logIn(server: ServerProcess): Promise<void> {
  const { status } = await attempt(server, someone(), PASSWORD);
  if (status !== 200) throw new Error(`a sign-in was answered with ${status}: ${server.lastWords()}`);
}

async function compareCpu(ours: ServerProcess, bare: ServerProcess): Promise<void> {
  const slice = async (server: ServerProcess) => {
    const before = server.cpuMs();
    for (let done = 0; done < LOG_INS_A_SLICE; done++) await logIn(server);
    return (server.cpuMs() - before) / LOG_INS_A_SLICE;
  };
  const rounds = await interleave({ ours: () => slice(ours), bare: () => slice(bare) }, { rounds: 15 });
  const cpu = medians(rounds, (value) => value);
  console.log(
    `login: ${ratio(rounds, (value) => value)} of the bare hash's CPU; aim 1.15 or less\n` +
      `  ours ${cpu.ours.toFixed(1)} ms, bare ${cpu.bare.toFixed(1)} ms a sign-in`,
  );
}

/** How long others wait while log-ins queue, against how long they wait without. */
async function compareOthers(server: ServerProcess, token: string): Promise<void> {
  const list = async () => {
    const reply = await fetch(`${server.url}/api/latest/account/borrower?limit=25`, {
      headers: { authorization: `bearer ${token}` },
    });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`the list was answered with ${reply.status}`);
  };
  const probe = async () => {
    const times: number[] = [];
    for (const until = performance.now() + 2_000; performance.now() < until; await sleep(2))
      times.push(await timed(list));
    return quantile(times, 0.99);
  };
  const rounds = await interleave({ ours: () => whileQueued(server, probe), bare: probe }, { rounds: 9 });
  const p99 = medians(rounds, (value) => value);
  console.log(
    `others while ${QUEUED} log-ins queue: ${ratio(rounds, (value) => value)} of their p99 without; aim 2 or less\n` +
      `  p99 ${p99.ours.toFixed(1)} ms, without ${p99.bare.toFixed(1)} ms`,
  );
}

async function whileQueued<T>(server: ServerProcess, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const queue = Array.from({ length: QUEUED }, async () => {
    while (!isOver) await logIn(server);
  });
  try {
    await sleep(200);
    return await work();
  } finally {
    isOver = true;
    await Promise.all(queue);
  }
}

/** One wrong password an address, known and unknown in turn: what is seen of each, and how long it takes. */
async function compareTimes(server: ServerProcess): Promise<void> {
  const known: Seen = { times: [], looks: new Set() };
  const unknown: Seen = { times: [], looks: new Set() };
  for (let n = 0; n < ATTEMPTS_EACH; n++) {
    const pair = [() => fail(server, someone(), known), () => fail(server, `un${n}@example.org`, unknown)];
    for (const one of Math.random() < 0.5 ? pair : pair.toReversed()) await one();
  }
  const { auc, p } = rankTest(known.times, unknown.times);
  const isAlike = new Set([...known.looks, ...unknown.looks]).size === 1;
  console.log(
    `accounts hidden, ${ATTEMPTS_EACH} log-ins each: status, headers and body are ${isAlike ? "the same" : "NOT the same"}\n` +
      `  a known address takes longer than an unknown one in ${auc.toFixed(3)} of the pairs (0.5: nothing to see), ` +
      `rank test p ${p.toFixed(2)}; medians ${quantile(known.times, 0.5).toFixed(2)} and ` +
      `${quantile(unknown.times, 0.5).toFixed(2)} ms`,
  );
}

interface Seen {
  readonly times: number[];
  /** Status, headers but the moment, and body. */
  readonly looks: Set<string>;
}

async function fail(server: ServerProcess, email: string, { times, looks }: Seen): Promise<void> {
  const began = performance.now();
  const { status, headers, body } = await attempt(server, email, "not the password");
  times.push(performance.now() - began);
  looks.add(JSON.stringify([status, [...headers].filter(([name]) => name !== "date"), body]));
}

// The Mann-Whitney rank test: whether values of one kind tend to lie above those of another.

interface RankTest {
  /** The share of pairs in which the first is larger; 0.5 when the two kinds do not differ. */
  readonly auc: number;
  /** The probability of such a difference by chance alone (normal approximation, two-sided). */
  readonly p: number;
}

function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const [n, m] = [first.length, second.length];
  const larger = first.reduce(
    (sum, a) => sum + second.reduce((wins, b) => wins + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  );
  const z = (larger - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { auc: larger / (n * m), p: 2 * upperTail(Math.abs(z)) };
}

// Abramowitz and Stegun 7.1.26: the error function to within 1.5e-7.
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return (series * Math.exp(-x * x)) / 2;
}
