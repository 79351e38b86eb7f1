// Guards what ScopedQuery leans on in pg: with another version of pg this file says whether it still holds.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { copyTemplate, ENGINES } from "#testing/database.ts";
import type { StatementConfig } from "./engine.ts";
import { type AnyScope, scopeOf, system } from "./scope.ts";
import { prepareScope, ScopedQuery } from "./scoped-query.ts";
import { prepared, runPrepared } from "./prepared.ts";
import { bytes, instant, param } from "./tables.ts";

const WHO = "select current_user::text as role, current_setting('app.organization_id', true) as organization";

describe.runIf(ENGINES.includes("postgres"))("a scoped query on one connection", () => {
  let client: pg.Client;
  let drop: () => Promise<void>;
  const [ours, theirs] = [randomUUID(), randomUUID()];

  beforeAll(async () => {
    const copy = await copyTemplate();
    drop = copy.drop;
    client = new pg.Client({ connectionString: copy.url, options: "-c role=keyturn_tenant" });
    await client.connect();
    await prepareScope(client);
    await run(system, "insert into organizations (id, name) values ($1, 'Ours'), ($2, 'Theirs')", [ours, theirs]);
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });

  interface Rows {
    rows: Record<string, unknown>[];
    rowCount: number | null;
  }
  function run(scope: AnyScope, text: string, values: unknown[] = [], config: object = {}): Promise<Rows> {
    return submit(scope, { text, ...config }, values);
  }
  function submit(scope: AnyScope, config: StatementConfig, values: unknown[], options = {}): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: object) => (error ? reject(error) : resolve(result as Rows));
      client.query(new ScopedQuery(scope, config, values, done, options) as never);
    });
  }
  const begin = (scope: AnyScope, text: string) => submit(scope, { text }, [], { begins: true });
  /** What the connection is when no scope is set. */
  const bare = async () => (await client.query<Record<string, unknown>>(WHO)).rows[0];

  test("runs as its role and organization, and returns only its own rows", async () => {
    expect((await run(scopeOf(ours), WHO)).rows).toEqual([{ role: "keyturn_tenant", organization: ours }]);
    expect((await run(system, WHO)).rows).toEqual([{ role: "keyturn_across", organization: "" }]);
  });

  test("leaves nothing behind: afterwards the connection is the tenant role without an organization", async () => {
    await run(scopeOf(ours), "select 1");
    expect(await bare()).toEqual({ role: "keyturn_tenant", organization: "" });
    await run(system, "select 1");
    expect(await bare()).toEqual({ role: "keyturn_tenant", organization: "" });
    expect((await client.query("select id from organizations")).rows).toEqual([]);
  });

  test("leaves nothing behind after an error, in parsing, in binding or half-way through the rows", async () => {
    const wrong: [string, unknown[]][] = [
      ["selec 1", []],
      ["select * from no_such_table", []],
      ["select $1::uuid", ["not a uuid"]],
      ["select 1 / (3 - n) from generate_series(1, 5) n", []],
    ];
    for (const [text, values] of wrong) {
      await expect(run(scopeOf(ours), text, values), text).rejects.toThrow();
      expect(await bare(), text).toEqual({ role: "keyturn_tenant", organization: "" });
      expect((await run(scopeOf(theirs), WHO)).rows, text).toEqual([{ role: "keyturn_tenant", organization: theirs }]);
    }
  });

  test("queries under different scopes, queued on one connection, each see their own", async () => {
    const scopes = Array.from({ length: 50 }, (_, index) => [ours, theirs][index % 2]!);
    const seen = await Promise.all(scopes.map((id) => run(scopeOf(id), "select id from organizations")));
    expect(seen.map(({ rows }) => rows)).toEqual(scopes.map((id) => [{ id }]));
  });

  test("a statement that fails leaves nothing written", async () => {
    const names =
      "insert into organizations (id, name) select gen_random_uuid(), (10 / (3 - n))::text from generate_series(1, 3) n";
    await expect(run(system, names)).rejects.toMatchObject({ code: "22012" });
    expect((await run(system, "select count(*)::int as count from organizations")).rows).toEqual([{ count: 2 }]);
  });

  test("prepared under a name it runs again under another scope", async () => {
    for (const id of [ours, theirs, ours]) {
      const { rows } = await run(scopeOf(id), "select id, $1::text as tag from organizations", ["x"], {
        name: "twice",
      });
      expect(rows).toEqual([{ id, tag: "x" }]);
    }
  });

  test("no rows, many rows, rows as arrays and the count of a write come back as pg returns them", async () => {
    expect((await run(scopeOf(ours), "select 1 where false")).rows).toEqual([]);
    expect((await run(scopeOf(ours), "select generate_series(1, 5000) as n")).rows).toHaveLength(5_000);
    expect((await run(scopeOf(ours), "select 1 as a, 2 as a", [], { rowMode: "array" })).rows).toEqual([[1, 2]]);
    expect(await run(system, "update organizations set name = name || '!'")).toMatchObject({ rowCount: 2 });
  });

  test("an organization that is SQL stays a value", async () => {
    await expect(run(scopeOf("' or true --"), "select id from organizations")).rejects.toMatchObject({ code: "22P02" });
    expect((await run(scopeOf(""), "select id from organizations")).rows).toEqual([]);
  });

  test("within a transaction that it begins, a scope holds to the end and no longer", async () => {
    for (const organization of [ours, "'; drop table organizations; --", "\\' or true --"]) {
      const expected = [{ role: "keyturn_tenant", organization }];
      expect((await begin(scopeOf(organization), WHO)).rows).toEqual(expected);
      expect((await client.query(WHO)).rows).toEqual(expected);
      await client.query("rollback");
    }
    expect(await bare()).toEqual({ role: "keyturn_tenant", organization: "" });
  });

  test("a transaction whose first statement fails writes nothing until it is rolled back", async () => {
    await expect(begin(system, "select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
    await client.query("rollback");
    expect(await bare()).toEqual({ role: "keyturn_tenant", organization: "" });
  });
});

