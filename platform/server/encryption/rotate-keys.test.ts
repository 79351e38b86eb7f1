import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { rotateColumn } from "./rotate-keys.ts";
import { system, scopeOf } from "../database/scope.ts";
import { createCipher } from "./cipher.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [OLD, NEW] = [aKey("2025"), aKey("2026")];
const COLUMN = { table: "secrets", column: "sealed", row: "id" };

describe.each(ENGINES)("key rotation on %s", (engine) => {
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
  const aadFor = (row: string) => ({ table: "secrets.sealed", row, organizationId });
  const [old, both, only] = [createCipher(OLD), createCipher(`${NEW},${OLD}`), createCipher(NEW)];

  async function fill(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await database.owner.query("delete from secrets");
    for (const id of ids)
      await database.owner.query("insert into secrets values ($1, $2, $3)", [
        organizationId,
        id,
        old.encrypt(id, aadFor(id)),
      ]);
    await database.owner.query("insert into secrets values ($1, gen_random_uuid(), null)", [organizationId]);
    return ids;
  }
  const readAll = async () =>
    (await database.owner.query("select id, sealed from secrets where sealed is not null")).map(({ id, sealed }) => ({
      id: String(id),
      sealed: Buffer.from(sealed as Uint8Array),
    }));

  test("every value then opens with only the newest key, and a second run finds none left", async () => {
    const ids = await fill(230);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBe(230);
    const rows = await readAll();
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { id, sealed } of rows) expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(id);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBe(0);
  });

  test("a value that does not open stops the rotation; once the value is fixed, the rotation continues", async () => {
    const ids = await fill(120);
    const original = (await readAll()).find(({ id }) => id === ids[7])!.sealed;
    const broken = Buffer.from(original);
    broken[20]! ^= 1;
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], broken]);
    await expect(rotateColumn(database.opened.db, system, both, COLUMN)).rejects.toThrow();
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], original]);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBeGreaterThan(0);
    for (const { id, sealed } of await readAll()) expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(id);
  });

  test("readers and writers lose nothing during a rotation", async () => {
    const ids = await fill(210);
    const { db } = database.opened;
    const rewriting = rotateColumn(db, system, both, COLUMN);
    for (const id of ids.slice(0, 60)) {
      const [row] = (await database.owner.query("select sealed from secrets where id = $1", [id])) as {
        sealed: Uint8Array;
      }[];
      expect(both.decrypt(Buffer.from(row!.sealed), aadFor(id)).toString()).toBe(id);
      await db.transaction(scopeOf(organizationId), async (tx) => {
        await tx.orm.execute(
          sql`update secrets set sealed = ${both.encrypt(`new ${id}`, aadFor(id))} where id = ${id}`,
        );
      });
    }
    await rewriting;
    for (const { id, sealed } of await readAll())
      expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(ids.indexOf(id) < 60 ? `new ${id}` : id);
  });
});
