import { existsSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { hasPostgres, startPostgres } from "./postgres.ts";

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test.runIf(hasPostgres())(
  "a committed row outlives kill -9 of the server, and stop leaves nothing behind",
  async () => {
    const postgres = (await startPostgres({ durable: true }))!;
    try {
      expect(await ask(postgres.url, "show fsync")).toEqual([{ fsync: "on" }]);
      await ask(postgres.url, "create table stored as select 7 as n");
      await postgres.kill9();
      await expect(ask(postgres.url, "select 1")).rejects.toThrow();
      await postgres.restart();
      expect(await ask(postgres.url, "select n from stored")).toEqual([{ n: 7 }]);
    } finally {
      await postgres.stop();
    }
    expect(existsSync(postgres.dataDir)).toBe(false);
  },
);

test.runIf(hasPostgres())("a server goes with the process that started it, however that ends", async () => {
  const script = `const { startPostgres } = await import("./tools/postgres.ts");
    const server = await startPostgres();
    console.log(server.dataDir + " " + server.url);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(owner.stdout, "data")) as [Buffer];
  const [dataDir = "", url = ""] = printed.toString().trim().split(" ");
  expect(await ask(url, "select 1 as n")).toEqual([{ n: 1 }]);
  owner.kill("SIGKILL");
  await expect.poll(() => existsSync(dataDir), { timeout: 15_000, interval: 100 }).toBe(false);
  await expect(ask(url, "select 1")).rejects.toThrow("ECONNREFUSED");
});