// Guards what runPrepared leans on in Drizzle: with another version of Drizzle this file says whether it still holds.
describe("prepared", () => {
  const things = pgTable("things", {
    id: uuid("id").primaryKey(),
    name: text("name"),
    count: integer("count").notNull(),
    isNew: boolean("is_new").notNull(),
    detail: jsonb("detail").notNull(),
    groupIds: uuid("group_ids").array().notNull(),
    encrypt: bytes("seal").notNull(),
    at: instant("at"),
  });

  // As the driver gives them: instants as text, JSON and arrays parsed.
  const ROWS = [
    ["a", "Nora", 1, true, { deep: [1, null] }, ["g", "h"], Buffer.from("x"), "2026-03-01 12:00:00.123+00", 7],
    ["b", null, 0, false, [], [], Buffer.alloc(0), null, null],
  ];

  /** Drizzle on a driver that answers with the rows above, and what it was asked. */
  function driver() {
    const asked: unknown[][] = [];
    const query = (config: { text: string }, values: unknown[]) => {
      asked.push([config, values]);
      return Promise.resolve({ rows: structuredClone(ROWS).map((row) => row.map(asBuffer)), rowCount: ROWS.length });
    };
    return { orm: drizzle({ query } as never), query, asked };
  }

  const asBuffer = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value) : value);

  test("rows are read and values are filled in as Drizzle does", async () => {
    const { orm, query, asked } = driver();
    const statement = orm
      .select({
        id: things.id,
        name: things.name,
        count: things.count,
        isNew: things.isNew,
        detail: things.detail,
        groupIds: things.groupIds,
        encrypt: things.encrypt,
        at: things.at,
        total: sql<number>`count(*)`.mapWith((value) => Number(value) * 2).as("total"),
      })
      .from(things)
      .where(eq(things.id, param("id")))
      .limit(param("limit"))
      .prepare("things_by_id");
    const values = { id: "a", limit: 25 };

    const theirs = await statement.execute(values);
    const ours = await runPrepared((config, filled) => query(config, [...filled]), statement, values);
    expect(ours).toEqual(theirs);
    expect(ours[0]).toMatchObject({ at: "2026-03-01T12:00:00.123Z", total: 14 });
    expect(asked[1]).toEqual(asked[0]);
  });

  test("a prepared statement is built with its first run, and only once", async () => {
    const { orm, query, asked } = driver();
    let builds = 0;
    const statement = prepared("things", () => {
      builds++;
      return orm.select({ id: things.id }).from(things);
    });
    expect(builds).toBe(0);
    const run = () => runPrepared((config, filled) => query(config, [...filled]), statement, {});
    expect(await run()).toEqual(await run());
    expect(builds).toBe(1);
    expect(asked[0]).toEqual([expect.objectContaining({ name: "things" }), []]);
  });

  test("a missing value is refused before the database is asked", async () => {
    const { orm, query, asked } = driver();
    const statement = orm
      .select()
      .from(things)
      .where(eq(things.id, param("id")))
      .prepare("things");
    await expect(runPrepared((config, filled) => query(config, [...filled]), statement, {})).rejects.toThrow('"id"');
    expect(asked).toEqual([]);
  });

  test("a select of nested fields is refused, since its rows would lose their shape", async () => {
    const { orm, query } = driver();
    const statement = orm
      .select({ thing: { id: things.id } })
      .from(things)
      .prepare("nested");
    await expect(runPrepared((config, filled) => query(config, [...filled]), statement, {})).rejects.toThrow("flat");
  });
});
