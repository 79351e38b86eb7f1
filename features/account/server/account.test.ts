import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, someoneWith, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { payloadOf } from "#features/auth/server/test-account.ts";
import { verifyAudit } from "#platform/server/audit.ts";

const { createOrganization, updateName, refreshToken, listBorrowers, listOrganizationBorrowers, createBorrower } =
  calls;

describe.each(ENGINES)("a user's own account on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  test("a new name is in the next token and in the audit log", async () => {
    const person = await lender.newcomer("guest");
    expect(await person.send(updateName, { firstName: " Łucja ", lastName: "O'Neil" })).toMatchObject({ status: 204 });
    const token = payloadOf((await person.send(refreshToken)).body.token);
    expect(token).toMatchObject({ firstName: "Łucja", lastName: "O'Neil" });
    const acts = await product.asOwner("select action from audit_rows where actor_id = $1", [person.userId]);
    expect(acts.map(({ action }) => action)).toContain("user.renamed");
    const wrong = await person.send(updateName, { firstName: "A\r\nBcc: all", lastName: "" });
    expect(wrong).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
  });

  test("the user who creates an organization is its admin and keeps their roles elsewhere", async () => {
    const person = await lender.newcomer("observer");
    const made = await person.send(createOrganization, { name: "  Second Lending " });
    expect(made).toMatchObject({
      status: 201,
      body: { organization: { name: "Second Lending" }, role: { id: "admin", name: "admin" }, groups: [] },
    });
    const { id, organizationId } = made.body;
    const token = payloadOf((await person.send(refreshToken)).body.token);
    expect(token["memberships"]).toMatchObject([{ id: person.membershipId, role: { name: "observer" } }, made.body]);
    expect(await person.send(listOrganizationBorrowers)).toMatchObject({ status: 403 });
    const there = someoneWith(product, person.token, { "x-membership-id": id });
    expect(await there.send(createBorrower, aBorrower())).toMatchObject({ status: 201 });
    expect((await there.send(listOrganizationBorrowers)).body).toHaveLength(1);
    const { db, system } = product.database;
    const report = await verifyAudit(db, system);
    expect(report.faults).toEqual([]);
    expect(report.heads.find((head) => head.organizationId === organizationId)?.seq).toBe(2);
  });

  test("a user without a membership creates an organization and works in it at once", async () => {
    const person = await lender.newcomer("registered");
    await product.asOwner("update memberships set status = 'removed' where user_id = $1", [person.userId]);
    expect(await person.send(listOrganizationBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await person.send(createOrganization, { name: "First Lending" })).toMatchObject({ status: 201 });
    expect(await person.send(listOrganizationBorrowers)).toMatchObject({ status: 200, body: [] });
  });

  test("a user cannot exceed the limit of organizations, even with concurrent requests", async () => {
    const person = await lender.newcomer("registered");
    const replies = await Promise.all(
      Array.from({ length: ORGANIZATIONS_PER_PERSON + 5 }, (_, index) =>
        person.send(createOrganization, { name: `Lender ${index}` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(ORGANIZATIONS_PER_PERSON - 1);
    expect(replies.filter(({ message }) => message === "LIMIT_REACHED")).toHaveLength(6);
  });

  test("the token of a user with the most memberships and the longest names fits into the header", async () => {
    const person = await lender.newcomer("registered");
    await product.asOwner("update users set first_name = $2, last_name = $2 where id = $1", [
      person.userId,
      "ﷺ".repeat(100),
    ]);
    for (let founded = 1; founded < ORGANIZATIONS_PER_PERSON; founded++)
      await person.send(createOrganization, { name: "ﷺ".repeat(120) });
    const { token } = (await person.send(refreshToken)).body;
    expect(payloadOf(token)["memberships"]).toHaveLength(ORGANIZATIONS_PER_PERSON);
    expect(await someoneWith(product, token).send(listBorrowers)).toMatchObject({ status: 200 });
    expect(token.length).toBeLessThan(12_000); // leaves room for cookies and for headers that proxies add
  });

  test.each(["", "x", "x".repeat(121), "Two\nlines"])("no organization can have the name %j", async (name) => {
    const reply = await (await lender.as("registered")).send(createOrganization, { name });
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
  });
});
