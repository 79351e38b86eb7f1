import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import type { Engine, StatementConfig } from "#platform/server/database/engine.ts";
import { readAudit } from "./audit.ts";

const { listAudit, verifyOwnAudit, changeBorrowerStatus } = calls;

describe.each(ENGINES)("an organization's audit log on %s", (engine) => {
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
  /** Changes rows past the trigger, which needs full access to the database. */
  const tamper = async (statement: string, organizationId: string) => {
    await product.asOwner("alter table audit_rows disable trigger append_only");
    await product.asOwner(statement, [organizationId]);
    await product.asOwner("alter table audit_rows enable trigger append_only");
  };

  test("shows who did what to what, when and from where, newest first", async () => {
    const { id } = await lender.hasBorrower({}, "admin");
    await admin.send(changeBorrowerStatus, { id, status: "invited" });
    const [newest, before] = await acts();
    expect(newest).toEqual({
      seq: before!.seq + 1, // the creation of a borrower comes before
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actorId: admin.userId,
      actorName: "Test admin",
      action: "borrower.status-changed",
      objectType: "borrower",
      objectId: id,
      objectName: "Nora Whitfield",
      loanNumber: null,
      fromName: null,
      toName: null,
      address: expect.any(String),
      detail: { from: "new", to: "invited" },
    });
    expect(before).toMatchObject({ action: "borrower.created", objectId: id });
  });

  test("is read in pages without a gap or a duplicate", async () => {
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

  test("is filtered by user, object, kind of action and time", async () => {
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
    const { at, seq } = created[0]!; // the length is 1, as checked above
    expect((await acts({ from: at, to: at })).map((act) => act.seq)).toContain(seq);
    expect(await acts({ to: "1999-12-31T23:59:59Z" })).toEqual([]);
    expect(await acts({ actorId: randomUUID() })).toEqual([]);
  });

  test("names the object as it is called now: a borrower with the loan, a colleague, a group, a post", async () => {
    const named = await aLender(product);
    const [chief, officer] = [await named.as("admin"), await named.as("editor")];
    const { id } = await named.hasBorrower({ firstName: "Sam", lastName: "Dean", loanNumber: "AC-1" }, "editor");
    await chief.send(calls.assignBorrower, { id, userId: chief.userId });
    await chief.send(calls.createGroup, { name: "East" });
    await chief.send(calls.updateMember, { id: officer.membershipId, role: "observer", groupIds: [] });
    const [member, group, assigned, created] = await acts({}, chief);
    expect(created).toMatchObject({ action: "borrower.created", objectName: "Sam Dean", loanNumber: "AC-1" });
    expect(assigned).toMatchObject({ objectName: "Sam Dean", fromName: "Test editor", toName: "Test admin" });
    expect(group).toMatchObject({ action: "group.created", objectName: "East" });
    expect(member).toMatchObject({ objectName: "Test editor", detail: { from: "editor", to: "observer" } });
    const find = async (search: string) => (await acts({ search }, chief)).map(({ action }) => action);
    expect(await find("ac-1 CREATED")).toEqual(["borrower.created"]);
    expect(await find("sam dean")).toEqual(["borrower.assigned", "borrower.created"]);
    expect(await find("100%")).toEqual([]);
    expect(await find("test editor borrower")).toEqual(["borrower.created"]);
    expect(await find(" ")).toHaveLength((await acts({}, chief)).length);
    await chief.send(calls.deleteBorrower, { id, name: "Sam Dean" });
    expect((await acts({ objectId: id }, chief)).map(({ objectName }) => objectName)).toEqual([null, null, null]);
  });

  test("says what a policy was and is, and of names and addresses only that they changed", async () => {
    const { body: settings } = await admin.send(calls.readOrganizationSettings);
    const policy = { ...settings.policy, defaultDays: 120 };
    await admin.send(calls.updateOrganization, { ...settings, name: "A New Name", policy });
    const [edited] = await acts({ action: "organization.edited" });
    expect(edited!.detail).toEqual({
      fields: ["name", "policy.defaultDays"],
      changes: [{ field: "policy.defaultDays", from: settings.policy.defaultDays, to: 120 }],
    });
  });

  test("exports all matching events as CSV without formulas, or one JSON object per line, and records it", async () => {
    const busy = await aLender(product);
    const chief = await busy.as("admin");
    const { id } = await busy.hasBorrower(
      { firstName: "=HYPERLINK(1)", lastName: "Dean", loanNumber: "AC-2" },
      "admin",
    );
    const { db, system } = product.database;
    const act = { action: "borrower.edited", objectType: "borrower", objectId: id, address: null };
    await db.transaction(system, async (tx) => {
      for (let made = 0; made < 250; made++)
        await appendAudit(tx, busy.organizationId, { ...act, actorId: chief.userId });
    });
    const get = (query: string) =>
      fetch(`${product.url}/api/latest/admin/audit/export${query}`, {
        headers: { authorization: `bearer ${chief.token}` },
      });
    const jsonl = await get("?format=jsonl&action=borrower");
    expect(jsonl.headers.get("content-disposition")).toMatch(/activity-\d{4}-\d\d-\d\d\.jsonl/);
    const events = (await jsonl.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { seq: number });
    expect(events).toHaveLength(251);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 251 }, (_, at) => events[0]!.seq - at));
    const csv = Buffer.from(await (await get("?search=created")).arrayBuffer()).toString();
    const lines = csv.split("\r\n");
    expect(lines[0]).toMatch(/^\ufeffEvent,Time \(UTC\),Person,/);
    expect(lines[1]).toContain("'=HYPERLINK(1) Dean,AC-2");
    expect(lines).toHaveLength(3); // the last one is empty
    expect((await acts({ action: "organization.activity-exported" }, chief)).map(({ detail }) => detail)).toEqual([
      { format: "csv" },
      { format: "jsonl" },
    ]);
    expect((await get("?format=xml")).status).toBe(400);
  });

  test("names former members, and no one who was never a member", async () => {
    const testLender = await aLender(product);
    const [reader, leaver] = [await testLender.as("admin"), await testLender.newcomer("editor")];
    const { db, system } = product.database;
    const { organizationId } = testLender;
    const act = { action: "borrower.created", objectType: "borrower", objectId: null, address: null };
    for (const actorId of [leaver.userId, admin.userId, null])
      await db.transaction(system, (tx) => appendAudit(tx, organizationId, { ...act, actorId }));
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
  ])("%j is refused by field", async (input, field) => {
    expect(await admin.send(listAudit, input)).toMatchObject({ status: 400, errors: [{ field }] });
  });

  test("shows and verifies nothing of another organization", async () => {
    const testLender = await aLender(product);
    const theirs = await testLender.hasBorrower({}, "admin");
    const reader = await testLender.as("admin");
    expect((await acts({}, reader)).map(({ objectId }) => objectId)).toEqual([theirs.id]);
    expect(await acts({ objectId: theirs.id })).toEqual([]);
    expect((await reader.send(verifyOwnAudit)).body).toEqual({
      rows: 1,
      errors: [],
      head: { seq: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test("never reads through the events of other organizations, whatever the filter is", async () => {
    const { organizationId } = await aLender(product);
    await product.asOwner(
      "insert into audit_rows select gen_random_uuid(), n, now(), null, 'borrower.created', 'borrower', null, null, '{}', '' from generate_series(1, 20000) n",
    );
    await product.asOwner("analyze audit_rows");
    const { db, system } = product.database;
    const scope = system.within(organizationId);
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
  ])("%s is found when the chain is verified", async (_what, statement, errors) => {
    const testLender = await aLender(product);
    for (let made = 0; made < 4; made++) await testLender.hasBorrower({}, "admin");
    const reader = await testLender.as("admin");
    expect((await reader.send(verifyOwnAudit)).body).toMatchObject({ rows: 4, errors: [], head: { seq: 4 } });
    await tamper(statement, testLender.organizationId);
    const { body } = await reader.send(verifyOwnAudit);
    expect(body.errors.map(({ seq, error }) => [seq, error])).toEqual(errors);
    expect((await (await lender.as("admin")).send(verifyOwnAudit)).body.errors).toEqual([]);
  });

  test("a chain that grows while it is verified is valid", async () => {
    const testLender = await aLender(product);
    const reader = await testLender.as("admin");
    let isDone = false;
    const growing = (async () => {
      while (!isDone) await testLender.hasBorrower({}, "admin");
    })();
    for (let walked = 0; walked < 15; walked++) expect((await reader.send(verifyOwnAudit)).body.errors).toEqual([]);
    isDone = true;
    await growing;
  });

  test("an organization without events has an empty log", async () => {
    const reader = await (await aLender(product)).as("admin");
    expect((await reader.send(verifyOwnAudit)).body).toEqual({ rows: 0, errors: [], head: null });
    expect(await acts({}, reader)).toEqual([]);
  });
});
