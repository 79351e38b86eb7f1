import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { appendAudit, NO_ORGANIZATION, verifyAudit, type AuditEntry } from "./audit.ts";
import type { Database } from "./database/database.ts";
import { system, scopeOf } from "./database/scope.ts";

const ENTRY: AuditEntry = {
  actorId: randomUUID(),
  action: "borrower.edited",
  objectType: "borrower",
  objectId: randomUUID(),
  address: "192.0.2.7",
  detail: { from: "new", to: 'a "quoted" ł\n value', list: [1, null] },
};

describe.each(ENGINES)("the audit chain on %s", (engine) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    db = database.opened.db;
  });
  afterAll(() => database.close());

  async function aChain(length: number, entry = ENTRY): Promise<string> {
    const organizationId = randomUUID();
    for (let index = 0; index < length; index++)
      await db.transaction(scopeOf(organizationId), (tx) => appendAudit(tx, organizationId, entry));
    return organizationId;
  }
  const verify = async (organizationId: string) => {
    const report = await verifyAudit(db, system);
    const ofThis = <T extends { organizationId: string }>(rows: T[]) =>
      rows.filter((row) => row.organizationId === organizationId);
    return { errors: ofThis(report.errors).map(({ seq, error }) => [seq, error]), head: ofThis(report.heads)[0] };
  };
  /** Changes rows past the trigger, as only someone with full access to the database can. */
  const tamper = async (statement: string, organizationId: string) => {
    await database.owner.execute("alter table audit_rows disable trigger append_only");
    await database.owner.query(statement, [organizationId]);
    await database.owner.execute("alter table audit_rows enable trigger append_only");
  };

  test("rows are counted from one, in one chain per organization, and the chain is valid", async () => {
    const [one, two] = [await aChain(3), await aChain(1)];
    expect(await verify(one)).toEqual({
      errors: [],
      head: { organizationId: one, seq: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await verify(two)).toMatchObject({ errors: [], head: { seq: 1 } });
    await db.transaction(system, (tx) =>
      appendAudit(tx, NO_ORGANIZATION, { ...ENTRY, objectId: null, actorId: null, address: null }),
    );
    expect(await verify(NO_ORGANIZATION)).toMatchObject({ errors: [], head: { seq: 1 } });
  });

  test("a tenant's statement cannot append to another organization's chain", async () => {
    const [own, other] = [await aChain(1), await aChain(1)];
    for (const organizationId of [other, NO_ORGANIZATION])
      await expect(db.transaction(scopeOf(own), (tx) => appendAudit(tx, organizationId, ENTRY))).rejects.toMatchObject({
        code: "42501",
      });
    expect(await verify(other)).toMatchObject({ errors: [], head: { seq: 1 } });
  });

  test("a row records who, what, when and from where, as given", async () => {
    const organizationId = await aChain(1);
    const [row] = await database.owner.query("select * from audit_rows where organization_id = $1", [organizationId]);
    const { actorId: actor_id, action, objectType: object_type, objectId: object_id, address, detail } = ENTRY;
    expect(row).toMatchObject({ actor_id, action, object_type, object_id, address, detail });
  });

  test.each([
    [
      "a changed actor",
      "update audit_rows set actor_id = gen_random_uuid() where organization_id = $1 and seq = 2",
      [[2, "changed"]],
    ],
    [
      "a changed detail",
      "update audit_rows set detail = '{}' where organization_id = $1 and seq = 2",
      [[2, "changed"]],
    ],
    [
      "a changed time",
      "update audit_rows set at = at + interval '1 ms' where organization_id = $1 and seq = 3",
      [[3, "changed"]],
    ],
    ["a row taken out", "delete from audit_rows where organization_id = $1 and seq = 2", [[3, "gap"]]],
    ["the first row taken out", "delete from audit_rows where organization_id = $1 and seq = 1", [[2, "gap"]]],
    ["the end cut off", "delete from audit_rows where organization_id = $1 and seq = 4", [[4, "head-differs"]]],
    ["every row taken out", "delete from audit_rows where organization_id = $1", [[4, "head-differs"]]],
  ])("%s shows", async (_what, statement, errors) => {
    const organizationId = await aChain(4);
    await tamper(statement, organizationId);
    expect((await verify(organizationId)).errors).toEqual(errors);
  });

  test("two swapped rows are both found", async () => {
    const organizationId = await aChain(4);
    await tamper("update audit_rows set seq = -seq where organization_id = $1 and seq in (2, 3)", organizationId);
    await tamper("update audit_rows set seq = 5 + seq where organization_id = $1 and seq < 0", organizationId);
    expect((await verify(organizationId)).errors).toEqual([
      [2, "changed"],
      [3, "changed"],
      [4, "changed"],
    ]);
  });

  test("the product's roles can neither change, delete nor add a row by hand, nor the owner by mistake", async () => {
    const organizationId = await aChain(1);
    const statements = [
      sql`update audit_rows set action = 'x'`,
      sql`delete from audit_rows`,
      sql`truncate audit_rows`,
      sql`insert into audit_rows select * from audit_rows`,
      sql`update audit_heads set seq = 9`,
      sql`delete from audit_heads`,
    ];
    for (const scope of [scopeOf(organizationId), system])
      for (const statement of statements)
        await expect(db.transaction(scope, (tx) => tx.orm.execute(statement))).rejects.toMatchObject({
          cause: { code: "42501" },
        });
    for (const statement of ["update audit_rows set action = 'x'", "delete from audit_rows", "truncate audit_rows"])
      await expect(database.owner.query(statement)).rejects.toThrow("audit rows are never changed");
    expect((await verify(organizationId)).errors).toEqual([]);
  });

  test("an organization reads only its own chain", async () => {
    const [ours, theirs] = [await aChain(2), await aChain(2)];
    const { rows } = await db.read(scopeOf(ours), (query) =>
      query.execute(sql`select distinct organization_id as id from audit_rows`),
    );
    expect(rows).toEqual([{ id: ours }]);
    expect(theirs).not.toBe(ours);
  });

  test("a rolled-back transaction leaves no event", async () => {
    const organizationId = await aChain(1);
    const undone = db.transaction(scopeOf(organizationId), async (tx) => {
      await appendAudit(tx, organizationId, ENTRY);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await verify(organizationId)).toMatchObject({ errors: [], head: { seq: 1 } });
  });

  test("forty events at once make one chain of forty, without a gap", async () => {
    const organizationId = randomUUID();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        db.transaction(scopeOf(organizationId), (tx) => appendAudit(tx, organizationId, ENTRY)),
      ),
    );
    expect(await verify(organizationId)).toMatchObject({ errors: [], head: { seq: 40 } });
  });

  test("chains longer than a page are checked to the end", async () => {
    const [one, two] = [await aChain(7), await aChain(8)];
    await tamper("update audit_rows set detail = '[]' where organization_id = $1 and seq in (1, 4, 8)", two);
    for (const pageRows of [1, 2, 3, 4, 100]) {
      const { errors, heads } = await verifyAudit(db, system, pageRows);
      expect(heads.find(({ organizationId }) => organizationId === one)?.seq).toBe(7);
      expect(errors.filter(({ organizationId }) => organizationId === one)).toEqual([]);
      const found = errors.filter(({ organizationId }) => organizationId === two);
      expect(found.map(({ seq, error }) => [seq, error])).toEqual([
        [1, "changed"],
        [4, "changed"],
        [8, "changed"],
      ]);
    }
  });
});
