// Guards what runPrepared leans on in Drizzle: with another version of Drizzle this file says whether it still holds.
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { runPrepared } from "./prepared.ts";
import { param, bytes, instant } from "./tables.ts";

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
