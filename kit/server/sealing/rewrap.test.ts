import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, openTestDatabase, type TestDatabase } from "#app/test-database.ts";
import { rewrapColumn } from "./rewrap.ts";
import { acrossScope, scopeOf } from "../database/scope.ts";
import { createSealer } from "./sealing.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [OLD, NEW] = [aKey("2025"), aKey("2026")];
const COLUMN = { table: "secrets", column: "sealed", row: "id" };

describe.each(ENGINES)("wrapping anew on %s", (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await database.owner.execute(`
      create table secrets (organization_id uuid not null, id uuid not null, sealed bytea, primary key (organization_id, id));
      call protect('secrets');
      grant select, update, insert on secrets to keyturn_across, keyturn_tenant;`);
  });
  afterAll(() => database.close());

  const organizationId = randomUUID();
  const placeOf = (row: string) => ({ table: "secrets.sealed", row, organizationId });
  const [old, both, only] = [createSealer(OLD), createSealer(`${NEW},${OLD}`), createSealer(NEW)];

  async function fill(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await database.owner.query("delete from secrets");
    for (const id of ids)
      await database.owner.query("insert into secrets values ($1, $2, $3)", [
        organizationId,
        id,
        old.seal(id, placeOf(id)),
      ]);
    await database.owner.query("insert into secrets values ($1, gen_random_uuid(), null)", [organizationId]);
    return ids;
  }
  const readAll = async () =>
    (await database.owner.query("select id, sealed from secrets where sealed is not null")).map(({ id, sealed }) => ({
      id: String(id),
      sealed: Buffer.from(sealed as Uint8Array),
    }));

  test("C3 every value is then under the newest key, opens with it alone, and a second run finds none left", async () => {
    const ids = await fill(230);
    expect(await rewrapColumn(database.opened.db, acrossScope, both, COLUMN)).toBe(230);
    const rows = await readAll();
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { id, sealed } of rows) expect(only.open(sealed, placeOf(id)).toString()).toBe(id);
    expect(await rewrapColumn(database.opened.db, acrossScope, both, COLUMN)).toBe(0);
  });

  test("C3 a value that does not open stops it; mended, it goes on where it was", async () => {
    const ids = await fill(120);
    const original = (await readAll()).find(({ id }) => id === ids[7])!.sealed;
    const broken = Buffer.from(original);
    broken[20]! ^= 1;
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], broken]);
    await expect(rewrapColumn(database.opened.db, acrossScope, both, COLUMN)).rejects.toThrow();
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], original]);
    expect(await rewrapColumn(database.opened.db, acrossScope, both, COLUMN)).toBeGreaterThan(0);
    for (const { id, sealed } of await readAll()) expect(only.open(sealed, placeOf(id)).toString()).toBe(id);
  });

  test("C3 readers and writers meanwhile lose nothing", async () => {
    const ids = await fill(210);
    const { db } = database.opened;
    const rewriting = rewrapColumn(db, acrossScope, both, COLUMN);
    for (const id of ids.slice(0, 60)) {
      const [row] = (await database.owner.query("select sealed from secrets where id = $1", [id])) as {
        sealed: Uint8Array;
      }[];
      expect(both.open(Buffer.from(row!.sealed), placeOf(id)).toString()).toBe(id);
      await db.transaction(scopeOf(organizationId), async (tx) => {
        await tx.orm.execute(sql`update secrets set sealed = ${both.seal(`new ${id}`, placeOf(id))} where id = ${id}`);
      });
    }
    await rewriting;
    for (const { id, sealed } of await readAll())
      expect(only.open(sealed, placeOf(id)).toString()).toBe(ids.indexOf(id) < 60 ? `new ${id}` : id);
  });
});
