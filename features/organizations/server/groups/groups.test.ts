import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { GROUPS_PER_ORGANIZATION } from "#features/organizations/contract.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { aGroup, groupDetails } from "./test-groups.ts";

const { listGroupChoices, listGroups, createGroup, updateGroup, deleteGroup, listAudit } = calls;
const { findMember, updateMember, readOrganizationSettings, updateOrganization } = calls;

describe.each(FEATURE_ENGINES)("groups on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let editor: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    [admin, editor] = [await lender.as("admin"), await lender.as("editor")];
  });
  afterAll(() => product.close());

  const find = async (id: string, person = admin) =>
    (await person.send(listGroups)).body.find((group) => group.id === id);
  const ofOrganization = (statement: string, { organizationId }: Lender = lender) =>
    product.asOwner(statement, [organizationId]);

  test("a group is created, read, changed and deleted", async () => {
    const details = {
      name: "Źródło & Co.",
      description: "Files of the\neast side",
      color: "blue" as const,
      memberIds: [admin.userId, editor.userId].sort(),
      flags: { billing: true },
    };
    const created = await admin.send(createGroup, details);
    expect(created).toMatchObject({ status: 201, body: { ...details, version: 1 } });
    const { id } = created.body;
    expect(await find(id)).toEqual(created.body);
    const renamed = { ...groupDetails({ name: "East side", memberIds: [editor.userId] }), id, version: 1 };
    const edited = await admin.send(updateGroup, renamed);
    expect(edited).toMatchObject({
      status: 200,
      body: { name: "East side", description: "", color: "gray", memberIds: [editor.userId], version: 2 },
    });
    expect(await find(id)).toEqual(edited.body);
    expect(await admin.send(deleteGroup, { id })).toMatchObject({ status: 204 });
    expect(await find(id)).toBeUndefined();
    expect(await admin.send(deleteGroup, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("lists are sorted by name in any letter case, and the list to choose from has only name and color", async () => {
    const testLender = await aLender(product);
    const [caller, reader] = [await testLender.as("admin"), await testLender.as("registered")];
    for (const name of ["beta", "Alpha", "alphabet", "GAMMA"]) await aGroup(caller, { name });
    expect((await caller.send(listGroups)).body.map(({ name }) => name)).toEqual([
      "Alpha",
      "alphabet",
      "beta",
      "GAMMA",
    ]);
    const choices = (await reader.send(listGroupChoices)).body;
    expect(choices.map(({ name }) => name)).toEqual(["Alpha", "alphabet", "beta", "GAMMA"]);
    expect(Object.keys(choices[0]!).sort()).toEqual(["color", "id", "name"]); // there are four
  });

  test("a name is unique in an organization in any letter case, and free in another", async () => {
    await aGroup(admin, { name: "Processing" });
    const other = await aGroup(admin);
    const taken = { status: 409, message: "NAME_TAKEN", errors: [{ field: "name", code: "NAME_TAKEN" }] };
    expect(await admin.send(createGroup, groupDetails({ name: " PROCESSING " }))).toMatchObject(taken);
    const { id, version } = other;
    expect(await admin.send(updateGroup, { ...groupDetails({ name: "processing" }), id, version })).toMatchObject(
      taken,
    );
    expect(await find(id)).toEqual(other);
    expect(await aGroup(await (await aLender(product)).as("admin"), { name: "Processing" })).toBeDefined();
    const same = await admin.send(updateGroup, { ...groupDetails({ name: other.name.toUpperCase() }), id, version });
    expect(same).toMatchObject({ status: 200 });
  });

  test("a user who is not an active member is not found, and nothing is saved", async () => {
    const gone = await lender.newcomer("editor");
    const foreign = await (await aLender(product)).as("editor");
    await product.asOwner("update memberships set status = 'removed' where user_id = $1", [gone.userId]);
    const group = await aGroup(admin, { memberIds: [editor.userId] });
    for (const stranger of [gone.userId, foreign.userId, randomUUID(), "1"]) {
      const memberIds = [admin.userId, stranger];
      const name = `With ${stranger}`;
      const refused = { status: 404, message: "NOT_FOUND" };
      expect(await admin.send(createGroup, groupDetails({ name, memberIds }))).toMatchObject(refused);
      const { id, version } = group;
      expect(await admin.send(updateGroup, { ...groupDetails({ name, memberIds }), id, version })).toMatchObject(
        refused,
      );
    }
    expect(await find(group.id)).toEqual(group);
    expect((await admin.send(listGroups)).body.some(({ name }) => name.startsWith("With"))).toBe(false);
  });

  test("the same member given twice is in the group once, in any letter case of the id", async () => {
    const memberIds = [editor.userId, editor.userId.toUpperCase(), editor.userId];
    expect((await aGroup(admin, { memberIds })).memberIds).toEqual([editor.userId]);
  });

  test("a member who left the organization is in no group", async () => {
    const leaver = await lender.newcomer("editor");
    const { id } = await aGroup(admin, { memberIds: [leaver.userId, editor.userId] });
    await product.asOwner("update memberships set status = 'removed' where user_id = $1", [leaver.userId]);
    expect((await find(id))?.memberIds).toEqual([editor.userId]);
  });

  test.each([
    [{ name: "" }, "name", "REQUIRED"],
    [{ name: "x".repeat(81) }, "name", "TOO_BIG"],
    [{ name: "A\u0000B" }, "name", "INVALID_FORMAT"],
    [{ description: "x".repeat(301) }, "description", "TOO_BIG"],
    [{ color: "url(https://evil.example)" as never }, "color", "INVALID_VALUE"],
    [{ memberIds: "all" as never }, "memberIds", "INVALID_TYPE"],
    [{ flags: { billing: "yes" as never } }, "flags.billing", "INVALID_TYPE"],
  ])("a group with %j is refused by field", async (wrong, field, code) => {
    const before = (await admin.send(listGroups)).body;
    const reply = await admin.send(createGroup, { ...groupDetails(), ...wrong });
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR", errors: [{ field, code }] });
    expect((await admin.send(listGroups)).body).toEqual(before);
  });

  test("of two concurrent changes one is saved, and the other is stale", async () => {
    const { id, version } = await aGroup(admin);
    const replies = await Promise.all(
      [admin.userId, editor.userId].map((userId) =>
        admin.send(updateGroup, { ...groupDetails({ memberIds: [userId] }), id, version }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "STALE" });
    expect(await find(id)).toEqual(replies.find(({ status }) => status === 200)!.body); // one of them
  });

  test("an organization cannot exceed the limit of groups, even with concurrent requests", async () => {
    const testLender = await aLender(product);
    const caller = await testLender.as("admin");
    await product.asOwner(
      "insert into groups (organization_id, id, name) select $1, gen_random_uuid(), 'G' || n from generate_series(1, $2::int) n",
      [testLender.organizationId, GROUPS_PER_ORGANIZATION - 1],
    );
    const replies = await Promise.all(Array.from({ length: 4 }, () => caller.send(createGroup, groupDetails())));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "LIMIT_REACHED" });
  });

  test("nothing refers to a deleted group", async () => {
    const [gone, stored] = [await aGroup(admin, { memberIds: [editor.userId] }), await aGroup(admin)];
    const { id: borrowerId } = await lender.hasBorrower();
    const ids = [gone.id, stored.id];
    await product.asOwner("update borrowers set group_ids = $2 where id = $1", [borrowerId, ids]);
    await product.asOwner(
      `insert into posts (organization_id, id, title, body, slug, audience_scope, audience_group_ids, author_id)
       values ($1, gen_random_uuid(), 'To some', '', 'to-some', 'groups', $3, $2)`,
      [lender.organizationId, admin.userId, ids],
    );
    await product.asOwner(
      `insert into invitations (organization_id, id, email, email_key, first_name, last_name, role, group_ids, invited_by, expires_at)
       values ($1, gen_random_uuid(), 'a@example.org', 'a@example.org', 'A', 'B', 'editor', $3, $2, now())`,
      [lender.organizationId, admin.userId, ids],
    );
    await product.asOwner(
      `insert into scim_groups (organization_id, id, display_name, group_id)
       select $1, gen_random_uuid(), 'Directory ' || id, id from unnest($2::uuid[]) id`,
      [lender.organizationId, ids],
    );
    expect(await admin.send(deleteGroup, { id: gone.id })).toMatchObject({ status: 204 });

    // Includes tables of later migrations whose rows refer to groups.
    const columns = await product.asOwner(
      "select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name like '%group_id%' and column_name <> 'scim_group_id'",
    );
    expect(columns.length).toBe(5);
    for (const { table_name: table, column_name: column } of columns) {
      const rows = await ofOrganization(
        `select ${String(column)}::text as ids from ${String(table)} where organization_id = $1`,
      );
      expect(JSON.stringify(rows), String(table)).not.toContain(gone.id);
      if (table !== "group_members") expect(JSON.stringify(rows), String(table)).toContain(stored.id);
    }
  });

  describe("a group and its members", () => {
    const versionOf = async ({ membershipId: id }: Person) => (await admin.send(findMember, { id })).body.version;

    test("a member's form is stale after a group added or removed them or was deleted", async () => {
      const [person, other] = [await lender.newcomer("editor"), await lender.newcomer("editor")];
      const before = await versionOf(person);
      const group = await aGroup(admin, { memberIds: [person.userId] });
      const stale = { id: person.membershipId, role: "editor" as const, groupIds: [] };
      const refused = { status: 409, message: "STALE" };
      expect(await admin.send(updateMember, { ...stale, version: before })).toMatchObject(refused);
      const inside = await versionOf(person);
      const { body: left } = await admin.send(updateGroup, { ...group, memberIds: [other.userId] });
      expect(await admin.send(updateMember, { ...stale, version: inside })).toMatchObject(refused);
      const outside = [await versionOf(person), await versionOf(other)];
      await admin.send(updateGroup, { ...left, name: `${left.name}!` });
      expect([await versionOf(person), await versionOf(other)], "neither came nor went").toEqual(outside);
      await admin.send(deleteGroup, { id: group.id });
      expect([await versionOf(person), await versionOf(other)]).toEqual([outside[0], outside[1]! + 1]); // two of them
    });

    test("a group's form is stale after one of its members joined or left it elsewhere", async () => {
      const person = await lender.newcomer("editor");
      const [group, untouched] = [await aGroup(admin), await aGroup(admin, { memberIds: [person.userId] })];
      const change = { id: person.membershipId, role: "editor" as const };
      await admin.send(updateMember, { ...change, groupIds: [group.id, untouched.id] });
      const refused = { status: 409, message: "STALE" };
      expect(await admin.send(updateGroup, group)).toMatchObject(refused);
      const inside = await find(group.id);
      expect(inside).toMatchObject({ memberIds: [person.userId] });
      await admin.send(updateMember, { ...change, groupIds: [untouched.id] });
      expect(await admin.send(updateGroup, inside)).toMatchObject(refused);
      expect(await find(untouched.id)).toEqual(untouched);
    });

    test("of a concurrent change of a group and of its member the later one is stale", async () => {
      for (let round = 0; round < 5; round++) {
        const person = await lender.newcomer("editor");
        const group = await aGroup(admin);
        const replies = await Promise.all([
          admin.send(updateGroup, { ...group, memberIds: [person.userId] }),
          admin.send(updateMember, { id: person.membershipId, role: "editor", groupIds: [group.id], version: 1 }),
        ]);
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      }
    });
  });

  test("a group that alone hides a borrower cannot be deleted while groups restrict access", async () => {
    const testLender = await aLender(product);
    const caller = await testLender.as("admin");
    const [alone, second] = [await aGroup(caller), await aGroup(caller)];
    const { id: borrowerId } = await testLender.hasBorrower();
    const putInto = (...ids: string[]) =>
      product.asOwner("update borrowers set group_ids = $2 where id = $1", [borrowerId, ids]);
    const restrict = async (restrictByGroup: boolean) => {
      const { body } = await caller.send(readOrganizationSettings);
      const reply = await caller.send(updateOrganization, aChange(body, { policy: { restrictByGroup } }));
      expect(reply).toMatchObject({ status: 200 });
    };
    await putInto(alone.id);
    await restrict(true);
    expect(await caller.send(deleteGroup, { id: alone.id })).toMatchObject({ status: 409, message: "GROUP_IN_USE" });
    expect((await caller.send(listGroups)).body).toContainEqual(alone);
    await putInto(alone.id, second.id);
    expect(await caller.send(deleteGroup, { id: alone.id })).toMatchObject({ status: 204 });
    expect(await caller.send(deleteGroup, { id: second.id })).toMatchObject({ message: "GROUP_IN_USE" });
    await restrict(false);
    expect(await caller.send(deleteGroup, { id: second.id })).toMatchObject({ status: 204 });
  });

  test("each change is in the audit log", async () => {
    const { id, name } = await aGroup(admin, { memberIds: [admin.userId] });
    const change = groupDetails({ name, color: "red", memberIds: [editor.userId] });
    await admin.send(updateGroup, { ...change, id, version: 1 });
    await admin.send(deleteGroup, { id });
    const acts = (await admin.send(listAudit, { objectId: id })).body;
    expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
      ["group.deleted", { name }],
      ["group.edited", { fields: ["color"], added: [editor.userId], removed: [admin.userId] }],
      ["group.created", { name }],
    ]);
  });

  test("another organization's groups are not found, and root sees the groups of the active organization", async () => {
    const there = await (await aLender(product)).as("admin");
    const theirs = await aGroup(there);
    const root = await lender.as("root");
    for (const caller of [admin, root]) {
      expect(await find(theirs.id, caller)).toBeUndefined();
      const { id, version } = theirs;
      expect(await caller.send(updateGroup, { ...groupDetails(), id, version })).toMatchObject({ status: 404 });
      expect(await caller.send(deleteGroup, { id })).toMatchObject({ status: 404 });
    }
    expect(await find(theirs.id, there)).toEqual(theirs);
    expect(await find((await aGroup(root)).id)).toBeDefined();
  });

  test("editors choose groups and cannot manage them", async () => {
    expect(await editor.send(listGroupChoices)).toMatchObject({ status: 200 });
    expect(await editor.send(listGroups)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await editor.send(createGroup, groupDetails())).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await (await lender.as("observer")).send(listGroupChoices)).toMatchObject({ status: 403 });
  });
});
