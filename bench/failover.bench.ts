// Kills the database's server twenty times under load, each time with a standby that takes over. How long no write is
// acknowledged, and whether an acknowledged one is lost. A number of promotions may be given.
import { apiPerson } from "../e2e/api.ts";
import { openPair } from "../e2e/durability/failover.ts";
import { startLoad, type Load } from "../e2e/durability/load.ts";
import { startStand } from "../e2e/stand.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { howToGetPostgres, startPostgres } from "../tools/postgres.ts";
import { quantile } from "./harness.ts";

const PROMOTIONS = Number(process.argv[2] ?? 20);
const MAX_AWAY_MS = 10_000;

const first = await startPostgres({ durable: true });
if (first) await measure();
else console.log(`failover: not measured; ${howToGetPostgres}`);

async function measure(): Promise<void> {
  const pair = await openPair(first!); // there is one, as just said
  const stand = await startStand({ databaseUrl: pair.url, env: { LIMITS: "off" } });
  const load = startLoad(await apiPerson("registered@example.com", { url: stand.url }));
  const away: number[] = [];
  const lost = new Set<string>();
  try {
    for (let promotions = 0; promotions < PROMOTIONS; promotions++) {
      await until(load, 50);
      const began = performance.now();
      await pair.failOver();
      await until(load, 1);
      away.push(performance.now() - began);
      await until(load, 50);
      for (const id of await pair.missing([...load.created])) lost.add(id);
      await pair.restoreStandby();
    }
    await load.stop();
    for (const id of await pair.missing(load.created)) lost.add(id);
  } finally {
    await load.stop();
    await stand.stop();
    await pair.stop();
  }
  const refused = load.statuses.filter((status) => status !== 201);
  console.log(
    `failover: ${lost.size} of ${load.created.length} acknowledged borrowers lost in ${away.length} promotions; aim 0\n` +
      `  no write acknowledged for ${quantile(away, 0.5).toFixed(0)} ms (p50), ${Math.max(...away).toFixed(0)} ms (most), the promotion included\n` +
      `  ${refused.length} of ${load.statuses.length} requests not acknowledged, with ${[...new Set(refused)].join(", ")}`,
  );
  if (lost.size > 0 || Math.max(...away) > MAX_AWAY_MS) process.exitCode = 1;
}

/** Waits for so many more acknowledged writes. */
async function until({ created }: Load, more: number): Promise<void> {
  const wanted = created.length + more;
  const deadline = Date.now() + 120_000;
  while (created.length < wanted) {
    if (Date.now() > deadline) throw new Error("writes are no longer acknowledged");
    await sleep(5);
  }
}
