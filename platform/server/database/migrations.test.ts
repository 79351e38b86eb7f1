import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { migratePostgres } from "#app/server/database.ts";
import { copyTemplate, ENGINES, type EngineName } from "#testing/database.ts";
import { openEmbedded } from "./embedded-engine.ts";
import type { OwnerSession } from "./engine.ts";
import { migrate, readMigrations, requireMigrated, SchemaBehind } from "./migrations.ts";
import { withPostgresOwner } from "./postgres-engine.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function filesAre(files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return readMigrations(folder);
}

const FIRST = {
  "0001-things.sql":
    "create table things (id int primary key, name text default 'it''s $1 $$'); insert into things values (1)",
};
const SECOND = {
  "0002-more.sql": "do $$ begin insert into things values (2); end $$;\ncreate index on things (name);",
};

test("files are read in order of their numbers; gaps, duplicates and missing numbers are refused by name", async () => {
  expect((await filesAre({ ...SECOND, ...FIRST })).map(({ name }) => name)).toEqual([
    "0001-things.sql",
    "0002-more.sql",
  ]);
  await expect(filesAre({ "0004-late.sql": "select 1" })).rejects.toThrow(
    "0004-late.sql is out of order: expected number 3",
  );
  await rm(join(folder, "0004-late.sql"));
  await expect(filesAre({ "0002-again.sql": "select 1" })).rejects.toThrow("out of order");
});

/** An empty database for each test. The embedded one is emptied, since creating it again takes seconds. */
const embedded = readFile(inject("databaseImage")).then((image) => openEmbedded({ image: new Blob([image]) }));
const EMPTY: Record<EngineName, (work: (owner: OwnerSession, url: string) => Promise<void>) => Promise<void>> = {
  async embedded(work) {
    const { owner } = await embedded;
    await owner.execute("drop schema public cascade; create schema public");
    await work(owner, "");
  },
  async postgres(work) {
    const { url, drop } = await copyTemplate("template0");
    await withPostgresOwner(url, (owner) => work(owner, url)).finally(drop);
  },
};
afterAll(async () => (await embedded).close());

describe.each(ENGINES)("migrations on %s", (engine) => {
  test("each runs once, later ones on the existing data, and each is recorded", () =>
    EMPTY[engine](async (owner) => {
      const first = await filesAre(FIRST);
      await expect(requireMigrated(owner.query, first)).rejects.toThrow(SchemaBehind);
      expect(await migrate(owner, first)).toEqual(["0001-things.sql"]);
      const both = await filesAre(SECOND);
      await expect(requireMigrated(owner.query, both)).rejects.toThrow(
        "lacks 1 migration(s), from 0002-more.sql on. Run npm run migrate.",
      );
      expect(await migrate(owner, both)).toEqual(["0002-more.sql"]);
      expect(await migrate(owner, both)).toEqual([]);
      await requireMigrated(owner.query, both);
      expect(await owner.query("select id, name from things order by id")).toEqual([
        { id: 1, name: "it's $1 $$" },
        { id: 2, name: "it's $1 $$" },
      ]);
    }));

  test("one that was changed after it ran is refused, by name", () =>
    EMPTY[engine](async (owner) => {
      await migrate(owner, await filesAre(FIRST));
      const changed = await filesAre({ "0001-things.sql": "create table things (id bigint)" });
      for (const start of [() => migrate(owner, changed), () => requireMigrated(owner.query, changed)])
        await expect(start()).rejects.toThrow("0001-things.sql was changed after it ran. Write a new one instead.");
    }));

  test("an index is created outside a transaction, and again where an earlier try was interrupted", () =>
    EMPTY[engine](async (owner) => {
      const name = "0002-index.sql";
      const index = "drop index concurrently if exists named;\ncreate index concurrently named on things (name);\n";
      const files = await filesAre({ ...FIRST, [name]: `-- outside a transaction\n-- Why.\n${index}` });
      await migrate(owner, files.slice(0, 1));
      await owner.execute("create index named on things (id)");
      expect(await migrate(owner, files)).toEqual([name]);
      await requireMigrated(owner.query, files);
      expect(await owner.query("select indexdef from pg_indexes where indexname = 'named'")).toEqual([
        { indexdef: expect.stringContaining("(name)") },
      ]);
    }));

  test("a column is filled in parts, each committed by itself, and from there on after an interruption", () =>
    EMPTY[engine](async (owner) => {
      const fill = (stopAt: number) => `-- outside a transaction
do $$
begin
  loop
    update things set name = 'filled' where id in (select id from things where name is null limit 10);
    exit when not found;
    commit;
    if (select count(*) from things where name is null) = ${stopAt} then
      raise 'killed';
    end if;
  end loop;
end $$;
`;
      const migrations = (stopAt: number) =>
        filesAre({ "0001-things.sql": "create table things (id int, name text)", "0002-fill.sql": fill(stopAt) });
      await migrate(owner, (await migrations(20)).slice(0, 1));
      await owner.execute("insert into things select generate_series(1, 35)");
      const left = () => owner.query("select count(*)::int as left from things where name is null");
      await expect(migrate(owner, await migrations(15))).rejects.toThrow("killed");
      expect(await left()).toEqual([{ left: 15 }]);
      expect(await migrate(owner, await migrations(-1))).toEqual(["0002-fill.sql"]);
      expect(await left()).toEqual([{ left: 0 }]);
    }));

  test("one that fails leaves no trace, and runs once it is fixed", () =>
    EMPTY[engine](async (owner) => {
      const broken = { "0002-more.sql": "create table half (id int); insert into things values (1)" };
      const files = await filesAre({ ...FIRST, ...broken });
      await expect(migrate(owner, files)).rejects.toThrow();
      expect(await owner.query("select to_regclass('half') as half, count(*)::int as things from things")).toEqual([
        { half: null, things: 1 },
      ]);
      expect(await migrate(owner, await filesAre(SECOND))).toEqual(["0002-more.sql"]);
    }));
});

