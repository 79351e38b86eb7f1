import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, type Lender, type Person } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { openDatabase } from "#kit/server/database/database.ts";
import type { Engine, StatementConfig } from "#kit/server/database/engine.ts";
import { readAudit } from "./audit-store.ts";

const { listAudit, verifyOwnAudit, changeBorrowerStatus } = calls;

describe.each(ENGINES)("an organization's record of acts on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  const acts = async (input: Parameters<typeof admin.send<typeof listAudit>>[1] = {}, person = admin) => {
    const reply = await person.send(listAudit, input);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  /** What only somebody with the whole database in hands can do: past the trigger. */
  const tamper = async (statement: string, organizationId: string) => {
    await product.asOwner("alter table audit_rows disable trigger append_only");
    await product.asOwner(statement, [organizationId]);
    await product.asOwner("alter table audit_rows enable trigger append_only");
  };

  test("tells who did what to what, when and from where, newest first", async () => {
    const { id } = await lender.hasBorrower({}, "admin");
    await admin.send(changeBorrowerStatus, { id, status: "invited" });
    const [newest, before] = await acts();
    expect(newest).toEqual({
      seq: before!.seq + 1, // a borrower was created before
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actorId: admin.userId,
      actorName: "Test admin",
      action: "borrower.status-changed",
      objectType: "borrower",
      objectId: id,
      address: expect.any(String),
      detail: { from: "new", to: "invited" },
    });
    expect(before).toMatchObject({ action: "borrower.created", objectId: id });
  });

  test("comes a page at a time, without a gap or a repetition", async () => {
    for (let made = 0; made < 5; made++) await lender.hasBorrower({}, "admin");
    const all = await acts();
    const paged = [];
    for (let before: number | undefined; ;) {
      const page = await acts({ limit: 2, ...(before && { before }) });
      paged.push(...page);
      before = page.at(-1)?.seq;
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
  });

  test("is filtered by person, object, kind of act and time", async () => {
    const { id } = await lender.hasBorrower({}, "editor");
    const editor = await lender.as("editor");
    await editor.send(changeBorrowerStatus, { id, status: "invited" });
    expect((await acts({ objectId: id })).map(({ action }) => action)).toEqual([
      "borrower.status-changed",
      "borrower.created",
    ]);
    expect(new Set((await acts({ actorId: editor.userId })).map(({ actorId }) => actorId))).toEqual(
      new Set([editor.userId]),
    );
    expect((await acts({ action: "borrower" })).every(({ action }) => action.startsWith("borrower."))).toBe(true);
    const created = await acts({ action: "borrower.created", objectId: id, actorId: editor.userId });
    expect(created).toHaveLength(1);
    expect(await acts({ action: "borrow" })).toEqual([]);
    expect(await acts({ action: "%" })).toEqual([]);
    expect(await acts({ action: "borrower_created" })).toEqual([]);
    const { at, seq } = created[0]!; // of length 1, as just said
    expect((await acts({ from: at, to: at })).map((act) => act.seq)).toContain(seq);
    expect(await acts({ to: "1999-12-31T23:59:59Z" })).toEqual([]);
    expect(await acts({ actorId: randomUUID() })).toEqual([]);
  });

  test("names who left, and nobody whom the organization never knew", async () => {
    const house = await aLender(product);
    const [reader, leaver] = [await house.as("admin"), await house.newcomer("editor")];
    const { db, across } = product.database;
    const { organizationId } = house;
    const act = { action: "borrower.created", objectType: "borrower", objectId: null, address: null };
    for (const actorId of [leaver.userId, admin.userId, null])
      await db.transaction(across, (tx) => appendAudit(tx, organizationId, { ...act, actorId }));
    await product.asOwner("update memberships set status = 'removed' where user_id = $1", [leaver.userId]);
    const listed = await acts({ action: "borrower.created" }, reader);
    expect(listed.map(({ actorName }) => actorName)).toEqual([null, null, "Test editor"]);
  });

  test.each([
    [{ limit: 101 }, "limit"],
    [{ before: 0 }, "before"],
    [{ actorId: "me" }, "actorId"],
    [{ action: "x\u0000" }, "action"],
    [{ from: "0000-01-01T00:00:00Z" }, "from"],
    [{ to: "yesterday" }, "to"],
  ])("I4 %j is refused by field", async (input, field) => {
    expect(await admin.send(listAudit, input)).toMatchObject({ status: 400, errors: [{ field }] });
  });

  test("Z8 shows and verifies nothing of another organization", async () => {
    const house = await aLender(product);
    const theirs = await house.hasBorrower({}, "admin");
    const reader = await house.as("admin");
    expect((await acts({}, reader)).map(({ objectId }) => objectId)).toEqual([theirs.id]);
    expect(await acts({ objectId: theirs.id })).toEqual([]);
    expect((await reader.send(verifyOwnAudit)).body).toEqual({
      rows: 1,
      faults: [],
      head: { seq: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test("never reads through the acts of other organizations, whatever is asked", async () => {
    const { organizationId } = await aLender(product);
    await product.asOwner(
      "insert into audit_rows select gen_random_uuid(), n, now(), null, 'borrower.created', 'borrower', null, null, '{}', '' from generate_series(1, 20000) n",
    );
    await product.asOwner("analyze audit_rows");
    const { db, across } = product.database;
    const scope = across.within(organizationId);
    const asked: [StatementConfig, readonly unknown[]][] = [];
    const watched: Engine = {
      ...db.engine,
      query: (under, statement, values) => (asked.push([statement, values]), db.engine.query(under, statement, values)),
    };
    const [at, id] = ["2026-11-20T00:00:00.000Z", randomUUID()];
    const pages = [{}, { before: 9 }, { action: "x" }, { actorId: id }, { objectId: id }, { from: at, to: at }];
    for (const page of pages) await readAudit(openDatabase(watched).db, scope, page);
    expect(asked).toHaveLength(pages.length);
    for (const [{ text }, values] of asked) {
      const plan = await db.engine.query(scope, { text: `explain ${text}` }, values);
      expect(JSON.stringify(plan.rows), text).toMatch(/Index Scan.* on audit_rows/);
      expect(JSON.stringify(plan.rows), text).not.toContain("Seq Scan on audit_rows");
    }
  });

  test.each([
    ["a changed row", "update audit_rows set detail = '[]' where organization_id = $1 and seq = 2", [[2, "changed"]]],
    ["a row taken out", "delete from audit_rows where organization_id = $1 and seq = 2", [[3, "gap"]]],
    ["the end cut off", "delete from audit_rows where organization_id = $1 and seq = 4", [[4, "head-differs"]]],
    ["everything taken out", "delete from audit_rows where organization_id = $1", [[4, "head-differs"]]],
  ])("%s shows when the chain is walked", async (_what, statement, faults) => {
    const house = await aLender(product);
    for (let made = 0; made < 4; made++) await house.hasBorrower({}, "admin");
    const reader = await house.as("admin");
    expect((await reader.send(verifyOwnAudit)).body).toMatchObject({ rows: 4, faults: [], head: { seq: 4 } });
    await tamper(statement, house.organizationId);
    const { body } = await reader.send(verifyOwnAudit);
    expect(body.faults.map(({ seq, fault }) => [seq, fault])).toEqual(faults);
    expect((await (await lender.as("admin")).send(verifyOwnAudit)).body.faults).toEqual([]);
  });

  test("a chain that grows while it is walked is whole", async () => {
    const house = await aLender(product);
    const reader = await house.as("admin");
    let isDone = false;
    const growing = (async () => {
      while (!isDone) await house.hasBorrower({}, "admin");
    })();
    for (let walked = 0; walked < 15; walked++) expect((await reader.send(verifyOwnAudit)).body.faults).toEqual([]);
    isDone = true;
    await growing;
  });

  test("of an organization without any act nothing is on record", async () => {
    const reader = await (await aLender(product)).as("admin");
    expect((await reader.send(verifyOwnAudit)).body).toEqual({ rows: 0, faults: [], head: null });
    expect(await acts({}, reader)).toEqual([]);
  });
});
