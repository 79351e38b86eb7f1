import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, someoneWith, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { verifyAudit } from "#platform/server/audit.ts";

const { createBorrower, listBorrowers, findOwnBorrower, findBorrower, updateBorrower } = calls;
const { changeBorrowerStatus, assignBorrower, listOrganizationBorrowers } = calls;

describe.each(FEATURE_ENGINES)("borrowers on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  test("a borrower is created and fetched whole", async () => {
    const officer = await lender.as("registered");
    const details = aBorrower({
      firstName: "Łukasz",
      lastName: "Nguyễn",
      phone: "+15550100200",
      loanNumber: "LN-1",
      coBorrowers: [{ firstName: "Ana", lastName: "Nguyễn", email: "ana@example.net" }],
      loan: { salesPrice: 42_000_000, program: "fannie" },
      notes: 'Calls after five.\n"Quotes" & <tags> stay.',
    });
    const created = await officer.send(createBorrower, details);
    expect(created).toMatchObject({
      status: 201,
      body: { ...details, status: "new", latestReportId: null, version: 1 },
    });
    const fetched = await officer.send(findOwnBorrower, { id: created.body.id });
    expect(fetched.body).toEqual(created.body);
  });

  test("a list holds the user's own borrowers, newest first, and no others", async () => {
    const fresh = await aLender(product);
    const first = await fresh.hasBorrower();
    const second = await fresh.hasBorrower();
    await fresh.hasBorrower({}, "editor");
    const list = await (await fresh.as("registered")).send(listBorrowers);
    expect(list.body.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test.each([
    [{ firstName: "" }, "firstName", "REQUIRED"],
    [{ firstName: "x".repeat(101) }, "firstName", "TOO_BIG"],
    [{ firstName: "A\r\nBcc: all" }, "firstName", "INVALID_FORMAT"],
    [{ email: "not an address" }, "email", "INVALID_FORMAT"],
    [{ email: undefined }, "email", "REQUIRED"],
    [{ email: { $ne: null } }, "email", "INVALID_TYPE"],
    [{ phone: "555-0100" }, "phone", "INVALID_FORMAT"],
    [{ loan: { salesPrice: -1 } }, "loan.salesPrice", "TOO_SMALL"],
    [{ loan: { salesPrice: 1.5 } }, "loan.salesPrice", "INVALID_TYPE"],
    [{ coBorrowers: [1, 2, 3, 4] }, "coBorrowers", "TOO_BIG"],
  ])("a borrower with %j is refused by field, and nothing is written", async (wrong, field, code) => {
    const fresh = await aLender(product);
    const officer = await fresh.as("registered");
    const reply = await officer.send(createBorrower, { ...aBorrower(), ...wrong } as never);
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    expect(reply.errors).toContainEqual({ field, code });
    expect((await officer.send(listBorrowers)).body).toEqual([]);
  });

  test("no two people on a loan can have the same email address, however it is spelled", async () => {
    const officer = await lender.as("registered");
    const ana = { firstName: "Ana", lastName: "Nguyễn", email: "ana@example.net" };
    const refused = (at: number) => ({
      status: 400,
      errors: [{ field: `coBorrowers.${at}.email`, code: "SAME_ADDRESS" }],
    });
    const details = aBorrower({ coBorrowers: [ana] });
    const alike = { ...details, email: " ANA@example.NET" };
    expect(await officer.send(createBorrower, alike)).toMatchObject(refused(0));
    const { body } = await officer.send(createBorrower, details);
    const edit = (change: object) => officer.send(updateBorrower, { ...details, ...change, id: body.id, version: 1 });
    expect(await edit({ email: "Ana@example.net" })).toMatchObject(refused(0));
    expect(await edit({ coBorrowers: [ana, { ...ana, firstName: "Bo" }] })).toMatchObject(refused(1));
    expect((await officer.send(findOwnBorrower, { id: body.id })).body.version).toBe(1);
    expect(await edit({ coBorrowers: [ana, { ...ana, email: "bo@example.net" }] })).toMatchObject({ status: 200 });
  });

  test("a loan number is unique within an organization, and free in another", async () => {
    await lender.hasBorrower({ loanNumber: "TWICE" });
    const officer = await lender.as("registered");
    const again = await officer.send(createBorrower, aBorrower({ loanNumber: "TWICE" }));
    expect(again).toMatchObject({ status: 409, message: "LOAN_NUMBER_TAKEN" });
    expect(await (await aLender(product)).hasBorrower({ loanNumber: "TWICE" })).toMatchObject({ loanNumber: "TWICE" });
  });

  test("a card number is refused in free text, and a loan number of digits is accepted", async () => {
    const officer = await lender.as("registered");
    const card = "4242 4242 4242 4242";
    for (const [field, details] of [
      ["notes", { notes: `Pays by ${card}` }],
      ["lastName", { lastName: card }],
      ["coBorrowers.0.firstName", { coBorrowers: [{ firstName: card, lastName: "A", email: "a@example.net" }] }],
    ] as const)
      expect(await officer.send(createBorrower, aBorrower(details as object))).toMatchObject({
        status: 400,
        errors: [{ field, code: "CARD_NUMBER" }],
      });
    expect(await lender.hasBorrower({ loanNumber: "4242424242424242", notes: "MIN 100015902347654327" })).toBeDefined();
  });

  test("the same idempotency key creates one borrower, even in simultaneous requests", async () => {
    const { token } = await (await aLender(product)).as("registered");
    const officer = someoneWith(product, token, { "idempotency-key": randomUUID() });
    const details = aBorrower();
    const replies = await Promise.all(Array.from({ length: 10 }, () => officer.send(createBorrower, details)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await officer.send(listBorrowers)).body).toHaveLength(1);
  });

  test("an edit raises the version; a stale one is refused and changes nothing", async () => {
    const borrower = await lender.hasBorrower();
    const officer = await lender.as("registered");
    const edit = { ...aBorrower({ email: borrower.email, lastName: "Married" }), id: borrower.id };
    const edited = await officer.send(updateBorrower, { ...edit, version: borrower.version });
    expect(edited).toMatchObject({ status: 200, body: { lastName: "Married", version: borrower.version + 1 } });
    const stale = await officer.send(updateBorrower, { ...edit, lastName: "Lost", version: borrower.version });
    expect(stale).toMatchObject({ status: 409, message: "STALE" });
    expect((await officer.send(findOwnBorrower, { id: borrower.id })).body.lastName).toBe("Married");
  });

  test("a status change stores and returns the updated borrower", async () => {
    const borrower = await lender.hasBorrower();
    const officer = await lender.as("registered");
    const invited = await officer.send(changeBorrowerStatus, { id: borrower.id, status: "invited" });
    expect(invited).toMatchObject({ status: 200, body: { id: borrower.id, status: "invited" } });
    expect(invited.body.invitedAt).not.toBeNull();
    expect((await officer.send(findOwnBorrower, { id: borrower.id })).body.status).toBe("invited");
  });

  test("an unknown status is refused as invalid input", async () => {
    const borrower = await lender.hasBorrower();
    const reply = await (
      await lender.as("registered")
    ).send(changeBorrowerStatus, {
      id: borrower.id,
      status: "approved" as never,
    });
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
  });

  test.each(["bank-connected", "report-ready"] as const)(
    "the status %s cannot be set without its fact",
    async (status) => {
      const borrower = await lender.hasBorrower();
      const reply = await (await lender.as("registered")).send(changeBorrowerStatus, { id: borrower.id, status });
      expect(reply).toMatchObject({ status: 409, message: "INVALID_STATUS_TRANSITION" });
    },
  );

  test("setting the same status again succeeds and changes nothing", async () => {
    const borrower = await lender.hasBorrower();
    const reply = await (await lender.as("registered")).send(changeBorrowerStatus, { id: borrower.id, status: "new" });
    expect(reply).toMatchObject({ status: 200, body: { version: borrower.version } });
  });

  test("a closed borrower is restored to the status that its facts imply", async () => {
    const borrower = await lender.hasBorrower();
    const officer = await lender.as("registered");
    const to = (status: "invited" | "closed" | "new") =>
      officer.send(changeBorrowerStatus, { id: borrower.id, status });
    await to("invited");
    expect((await to("closed")).body).toMatchObject({ status: "closed", closedAt: expect.any(String) });
    expect(await to("new")).toMatchObject({ status: 409 });
    expect((await to("invited")).body).toMatchObject({ status: "invited", closedAt: null });
  });

  test("of twenty simultaneous changes with the same version exactly one succeeds", async () => {
    const borrower = await lender.hasBorrower();
    const officer = await lender.as("registered");
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        officer.send(changeBorrowerStatus, { id: borrower.id, status: "invited", version: borrower.version }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "STALE")).toHaveLength(19);
  });

  test("an admin reads any borrower of the organization by id, an editor only their own", async () => {
    const borrower = await lender.hasBorrower();
    expect(await (await lender.as("admin")).send(findOwnBorrower, { id: borrower.id })).toMatchObject({ status: 200 });
    expect(await (await lender.as("editor")).send(findOwnBorrower, { id: borrower.id })).toMatchObject({ status: 404 });
    expect((await (await lender.as("admin")).send(listOrganizationBorrowers)).body.map(({ id }) => id)).toContain(
      borrower.id,
    );
  });

  test("root reads any borrower by GET /borrower/{id}, and changes only their own", async () => {
    const root = await lender.as("root");
    for (const { id } of [await lender.hasBorrower(), await (await aLender(product)).hasBorrower()]) {
      expect(await root.send(findBorrower, { id })).toMatchObject({ status: 200, body: { id, notes: "" } });
      expect(await root.send(findOwnBorrower, { id })).toMatchObject({ status: 404 });
      expect(await root.send(changeBorrowerStatus, { id, status: "closed" })).toMatchObject({ status: 404 });
    }
    const own = await lender.hasBorrower({}, "root");
    expect(await root.send(changeBorrowerStatus, { id: own.id, status: "closed" })).toMatchObject({ status: 200 });
  });

  test("a guest sees nothing of a borrower that is assigned to them", async () => {
    const guest = await lender.newcomer("guest");
    const { id } = await lender.hasBorrower();
    const assignment = { id, userId: guest.userId };
    expect(await (await lender.as("admin")).send(assignBorrower, assignment)).toMatchObject({ status: 200 });
    expect(await guest.send(findBorrower, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("root lists the borrowers of every organization", async () => {
    const elsewhere = await (await aLender(product)).hasBorrower();
    const list = await (await lender.as("root")).send(listOrganizationBorrowers, { limit: 10 });
    expect(list.body.map(({ id }) => id)).toContain(elsewhere.id);
  });

  test("a foreign, a missing and a malformed id get the same answer, and nothing is written", async () => {
    const foreign = await (await aLender(product)).hasBorrower();
    const admin = await lender.as("admin");
    for (const id of [foreign.id, randomUUID(), "../etc", "1", "💥", "\u0000"]) {
      expect(await admin.send(findOwnBorrower, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect(await admin.send(findBorrower, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect(await admin.send(changeBorrowerStatus, { id, status: "closed" })).toMatchObject({ status: 404 });
      expect(await admin.send(assignBorrower, { id, userId: null })).toMatchObject({ status: 404 });
      expect(await admin.send(updateBorrower, { ...aBorrower(), id, version: 1 })).toMatchObject({ status: 404 });
    }
  });

  test("GET /borrower/{id} shows a borrower with the same confirmed email only their own data", async () => {
    const guest = await (await aLender(product)).as("guest");
    const email = (JSON.parse(Buffer.from(guest.token.split(".")[1]!, "base64url").toString()) as { email: string })
      .email;
    const borrower = await lender.hasBorrower({ email: email.toUpperCase(), notes: "for the lender alone" });
    const own = await guest.send(findBorrower, { id: borrower.id });
    expect(own).toMatchObject({ status: 200, body: { id: borrower.id, firstName: borrower.firstName } });
    for (const hidden of ["notes", "loan", "groupIds", "assignedUserId", "createdBy"])
      expect(own.body).not.toHaveProperty(hidden);
    expect(await guest.send(findBorrower, { id: (await lender.hasBorrower()).id })).toMatchObject({ status: 404 });
  });

  test("every change leaves an audit event, and the chain of hashes holds", async () => {
    const fresh = await aLender(product);
    const borrower = await fresh.hasBorrower();
    const officer = await fresh.as("registered");
    await officer.send(changeBorrowerStatus, { id: borrower.id, status: "closed" });
    const { db, system } = product.database;
    const report = await verifyAudit(db, system);
    expect(report.errors).toEqual([]);
    expect(report.heads.find(({ organizationId }) => organizationId === fresh.organizationId)?.seq).toBe(2);
  });
});
