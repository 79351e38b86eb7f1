// What one person costs everybody else who asks for a list of 10,000 borrowers with the longest notes, over and over.
import { setTimeout as sleep } from "node:timers/promises";
import { openProductDatabase } from "../app/server/database.ts";
import { root } from "../tools/settings.ts";
import { lender, onPostgres, tokenOf } from "./databases.ts";
import { productionEnv, type ServerProcess, startServer } from "./server-process.ts";
import { withPostgresOwner } from "../platform/server/database/postgres-engine.ts";

const [GREEDY, OTHER] = [1, 2];
const ROWS = 10_000;

await onPostgres(async (url) => {
  const { organizationId, userId } = lender(GREEDY);
  await withPostgresOwner(url, (owner) =>
    owner.execute(`
      insert into borrowers (organization_id, id, first_name, last_name, email, notes, created_by, assigned_user_id)
      select '${organizationId}', gen_random_uuid(), 'Nora', 'No ' || n, n || '@example.net', repeat('note', 1000),
        '${userId}', '${userId}' from generate_series(1, ${ROWS}) n`),
  );
  const opened = await openProductDatabase(
    { databaseUrl: url, dataDir: "", migrationsDir: `${root}/migrations` },
    () => {},
  );
  const [greedy, other] = [await tokenOf(opened, GREEDY), await tokenOf(opened, OTHER)];
  await opened.db.close();
  const server = await startServer({
    args: () => ["app/server/start.ts"],
    env: (port) => productionEnv(port, { url }),
    path: "/health",
  });
  try {
    await ask(server, other, "?limit=25");
    console.log(`  at rest: ${server.residentMb().toFixed(0)} MB`);
    for (const atOnce of [1, 5, 20, 40]) await measure(server, greedy, other, atOnce);
  } finally {
    await server.stop();
  }
});

async function measure(server: ServerProcess, greedy: string, other: string, atOnce: number): Promise<void> {
  let peak = 0;
  let slowest = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now();
      await ask(server, other, "?limit=25");
      slowest = Math.max(slowest, performance.now() - began);
      peak = Math.max(peak, server.residentMb());
      await sleep(20);
    }
  })();
  const replies = await Promise.all(Array.from({ length: atOnce }, () => ask(server, greedy, "")));
  isOver = true;
  await watch;
  const statuses = [...Map.groupBy(replies, ({ status }) => status)].map(
    ([status, those]) => `${those.length} x ${status}`,
  );
  const largest = Math.max(...replies.map(({ bytes }) => bytes)) / 1e6;
  console.log(
    `  ${atOnce} at once: peak ${peak.toFixed(0)} MB, ${statuses.join(", ")}, ${largest.toFixed(2)} MB each, another waits ${slowest.toFixed(0)} ms at most`,
  );
}

async function ask({ url }: ServerProcess, token: string, query: string): Promise<{ status: number; bytes: number }> {
  const reply = await fetch(`${url}/api/latest/account/borrower${query}`, {
    headers: { authorization: `bearer ${token}` },
  });
  return { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength };
}
