// Long reads go to a standby, and to the primary while it is away.
import { expect } from "@playwright/test";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { listAudit } from "../../features/organizations/contract.ts";
import { startPostgres } from "../../tools/postgres.ts";
import { freePort } from "../../tools/processes.ts";
import { apiBorrower, apiPerson, bodyOf } from "../api.ts";
import { test } from "../fixtures.ts";
import { startStand } from "../stand.ts";
import { ENGINES, withServer } from "./databases.ts";

test("activity and later pages of borrowers are read from the standby, never stale, and from the primary while it is away", async ({
  atEnd,
}) => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test.setTimeout(120_000);
  const primary = (await startPostgres({ durable: true }))!; // ENGINES says that there is one
  atEnd(primary.stop);
  const standby = await primary.startStandby();
  atEnd(standby.stop);
  await withServer(primary.url, (query) => query("alter system reset synchronous_standby_names"));
  await withServer(primary.url, (query) => query("select pg_reload_conf()"));
  const metricsPort = await freePort();
  const stand = await startStand({
    databaseUrl: primary.url,
    env: { DATABASE_READ_URL: standby.url, METRICS_PORT: String(metricsPort), LIMITS: "off" },
  });
  atEnd(stand.stop);
  const scrape = async (sample: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${sample} `))
        ?.split(" ")
        .at(-1),
    );
  };
  const isUp = () => scrape("keyturn_replica_up");
  const answeredBy = (who: "replica" | "primary") => scrape(`keyturn_replica_reads_total{answered_by="${who}"}`);
  const admin = await apiPerson("admin@example.com", { url: stand.url });
  /** Acts, and looks for it in the activity log. */
  const actAndLook = async () => {
    const { id } = await apiBorrower(admin);
    expect(bodyOf(await admin.send(listAudit))[0]).toMatchObject({ action: "borrower.created", objectId: id });
    return id;
  };

  await expect.poll(isUp).toBe(1);
  const newest = await actAndLook();
  expect(bodyOf(await admin.send(listBorrowers, { after: newest, limit: 1 }))).toHaveLength(1);
  expect(await answeredBy("replica")).toBe(2);
  const audit = await fetch(`${stand.url}/api/latest/admin/audit/export?format=jsonl`, {
    headers: { authorization: `bearer ${admin.token}` },
  });
  expect(await audit.text()).toContain(newest);
  expect(await answeredBy("replica")).toBeGreaterThan(2);

  const [read, before] = [await answeredBy("replica"), await answeredBy("primary")];
  await standby.kill9();
  await actAndLook();
  expect(await answeredBy("primary")).toBe(before + 1);
  expect(await isUp()).toBe(0);

  await standby.restart();
  await expect.poll(isUp, { timeout: 20_000 }).toBe(1);
  await actAndLook();
  expect(await answeredBy("replica")).toBe(read + 1);
  expect(stand.logs()).toContain("the primary answers in place of the read replica");
});
