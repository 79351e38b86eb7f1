import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ENGINES } from "#testing/database.ts";
import { startPostgres, type Postgres } from "../../../tools/postgres.ts";
import { openDatabase, type Database, type ReadDb } from "./database.ts";
import { openPostgres } from "./postgres-engine.ts";
import { openReplica, type Replica } from "./replica.ts";
import { scopeOf, system } from "./scope.ts";

const NO_SERVER = "postgres://postgres@127.0.0.1:1/postgres";
const ROLES = "create role keyturn_tenant; create role keyturn_across";
const BACK_IN_USE = { timeout: 20_000 };
const [MINE, OTHERS] = [randomUUID(), randomUUID()];

async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

describe.runIf(ENGINES.includes("postgres"))("the read replica", () => {
  let primary: Postgres;
  let standby: Postgres;
  let db: Database;
  let replica: Replica;
  let changes: { isUsed: boolean; reason: string }[];

  beforeAll(async () => {
    primary = (await startPostgres({ durable: true }))!; // ENGINES says that there is one
    await ask(
      primary.url,
      ROLES,
      "create table letters (organization_id uuid, name text)",
      "alter table letters enable row level security",
      "grant select, insert on letters to keyturn_tenant, keyturn_across",
      `create policy tenant on letters to keyturn_tenant
         using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)`,
      "create policy across on letters to keyturn_across using (true)",
      `insert into letters values ('${OTHERS}', 'another lender''s')`,
    );
    standby = await primary.startStandby();
    // Most installations have an asynchronous one.
    await ask(primary.url, "alter system reset synchronous_standby_names", "select pg_reload_conf()");
    db = openDatabase(openPostgres({ url: primary.url, onError: () => {} })).db;
  });
  afterAll(async () => {
    await db.close();
    await standby.stop();
    await primary.stop();
  });

  const open = (url: string) => {
    changes = [];
    return openReplica({
      url,
      primary: db,
      system,
      onChange: (isUsed, reason) => changes.push({ isUsed, reason: String((reason as Error | undefined)?.message) }),
      onError: () => {},
    });
  };
  beforeEach(async () => {
    replica = open(standby.url);
    await expect.poll(() => replica.check(), BACK_IN_USE).toBe(true);
  });
  afterEach(() => replica.close());

  const write = (name: string) =>
    db.transaction(system, (tx) => tx.execute("insert into letters values ($1::uuid, $2)", [MINE, name]));
  const namesIn = async (on: ReadDb) => {
    const { rows } = await on.read(scopeOf(MINE), (orm) =>
      orm.execute<{ name: string }>(sql`select name from letters order by name`),
    );
    return rows.map(({ name }) => name);
  };
  const isOnStandby = async () => {
    const { rows } = await replica.read(system, (orm) => orm.execute(sql`select pg_is_in_recovery() as "is"`));
    return (rows[0] as { is: boolean }).is;
  };
  /** Reads through the replica what the primary has. */
  const expectCurrent = async () => expect(await namesIn(replica)).toEqual(await namesIn(db));

  test("answers reads in the scope of one organization", async () => {
    await write("mine");
    expect(await isOnStandby()).toBe(true);
    expect(await namesIn(replica)).toContain("mine");
    expect(await namesIn(replica)).not.toContain("another lender's");
    expect(replica.counts()).toEqual({ replica: 3, primary: 0 });
  });

  test("never misses what was committed before", async () => {
    for (let at = 0; at < 50; at++) {
      await write(`letter ${at}`);
      expect(await namesIn(replica)).toContain(`letter ${at}`);
    }
    expect(replica.counts().replica).toBeGreaterThan(0);
  });

  test("takes no writes", async () => {
    await expect(
      replica.read(system, (orm) => orm.execute(sql`insert into letters values (${MINE}::uuid, 'refused')`)),
    ).resolves.toMatchObject({ rowCount: 1 }); // by the primary
    expect(replica.counts()).toEqual({ replica: 0, primary: 1 });
  });

  test("gives way to the primary while it is behind, and answers again once it has caught up", async () => {
    await ask(standby.url, "select pg_wal_replay_pause()");
    await write("not replayed");
    await expectCurrent();
    await expectCurrent();
    expect(changes.at(-1)).toEqual({ isUsed: false, reason: "The read replica is behind the primary." });
    await ask(standby.url, "select pg_wal_replay_resume()");
    await expect.poll(() => replica.check(), BACK_IN_USE).toBe(true);
    expect(await isOnStandby()).toBe(true);
    await expectCurrent();
  });

  test("a read that the standby's recovery cancels is answered nevertheless", async () => {
    await ask(standby.url, "alter system set max_standby_streaming_delay = 0", "select pg_reload_conf()");
    const read = replica.read(system, (orm) =>
      orm.execute(sql`select count(*)::integer as rows from letters, pg_sleep(1)`),
    );
    const isReading = async () =>
      (await ask(standby.url, "select from pg_locks where relation = 'letters'::regclass")).length > 0;
    await expect.poll(isReading, { interval: 20 }).toBe(true);
    await ask(primary.url, "begin", "lock letters in access exclusive mode", "commit");
    const [{ count }] = (await ask(primary.url, "select count(*)::integer as count from letters")) as [
      { count: number },
    ];
    expect((await read).rows).toEqual([{ rows: count }]);
    const [{ conflicts }] = (await ask(
      standby.url,
      "select sum(confl_lock)::integer as conflicts from pg_stat_database_conflicts",
    )) as [{ conflicts: number }];
    expect(conflicts).toBeGreaterThan(0);
  });

  test("may stop and start: the primary answers in between", async () => {
    await standby.kill9();
    await write("while it is away");
    await expectCurrent();
    expect(changes.at(-1)).toMatchObject({ isUsed: false });
    await standby.restart();
    await expect.poll(() => replica.check(), BACK_IN_USE).toBe(true);
    expect(await isOnStandby()).toBe(true);
    await expectCurrent();
  });

  test("of several hosts, those that are standbys are used", async () => {
    const hosts = [new URL(NO_SERVER).host, new URL(primary.url).host, new URL(standby.url).host].join();
    const several = open(standby.url.replace(new URL(standby.url).host, hosts));
    expect(await several.check()).toBe(true);
    await several.close();
  });

  test.each([
    ["that is away", () => NO_SERVER, /ECONNREFUSED/],
    ["that takes writes", () => primary.url, /not a standby/],
    ["with another name", () => `${standby.url}_2`, /does not exist/],
  ])("a database %s is reported, and the primary answers", async (_what, url, reason) => {
    const wrong = open(url());
    expect(await wrong.check()).toBe(false);
    expect(changes).toEqual([{ isUsed: false, reason: expect.stringMatching(reason) }]);
    expect(await namesIn(wrong)).toEqual(await namesIn(db));
    expect(wrong.counts()).toEqual({ replica: 0, primary: 1 });
    await wrong.close();
  });

  test("a standby of another database is not read", async () => {
    const other = (await startPostgres({ durable: true }))!; // as above
    await ask(other.url, ROLES);
    const itsStandby = await other.startStandby();
    const wrong = open(itsStandby.url);
    expect(await wrong.check()).toBe(false);
    expect(changes).toEqual([{ isUsed: false, reason: "The read replica copies another database." }]);
    await wrong.close();
    await itsStandby.stop();
    await other.stop();
  });
});
