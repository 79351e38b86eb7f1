import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { anObject } from "#testing/objects.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";

const { assignBorrower, assignBorrowers, createBorrower, findOwnBorrower, listBorrowers } = calls;
const { listOrganizationBorrowers, updateBorrower, exportOwnData } = calls;

describe.each(FEATURE_ENGINES)("assigning a borrower, on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let editor: Person;
  let observer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  beforeEach(async () => {
    lender = await aLender(product);
    [admin, editor, observer] = await Promise.all([lender.as("admin"), lender.as("editor"), lender.as("observer")]);
  });

  const aGroup = async (...people: Person[]) => {
    const { organizationId } = lender;
    const id = await anObject(product, "group", { organizationId, userId: admin.userId });
    for (const { membershipId } of people)
      await product.asOwner(
        "insert into group_members (organization_id, group_id, membership_id) values ($1, $2, $3)",
        [organizationId, id, membershipId],
      );
    return id;
  };
  const restrict = () =>
    product.asOwner("update organizations set restrict_by_group = true where id = $1", [lender.organizationId]);
  const ownersNow = async (ids: readonly string[]) => {
    const rows = await product.asOwner("select id, assigned_user_id as owner from borrowers where id = any($1)", [ids]);
    return new Set(rows.map(({ owner }) => owner));
  };

  test("an editor assigns a borrower to a colleague, who then finds it in their own list", async () => {
    const borrower = await lender.hasBorrower({}, "editor");
    const assigned = await editor.send(assignBorrower, { id: borrower.id, userId: observer.userId });
    expect(assigned).toMatchObject({ status: 200, body: { assignedUserId: observer.userId } });
    expect((await observer.send(listBorrowers)).body.map(({ id }) => id)).toContain(borrower.id);
    const stranger = await (await aLender(product)).as("editor");
    const outside = await editor.send(assignBorrower, { id: borrower.id, userId: stranger.userId });
    expect(outside).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("an admin assigns several borrowers at once, in any order", async () => {
    const ids = [];
    for (let made = 0; made < 3; made++) ids.push((await lender.hasBorrower()).id);
    const reply = await admin.send(assignBorrowers, { ids: [...ids, ids[0]!], userId: editor.userId });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await ownersNow(ids)).toEqual(new Set([editor.userId]));
    const back = await admin.send(assignBorrowers, { ids, userId: null });
    expect(back.body.map(({ assignedUserId }) => assignedUserId)).toEqual([null, null, null]);
  });

  test.each(["another organization's", "no one's"])(
    "a list that contains %s borrower is refused as a whole",
    async (whose) => {
      const own = await lender.hasBorrower();
      const foreign = whose === "no one's" ? randomUUID() : (await (await aLender(product)).hasBorrower()).id;
      const reply = await admin.send(assignBorrowers, { ids: [own.id, foreign], userId: admin.userId });
      expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect(await ownersNow([own.id])).toEqual(new Set([own.assignedUserId]));
    },
  );

  test("a borrower cannot be assigned to a user or a group of another organization", async () => {
    const other = await aLender(product);
    const stranger = await other.as("editor");
    const { id, version } = await lender.hasBorrower();
    const group = await anObject(product, "group", { ...stranger, organizationId: other.organizationId });
    for (const refused of [
      await admin.send(assignBorrowers, { ids: [id], userId: stranger.userId }),
      await admin.send(assignBorrower, { id, userId: stranger.userId }),
      await admin.send(assignBorrower, { id, groupIds: [group] }),
    ])
      expect(refused).toMatchObject({ status: 404, message: "NOT_FOUND" });
    expect((await admin.send(findOwnBorrower, { id })).body).toMatchObject({ version, groupIds: [] });
  });

  test("assigning does not change fields that the request leaves out", async () => {
    const { id } = await lender.hasBorrower({}, "editor");
    const group = await aGroup();
    const grouped = await editor.send(assignBorrower, { id, groupIds: [group, group] });
    expect(grouped.body).toMatchObject({ assignedUserId: editor.userId, groupIds: [group] });
    const given = await editor.send(assignBorrower, { id, userId: observer.userId });
    expect(given.body).toMatchObject({ assignedUserId: observer.userId, groupIds: [group] });
  });

  test("with the group policy on, an editor sees those of their borrowers that are in their groups or in no group", async () => {
    const [mine, others] = [await aGroup(editor), await aGroup()];
    const [inMine, inOthers, inNone] = [
      await lender.hasBorrower({}, "editor"),
      await lender.hasBorrower({}, "editor"),
      await lender.hasBorrower({}, "editor"),
    ];
    await editor.send(assignBorrower, { id: inMine.id, groupIds: [mine, others] });
    await editor.send(assignBorrower, { id: inOthers.id, groupIds: [others] });
    const listed = async (person: Person) => (await person.send(listBorrowers)).body.map(({ id }) => id).toSorted();
    const exported = async () => {
      const { body } = await editor.send(exportOwnData);
      return (body as unknown as { borrowers: { id: string }[] }).borrowers.map(({ id }) => id).toSorted(); // a file of JSON
    };

    expect(await listed(editor)).toEqual([inMine.id, inOthers.id, inNone.id].toSorted());
    await restrict();
    expect(await listed(editor)).toEqual([inMine.id, inNone.id].toSorted());
    expect(await exported()).toEqual([inMine.id, inNone.id].toSorted());
    const { id, version } = inOthers;
    for (const refused of [
      await editor.send(findOwnBorrower, { id }),
      await editor.send(updateBorrower, { ...inOthers, id, version }),
      await editor.send(calls.generateAssetReport, { borrowerId: id }),
    ])
      expect(refused).toMatchObject({ status: 404, message: "NOT_FOUND" });
    // The policy is for editors and observers: an admin sees all.
    expect(await admin.send(findOwnBorrower, { id })).toMatchObject({ status: 200 });
  });

  describe("with the group policy on", () => {
    let mine: string;
    let others: string;

    beforeEach(async () => {
      [mine, others] = [await aGroup(editor), await aGroup()];
      await restrict();
    });
    const groupsOf = async (id: string) => (await admin.send(findOwnBorrower, { id })).body.groupIds;

    test("a user restricted to their groups cannot open a borrower to everyone", async () => {
      const { id } = await lender.hasBorrower({}, "editor");
      await admin.send(assignBorrower, { id, groupIds: [mine] });
      expect(await editor.send(assignBorrower, { id, groupIds: [] })).toMatchObject({
        status: 400,
        message: "VALIDATION_ERROR",
        errors: [{ field: "groupIds", code: "REQUIRED" }],
      });
      expect(await groupsOf(id)).toEqual([mine]);
      expect(await admin.send(assignBorrower, { id, groupIds: [] })).toMatchObject({ status: 200 });
    });

    test("a user restricted to their groups can move a borrower only between those groups", async () => {
      const { id } = await lender.hasBorrower({}, "editor");
      await admin.send(assignBorrower, { id, groupIds: [mine, others] });
      for (const groupIds of [[mine], [mine, others, await aGroup()], []])
        expect(await editor.send(assignBorrower, { id, groupIds })).toMatchObject({
          status: 404,
          message: "NOT_FOUND",
        });
      expect(await groupsOf(id)).toEqual([mine, others]);

      const also = await aGroup(editor);
      const moved = await editor.send(assignBorrower, { id, groupIds: [also, others] });
      expect(moved).toMatchObject({ status: 200, body: { groupIds: [also, others] } });
    });

    test("the idempotency key of a borrower that the user may no longer see returns nothing and creates no second borrower", async () => {
      const again = someoneWith(product, editor.token, { "idempotency-key": randomUUID() });
      const details = aBorrower();
      const { body: first } = await again.send(createBorrower, details);
      expect(await again.send(createBorrower, details)).toMatchObject({ status: 201, body: { id: first.id } });
      await admin.send(assignBorrower, { id: first.id, groupIds: [others] });
      expect(await again.send(createBorrower, details)).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect((await admin.send(listOrganizationBorrowers)).body).toHaveLength(1);
    });
  });

  test("a borrower named twice, in upper and lower case, is assigned once", async () => {
    const { id, version } = await lender.hasBorrower();
    const reply = await admin.send(assignBorrowers, { ids: [id, id.toUpperCase()], userId: editor.userId });
    expect(reply.body).toMatchObject([{ id, version: version + 1, assignedUserId: editor.userId }]);
  });

  test("root sees the organization of each borrower in the list, and assigns only borrowers of their own organization", async () => {
    const foreign = await aLender(product);
    const [own, other] = [await lender.hasBorrower(), await foreign.hasBorrower()];
    const root = await lender.as("root");
    const listed = (await root.send(listOrganizationBorrowers)).body;
    expect(listed.find(({ id }) => id === own.id)).toMatchObject({ organizationId: lender.organizationId });
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({ organizationId: foreign.organizationId });
    expect(await root.send(assignBorrowers, { ids: [other.id], userId: null })).toMatchObject({ status: 404 });
    expect(own).not.toHaveProperty("organizationId");
  });

  test("a user removed from a group no longer sees its borrowers at the next request", async () => {
    const group = await aGroup(observer);
    await restrict();
    const { id } = await lender.hasBorrower({}, "editor");
    await admin.send(assignBorrower, { id, userId: observer.userId, groupIds: [group] });
    expect(await observer.send(findOwnBorrower, { id })).toMatchObject({ status: 200 });
    await product.asOwner("delete from group_members where group_id = $1", [group]);
    expect(await observer.send(findOwnBorrower, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });
});
