// Signed-in people's lists of 25 borrowers over HTTP, of 20,000 rows in 200 organizations, against bare-list.ts. One
// person of each organization asks: each may be sent only so many lists a minute, and at once.
import { cp, rm } from "node:fs/promises";
import autocannon from "autocannon";
import type { Context } from "../platform/server/context.ts";
import { type OpenedDatabase, openProductDatabase } from "../app/server/database.ts";
import { listOwnBorrowers } from "../features/borrowers/server/borrowers.ts";
import { authenticate } from "../features/auth/server/sessions/authenticate.ts";
import { openTokens } from "../features/auth/server/sessions/tokens.ts";
import { openDatabase } from "../platform/server/database/database.ts";
import { actAs } from "../platform/server/http/authenticate-request.ts";
import { buildProduct } from "../tools/build.ts";
import { root } from "../tools/settings.ts";
import type { BareList } from "./bare-list.ts";
import { lender, onEmbedded, onPostgres, ORGANIZATIONS, tokenOf } from "./databases.ts";
import { interleave, medians, quantile, ratio } from "./harness.ts";
import { JWT_SECRET, productionEnv, type ServerProcess, startServer } from "./server-process.ts";
import { recordStatements, type Statement } from "./statements.ts";

// Load on a server over kept-alive connections, one request at a time on each.
interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server's process, without its database. */
  readonly cpuMsPerRequest: number;
}

const CONNECTIONS = 16;
const SECONDS = 2;

/** @throws when any reply is not 200 */
async function load(server: ServerProcess, path: string, tokens: readonly string[]): Promise<Load> {
  const times: number[] = [];
  let connected = 0;
  const setupClient = (client: autocannon.Client) => {
    const own = tokens.filter((_, index) => index % CONNECTIONS === connected);
    connected++;
    client.setRequests(own.map((token) => ({ path, headers: headersOf(token) })));
  };
  const cpuBefore = server.cpuMs();
  const began = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      { url: server.url, setupClient, connections: CONNECTIONS, duration: SECONDS, sampleInt: 100 },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    );
    run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const seconds = (performance.now() - began) / 1000;
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors: ${server.lastWords()}`);
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMsPerRequest: (server.cpuMs() - cpuBefore) / times.length,
  };
}

/** Whose statements are recorded. */
const REQUESTER = 100;
const LIMIT = 25;
const AIM = "aim 0.85 or more, floor 0.70";

type Place = BareList["database"];

await buildProduct();
await onPostgres((url) => compare("PostgreSQL", { url }, { url }, 15));
await onEmbedded(async (folder) => {
  const copy = `${folder}-bare`;
  await cp(folder, copy, { recursive: true });
  await compare("embedded, for information", { folder }, { folder: copy }, 7).finally(() =>
    rm(copy, { recursive: true }),
  );
});

async function compare(title: string, place: Place, barePlace: Place, rounds: number): Promise<void> {
  const { tokens, session, list } = await prepare(place);
  const ours = await startServer({
    args: () => ["dist/server/start.js"],
    env: (port) => productionEnv(port, place),
    path: "/health",
  });
  const bare = await startServer({
    args: (port) => [
      "bench/bare-list.ts",
      JSON.stringify({ port, secret: JWT_SECRET, database: barePlace, session, list } satisfies BareList),
    ],
    env: (port) => productionEnv(port, place),
    path: "/health",
  });
  try {
    const path = `/api/latest/account/borrower?limit=${LIMIT}`;
    for (const token of tokens) await requireSameAnswer([ours.url + path, bare.url + path], token);
    const slices = await interleave(
      { ours: () => load(ours, path, tokens), bare: () => load(bare, path, tokens) },
      { rounds },
    );
    const [perSecond, p50, p99] = [
      medians(slices, (slice) => slice.perSecond),
      medians(slices, (slice) => slice.p50Ms),
      medians(slices, (slice) => slice.p99Ms),
    ];
    console.log(
      `list, ${title}: ${ratio(slices, (slice) => slice.perSecond)} of the bare server's throughput; ${AIM}\n` +
        `  ours ${perSecond.ours.toFixed(0)}/s, p50 ${p50.ours.toFixed(1)} ms, p99 ${p99.ours.toFixed(1)} ms; ` +
        `bare ${perSecond.bare.toFixed(0)}/s, p50 ${p50.bare.toFixed(1)} ms, p99 ${p99.bare.toFixed(1)} ms; ` +
        `CPU of the server's process a request ${ratio(slices, (slice) => slice.cpuMsPerRequest)} of bare`,
    );
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

/** A token of everyone who asks, and the two statements that the product runs for each. */
async function prepare(place: Place): Promise<{ tokens: string[]; session: Statement; list: Statement }> {
  const opened = await openProductDatabase(
    {
      databaseUrl: "url" in place ? place.url : null,
      dataDir: "folder" in place ? place.folder : "",
      migrationsDir: `${root}/migrations`,
    },
    () => {},
  );
  try {
    const tokens: string[] = [];
    for (let n = 1; n <= ORGANIZATIONS; n++) tokens.push(await tokenOf(opened, n));
    const [session, list] = await recordList(opened, await tokenOf(opened, REQUESTER));
    return { tokens, session: session!, list: list! }; // an answer takes both
  } finally {
    await opened.db.close();
  }
}

async function recordList({ db, system }: OpenedDatabase, token: string): Promise<Statement[]> {
  const { engine, statements } = recordStatements(db.engine);
  const recording = openDatabase(engine).db;
  const tokens = openTokens({ secrets: [JWT_SECRET], ttlSeconds: 3600 });
  // Signing in and reading a list use nothing else.
  const ctx = { db: recording, system, tokens } as Partial<Context> as Context;
  const person = await authenticate(ctx, token);
  await listOwnBorrowers(ctx, actAs(person, undefined, ""), {
    limit: LIMIT,
  });

  const names = new Map<unknown, string>(
    Object.entries({ ...lender(REQUESTER), limit: LIMIT }).map(([name, value]) => [value, name]),
  );
  return statements.map(({ values, ...statement }) => ({
    ...statement,
    values: values.map((value) => names.get(value)),
  }));
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `bearer ${token}` };
}

async function requireSameAnswer(urls: string[], token: string): Promise<void> {
  const headers = headersOf(token);
  const answers = await Promise.all(
    urls.map(async (url) => (await (await fetch(url, { headers })).json()) as { id: string }[]),
  );
  const [ours, bare] = answers.map((rows) => rows.map(({ id }) => id).join());
  if (answers[0]?.length !== LIMIT || ours !== bare) throw new Error("ours and the bare server do not answer the same");
}
