import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organizations } from "#features/directory/server/schema.ts";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { orm, sqlState, violatedConstraint, type Database, type Tx } from "./database.ts";
import { asAppError } from "../http/error-reply.ts";
import { system, scopeOf } from "./scope.ts";
import { param } from "./tables.ts";

describe.each(ENGINES)("the database on %s", (engine) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    db = database.opened.db;
  });
  afterAll(() => database.close());

  const anOrganization = (tx: Tx, id = randomUUID(), name = "Acme") =>
    tx.orm.insert(organizations).values({ id, name }).returning({ id: organizations.id });
  const names = async () =>
    (await db.read(system, (query) => query.select({ name: organizations.name }).from(organizations))).map(
      ({ name }) => name,
    );

  test("a statement outside a scope throws before it reaches the database", async () => {
    await expect(orm.select().from(organizations)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("under no scope") },
    });
  });

  test("a transaction must use its own handle, which alone sees uncommitted rows", async () => {
    await db.transaction(system, async () => {
      expect(() => db.read(system, (query) => query.select().from(organizations))).toThrow("hand its tx on");
    });
  });

  test("a transaction serves its own scope: another organization's, or all, is refused", async () => {
    const [mine, other] = [scopeOf(randomUUID()), scopeOf(randomUUID())];
    await db.transaction(mine, async (tx) => {
      for (const scope of [other, system])
        expect(() => tx.read(scope, (query) => query.select().from(organizations))).toThrow(
          "the scope it was opened with",
        );
      expect(await tx.read(mine, (query) => query.select().from(organizations))).toEqual([]);
    });
  });

  test("a failed transaction is rolled back as a whole; a successful one is committed", async () => {
    const [stored, lost] = [randomUUID(), randomUUID()];
    await db.transaction(system, (tx) => anOrganization(tx, randomUUID(), stored));
    await expect(
      db.transaction(system, async (tx) => {
        await anOrganization(tx, randomUUID(), lost);
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await names()).toContain(stored);
    expect(await names()).not.toContain(lost);
  });

  test("after an error in the middle the next statement runs under its own scope", async () => {
    const id = randomUUID();
    await db.transaction(system, (tx) => anOrganization(tx, id));
    for (let time = 0; time < 20; time++) {
      const broken = db.transaction(scopeOf(id), async (tx) => tx.orm.execute(sql`select 1 / 0`));
      await expect(broken).rejects.toThrow();
    }
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => db.read(scopeOf(randomUUID()), (query) => query.select().from(organizations))),
    );
    expect(seen.flat()).toEqual([]);
  });

  test.each(["40001", "40P01"])("a %s is retried twice and then reported", async (state) => {
    let tries = 0;
    const failing = (times: number) => {
      tries = 0;
      return db.transaction(system, async (tx) => {
        tries++;
        const [row] = await anOrganization(tx);
        if (tries <= times)
          await tx.orm.execute(sql.raw(`do $$ begin raise exception 'busy' using errcode = '${state}'; end $$`));
        return row!.id;
      });
    };
    const before = (await names()).length;
    await expect(failing(2)).resolves.toEqual(expect.any(String));
    expect(tries).toBe(3);
    const error: unknown = await failing(3).catch((failure: unknown) => failure);
    expect([tries, sqlState(error)]).toEqual([3, state]);
    expect((await names()).length, "only the one that passed was written, and once").toBe(before + 1);
  });

  test("another failure is reported at once with its state and constraint, never with the values", async () => {
    const id = randomUUID();
    let tries = 0;
    await db.transaction(system, (tx) => anOrganization(tx, id));
    const error: unknown = await db
      .transaction(system, async (tx) => {
        tries++;
        await anOrganization(tx, id, "a name that is private");
      })
      .catch((failure: unknown) => failure);
    expect([tries, sqlState(error), violatedConstraint(error)]).toEqual([1, "23505", "organizations_pkey"]);
    expect(String((error as Error).stack)).not.toContain("a private name");
    expect(violatedConstraint(new Error("x"))).toBeUndefined();
  });

  /** All that a log shows of the error that the work throws, and of the same error after the rules have changed it. */
  const logged = async (work: () => Promise<unknown>) => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line) => lines.push(line) });
    const error: unknown = await work().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(asAppError(error).status).toBe(500);
    log.error({ err: error });
    log.error({ err: new Error("a rule failed", { cause: error }) });
    return lines.join("") + inspect(error, { depth: 9, showHidden: true });
  };
  const SECRET = "a private name";
  const byName = orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.name, param("name")))
    .prepare("organizations_by_name");
  const byId = orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, param("id")))
    .prepare("organizations_by_id");
  const find = (name: string) => orm.select().from(organizations).where(eq(organizations.name, name));
  const NUL = `${SECRET}\0`;

  test.each<[string, () => Promise<unknown>]>([
    ["a prepared statement", () => db.run(system, byName, { name: NUL })],
    ["a prepared statement with no id", () => db.run(system, byId, { id: SECRET })],
    ["a read", () => db.read(system, () => find(NUL))],
    ["a read of numbers", () => db.read(system, (query) => query.execute(sql`select ${SECRET}::int8 + 1`))],
    ["a transaction", () => db.transaction(system, (tx) => anOrganization(tx, randomUUID(), NUL))],
    ["a transaction's prepared one", () => db.transaction(system, (tx) => tx.run(system, byName, { name: NUL }))],
    ["a transaction's read", () => db.transaction(system, (tx) => tx.read(system, () => find(NUL)))],
    ["a transaction's own text", () => db.transaction(system, (tx) => tx.execute("select $1::uuid", [SECRET]))],
    [
      "a constraint",
      () =>
        db.transaction(system, async (tx) => {
          await tx.execute("create temporary table t (a text check (length(a) < 3)) on commit drop", []);
          await tx.execute("insert into t values ($1)", [SECRET]);
        }),
    ],
    [
      "what a rule makes of it",
      () =>
        db.transaction(system, async (tx) => {
          await anOrganization(tx, randomUUID(), NUL).catch((cause: unknown) => {
            throw new Error("not made", { cause });
          });
        }),
    ],
  ])("no value reaches a log by an error of %s", async (_what, work) => {
    const text = await logged(work);
    expect(text).not.toContain("business");
    expect(text).toMatch(/"code":"(22021|22P02|23514|42501)"|code: '(22021|22P02|23514)'/);
  });

  test("concurrent transactions are isolated, each under its own scope", async () => {
    const ids = Array.from({ length: 25 }, () => randomUUID());
    await db.transaction(system, async (tx) => {
      for (const id of ids) await anOrganization(tx, id, id);
    });
    const seen = await Promise.all(
      ids.map((id) =>
        db.transaction(scopeOf(id), async (tx) => {
          const first = await tx.orm.select({ name: organizations.name }).from(organizations);
          const second = await tx.orm.select({ name: organizations.name }).from(organizations);
          return [...first, ...second].map(({ name }) => name);
        }),
      ),
    );
    expect(seen).toEqual(ids.map((id) => [id, id]));
  });

  test("times come back as ISO 8601 in UTC, to the millisecond, and bytes unchanged", async () => {
    const [row] = await db.read(system, (query) =>
      query.select({ createdAt: organizations.createdAt }).from(organizations).limit(1),
    );
    expect(new Date(row!.createdAt).toISOString().slice(0, 19)).toBe(row!.createdAt.slice(0, 19));
    expect(row!.createdAt).toMatch(/Z$/);
    const { rows } = await db.read(system, (query) => query.execute(sql`select '\\x00ff10'::bytea as bytes`));
    expect(Buffer.from(rows[0]!["bytes"] as Uint8Array)).toEqual(Buffer.from([0, 255, 16]));
  });
});