test.runIf(ENGINES.includes("postgres"))(
  "a migration that waits for a table lets others read it soon, and runs once the table is free",
  () =>
    EMPTY.postgres(async (owner, url) => {
      const files = await filesAre({ ...FIRST, "0002-column.sql": "alter table things add column more text" });
      await migrate(owner, files.slice(0, 1));
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      try {
        await reader.query("begin; select from things");
        const waits = async () =>
          (await owner.query("select from pg_locks where not granted and relation = 'things'::regclass")).length > 0;
        const migrating = migrate(owner, files);
        await vi.waitFor(async () => expect(await waits()).toBe(true), 10_000);
        // The reader still has its lock, so this ends only when the migration lets it pass.
        expect(await owner.query("select id from things")).toEqual([{ id: 1 }]);
        await reader.query("commit");
        expect(await migrating).toEqual(["0002-column.sql"]);
      } finally {
        await reader.end();
      }
    }),
);

test.runIf(ENGINES.includes("postgres"))(
  "a migration of two tables never ends a transaction that reads both, in whatever order",
  () =>
    EMPTY.postgres(async (owner, url) => {
      const two = "create table others (id int primary key);\n";
      const sql = `alter table things add column more text;
create table links (thing_id int references things, other_id int references others);
alter table others add column more text;`;
      const files = await filesAre({ "0001-two.sql": two + FIRST["0001-things.sql"], "0002-both.sql": sql });
      await migrate(owner, files.slice(0, 1));
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      try {
        for (const [first, then] of [
          ["others", "things"],
          ["things", "others"],
        ]) {
          await owner.execute(
            "drop table if exists links; alter table things drop column if exists more; alter table others drop column if exists more; delete from schema_migrations where number = 2",
          );
          await reader.query(`begin; select from ${first}`);
          const migrating = migrate(owner, files);
          const waits = async () => (await owner.query("select from pg_locks where not granted")).length > 0;
          await vi.waitFor(async () => expect(await waits()).toBe(true), 10_000);
          // PostgreSQL ends it when it waits for more than a second for the migration that waits for it.
          expect((await reader.query(`select count(*)::int as count from ${then}`)).rowCount).toBe(1);
          await reader.query("commit");
          expect(await migrating).toEqual(["0002-both.sql"]);
        }
      } finally {
        await reader.end();
      }
    }),
);

test.runIf(ENGINES.includes("postgres"))("of five processes at once each migration runs in one, and all end well", () =>
  EMPTY.postgres(async (owner, url) => {
    const files = await filesAre({
      ...FIRST,
      ...SECOND,
      "0003-slow.sql": "select pg_sleep(0.2); insert into things values (3)",
    });
    await Promise.all(Array.from({ length: 5 }, () => withPostgresOwner(url, (each) => migrate(each, files))));
    await requireMigrated(owner.query, files);
    expect(await owner.query("select array_agg(id order by id) as ids from things")).toEqual([{ ids: [1, 2, 3] }]);
  }),
);

test.runIf(ENGINES.includes("postgres"))(
  "five products at once bring one empty database up to date, with its queue",
  () =>
    EMPTY.postgres(async (owner, url) => {
      const migrationsDir = join(import.meta.dirname, "../../../migrations");
      await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url, migrationsDir)));
      await requireMigrated(owner.query, readMigrations(migrationsDir));
      const [queues] = await owner.query(
        "select count(*)::int as count from jobs.queue where name = 'asset-reports.fetch'",
      );
      expect(queues).toEqual({ count: 1 });
    }),
);
