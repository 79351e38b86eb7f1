import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { givePassword, payloadOf } from "#features/auth/server/test-account.ts";
import { readAuditRecords, verifyAudit } from "#platform/server/audit.ts";

describe("account", () => {
  const { createOrganization, updateName, refreshToken, listBorrowers, listOrganizationBorrowers, createBorrower } =
    calls;

  describe.each(FEATURE_ENGINES)("a user's own account on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
    });
    afterAll(() => product.close());

    test("a new name is in the next token and in the audit log", async () => {
      const person = await lender.newcomer("guest");
      expect(await person.send(updateName, { firstName: " Łucja ", lastName: "O'Neil" })).toMatchObject({
        status: 204,
      });
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
      expect(report.errors).toEqual([]);
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
});

describe("export data", () => {
  const { exportOwnData, updateName, changeBorrowerStatus } = calls;

  describe.each(FEATURE_ENGINES)("the export of a user's own data on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
    });
    afterAll(() => product.close());

    const exported = async (person: Person) => {
      const reply = await person.send(exportOwnData);
      expect(reply).toMatchObject({ status: 200 });
      return { headers: reply.headers, data: reply.body as unknown as Record<string, unknown> };
    };

    test("the export contains everything stored about the user and none of their secrets", async () => {
      const person = await lender.newcomer("registered");
      await givePassword(product, person.userId);
      const { system, db } = product.database;
      await product.asOwner(
        "insert into social_connections (provider, subject, user_id, name) values ('github', $2, $1, 'mira-o')",
        [person.userId, person.userId],
      );
      await product.asOwner("update devices set browser_hash = sha256('secret') where user_id = $1", [person.userId]);
      await person.send(updateName, { firstName: "Mira", lastName: "Okafor" });

      const { headers, data } = await exported(person);
      const day = new Date().toISOString().slice(0, 10);
      expect(headers.get("content-disposition")).toContain(`filename="keyturn-account-${day}.json"`);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(Number(headers.get("content-length"))).toBeGreaterThan(0);
      expect(data).toMatchObject({
        person: { id: person.userId, firstName: "Mira", lastName: "Okafor", email: person.email, hasPassword: true },
        memberships: [{ id: person.membershipId, role: { name: "registered" } }],
        devices: [{ userAgent: "test", address: "::1", endedAt: null }],
        connections: [{ provider: "github", name: "mira-o" }],
        borrowers: [],
        acts: [{ action: "user.renamed", organizationId: lender.organizationId, objectId: person.userId }],
      });
      expect(JSON.stringify(data)).not.toMatch(/hash|secret|argon2|password_/i);
      const again = (await exported(person)).data["acts"];
      expect(again).toMatchObject([{ action: "user.renamed" }, { action: "user.data-exported" }]);
      for await (const page of readAuditRecords(db, system, person.userId, 1)) expect(page).toHaveLength(1);
    });

    test("the export contains only the status of a borrower, because the rest belongs to the lender", async () => {
      const fresh = await aLender(product);
      const own = await fresh.hasBorrower({ notes: "for the lender alone", phone: "+15550100200" });
      const another = await fresh.hasBorrower({}, "editor");
      const officer = await fresh.as("registered");
      await officer.send(changeBorrowerStatus, { id: own.id, status: "invited" });
      const { data } = await exported(officer);
      const { id, firstName, lastName } = own;
      expect(data["borrowers"]).toEqual([
        { id, organizationId: fresh.organizationId, firstName, lastName, status: "invited" },
      ]);
      expect(JSON.stringify(data)).not.toContain(another.id);
      for (const hidden of [own.email, "for the lender alone", "+15550100200"])
        expect(JSON.stringify(data)).not.toContain(hidden);
    });

    test("the export omits borrowers whom the user can no longer list", async () => {
      const fresh = await aLender(product);
      const { id } = await fresh.hasBorrower({}, "admin");
      const admin = await fresh.as("admin");
      const idsIn = async () =>
        ((await exported(admin)).data["borrowers"] as { id: string }[]).map((found) => found.id);
      const organization = [fresh.organizationId];
      await product.asOwner("update organizations set require_second_factor = true where id = $1", organization);
      expect(await idsIn()).toEqual([]);
      await product.asOwner("insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())", [
        admin.userId,
      ]);
      expect(await idsIn()).toEqual([id]);
      for (const role of ["inactive", "guest"]) {
        await product.asOwner("update memberships set role = $2 where user_id = $1", [admin.userId, role]);
        expect(await idsIn()).toEqual([]);
      }
    });

    test("a user without a membership gets an export and can request part of it", async () => {
      const person = await lender.newcomer("inactive");
      await product.asOwner("update memberships set status = 'removed' where user_id = $1", [person.userId]);
      expect((await exported(person)).data).toMatchObject({ person: { email: person.email }, memberships: [] });
      const part = await fetch(`${product.url}/api/latest/account/export`, {
        headers: { authorization: `bearer ${person.token}`, range: "bytes=2-9" },
      });
      expect([part.status, await part.text()]).toEqual([206, '"person"']);
    });
  });
});
