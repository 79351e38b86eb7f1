import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { scopeOf, system, type AnyScope } from "./scope.ts";
import { openStatementNames } from "./statement-names.ts";

test("a statement is named once it has run five times, and each role has its own name", () => {
  const names = openStatementNames();
  const use = (role: string, text: string) => Array.from({ length: 6 }, () => names(role, text));
  const tenants = use("keyturn_tenant", "select $1");
  expect(tenants.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(tenants[4]).toBeDefined();
  expect(tenants[5]).toBe(tenants[4]);
  const others = [use("keyturn_across", "select $1")[5], use("keyturn_tenant", "select $1, $1")[5]];
  expect(new Set([tenants[5], ...others]).size).toBe(3);
});

test("no more statements are named than a connection is to hold", () => {
  const names = openStatementNames();
  const named = Array.from({ length: 400 }, (_, at) => {
    for (let use = 0; use < 4; use++) names("keyturn_tenant", `select ${at}`);
    return names("keyturn_tenant", `select ${at}`);
  });
  expect(named.filter((name) => name !== undefined)).toHaveLength(256);
});

describe.runIf(ENGINES.includes("postgres"))("statements on PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase("postgres");
  });
  afterAll(() => database.close());

  /** What is prepared on the connection, after as many transactions on it. */
  async function preparedAfter(times: number, scope: AnyScope, text: string): Promise<number> {
    const { db } = database.opened;
    const work = (mark: string) =>
      db.transaction(scope, async (tx) => {
        await tx.execute(text, [mark]);
        const { rows } = await tx.execute(
          `select count(*)::int as count from pg_prepared_statements where statement = '${text}'`,
          [],
        );
        return (rows as { count: number }[])[0]!.count;
      });
    let count = 0;
    for (let time = 0; time < times; time++) count = await work(String(time));
    return count;
  }

  test("one that repeats is prepared on its connection; one that does not is not", async () => {
    expect(await preparedAfter(4, system, "select $1::text as seldom")).toBe(0);
    expect(await preparedAfter(8, system, "select $1::text as often")).toBe(1);
  });

  test("one that is prepared returns the rows of the scope that runs it", async () => {
    const { db } = database.opened;
    const ids = [randomUUID(), randomUUID()];
    await db.transaction(system, async (tx) => {
      for (const id of ids) await tx.execute("insert into organizations (id, name) values ($1, 'Lender')", [id]);
    });
    const read = (scope: AnyScope) =>
      db.transaction(scope, (tx) => tx.execute("select id from organizations where name = $1", ["Lender"]));
    for (let time = 0; time < 12; time++) {
      for (const id of ids) expect((await read(scopeOf(id))).rows).toEqual([{ id }]);
      expect((await read(system)).rows).toHaveLength(2);
    }
  });

  test("several statements in one text still run, however often", async () => {
    const { db } = database.opened;
    for (let time = 0; time < 8; time++)
      await db.transaction(system, async (tx) => {
        await tx.execute("select 1", []);
        await tx.execute("select 1; select 2", []);
      });
  });
});
