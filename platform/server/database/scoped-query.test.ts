// Guards what ScopedQuery leans on in pg: with another version of pg this file says whether it still holds.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyTemplate, ENGINES } from "#testing/database.ts";
import { system, scopeOf, type AnyScope } from "./scope.ts";
import { beginUnder, prepareScope, ScopedQuery } from "./scoped-query.ts";

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
    return new Promise((resolve, reject) => {
      const query = new ScopedQuery(scope, { text, ...config }, values, (error, result) =>
        error ? reject(error) : resolve(result as unknown as Rows),
      );
      client.query(query as never);
    });
  }
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

  test("within an open transaction a scope holds to its end and no longer", async () => {
    for (const organization of [ours, "'; drop table organizations; --", "\\' or true --"]) {
      await beginUnder(client, scopeOf(organization));
      expect((await client.query(WHO)).rows).toEqual([{ role: "keyturn_tenant", organization }]);
      await client.query("rollback");
    }
    expect(await bare()).toEqual({ role: "keyturn_tenant", organization: "" });
  });
});
