import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate } from "#features/auth/server/sessions/authenticate.ts";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, anonymous, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { anObject } from "#testing/objects.ts";
import { claimsOf, mint } from "#testing/tokens.ts";
import { anAccount, givePassword, mailTo, PASSWORD, payloadOf, tokenIn } from "#features/auth/server/test-account.ts";
import { aToken } from "#features/organizations/server/members/test-members.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { aPicture } from "./test-picture.ts";
import { updateName as updateNameOf } from "./account.ts";

const { eraseAccount, updateName, uploadPicture, createBorrower, changeBorrowerStatus, createOrganization } = calls;
const { readInvitation, register, logIn, resetPasswordInitiate, resetPasswordComplete, listColleagues } = calls;

describe.each(FEATURE_ENGINES)("erasing an account on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const erase = (person: Pick<Person, "send">) => person.send(eraseAccount);
  const count = async (table: string, { userId }: Person) => {
    const [row] = await product.asOwner(`select count(*)::int as count from ${table} where user_id = $1`, [userId]);
    return row!["count"];
  };

  test("the job tables hold no name or address after emails and a last bill", async () => {
    const { email } = await anAccount(product, { firstName: "Quirina", lastName: "Zabriskie" });
    await mailTo(product, email);
    const token = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body.token;
    const person = someoneWith(product, token);
    await anonymous(product).send(resetPasswordInitiate, { email });
    await mailTo(product, email, 2);
    expect(await person.send(eraseAccount)).toMatchObject({ status: 204 });
    const tables = await product.asOwner(
      "select table_name from information_schema.tables where table_schema = 'jobs' and table_type = 'BASE TABLE'",
    );
    const dump = await Promise.all(
      tables.map(({ table_name: name }) => product.asOwner(`select t::text from jobs."${String(name)}" t`)),
    );
    for (const trace of ["Quirina", "Zabriskie", email]) expect(JSON.stringify(dump)).not.toContain(trace);
  });

  test("only a random id of the user remains, the address is free and the audit chain is valid", async () => {
    const person = await lender.newcomer("editor");
    const { userId, email } = person;
    await givePassword(product, userId);
    await person.send(uploadPicture, { file: aPicture() });
    await person.send(updateName, { firstName: "Zbigniewa", lastName: "Zagórska" });
    await product.asOwner(
      "insert into social_connections (provider, subject, user_id, name) values ('google', $2, $1, 'Zbigniewa Z')",
      [userId, userId],
    );
    await product.asOwner(
      "insert into social_attempts (state_hash, provider, browser_hash, user_id) values (sha256($2::text::bytea), 'github', '', $1)",
      [userId, userId],
    );
    await product.asOwner("insert into second_factors (user_id, secret) values ($1, 'x')", [userId]);
    const decisionId = await anObject(product, "decision", { organizationId: lender.organizationId, userId });
    await anonymous(product).send(resetPasswordInitiate, { email });
    const link = tokenIn(await mailTo(product, email));

    expect(await erase(person)).toMatchObject({ status: 204 });
    expect(
      await product.asOwner("select decided_name from underwriting_decisions where id = $1", [decisionId]),
    ).toEqual([{ decided_name: "Erased Person" }]);
    expect(await person.send(updateName, { firstName: "Back", lastName: "Again" })).toMatchObject({
      status: 401,
      message: "NO_USER",
    });
    const minted = someoneWith(product, mint(product.product.config.jwt.secret, claimsOf(userId)));
    expect(await erase(minted)).toMatchObject({ status: 401, message: "NO_USER" });
    expect(await anonymous(product).send(logIn, { email, password: PASSWORD })).toMatchObject({
      status: 401,
      message: "EMAIL_NOT_FOUND",
    });
    const reset = await anonymous(product).send(resetPasswordComplete, {
      token: link,
      password: "a sentence of one's own",
    });
    expect(reset).toMatchObject({ status: 410, message: "LINK_DEAD" });

    for (const table of [
      "devices",
      "mail_tokens",
      "second_factors",
      "social_connections",
      "social_attempts",
      "pictures",
    ])
      expect(await count(table, person), table).toBe(0);
    const [row] = await product.asOwner("select * from users where id = $1", [userId]);
    expect(row).toMatchObject({
      first_name: "Erased",
      last_name: "Person",
      email: `erased-${userId}@erased.invalid`,
      password_hash: null,
      profile_pic_url: null,
    });
    const audit = await product.asOwner("select a::text as line from audit_rows a where actor_id = $1", [userId]);
    expect(audit.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(row), JSON.stringify(audit)]) {
      expect(text).not.toContain(email);
      expect(text).not.toMatch(/Zbigniewa|Zagórska/);
    }
    const colleagues = await (await lender.as("admin")).send(listColleagues);
    expect(colleagues.body.map((member) => member.userId)).not.toContain(userId);
    const { db, system } = product.database;
    expect((await verifyAudit(db, system)).errors).toEqual([]);

    const again = { firstName: "Zbigniewa", lastName: "Zagórska", email, password: PASSWORD };
    expect(await anonymous(product).send(register, again)).toMatchObject({ status: 201 });
    const token = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body.token;
    expect(payloadOf(token)["id"]).not.toBe(userId);
  });

  test("a user with an unconfirmed address does not delete invitations to that address", async () => {
    const { email, password } = await anAccount(product);
    const token = await aToken(product, lender.organizationId, email);
    const squatter = someoneWith(product, (await anonymous(product).send(logIn, { email, password })).body.token);
    expect(await erase(squatter)).toMatchObject({ status: 204 });
    expect(await anonymous(product).send(readInvitation, { token })).toMatchObject({ status: 200 });
  });

  test("a sign-in that is too old is not enough", async () => {
    const person = await lender.newcomer("editor");
    await product.asOwner(
      "update devices set authenticated_at = now() - interval '31 minutes', created_at = now() - interval '2 hours' where user_id = $1",
      [person.userId],
    );
    expect(await erase(person)).toMatchObject({ status: 409, message: "REAUTHENTICATION_REQUIRED" });
    expect(await count("devices", person)).toBe(1);
  });

  test("the only admin cannot leave while others are members, and can leave after another becomes admin", async () => {
    const fresh = await aLender(product);
    const [admin, editor] = [await fresh.as("admin"), await fresh.as("editor")];
    expect(await erase(admin)).toMatchObject({ status: 409, message: "LAST_ADMIN" });
    expect(await admin.send(updateName, { firstName: "Still", lastName: "Here" })).toMatchObject({ status: 204 });
    await product.asOwner("update memberships set role = 'admin' where user_id = $1", [editor.userId]);
    expect(await erase(admin)).toMatchObject({ status: 204 });
  });

  test("when three admins leave at once, one stays while there are other members", async () => {
    const fresh = await aLender(product);
    const admins = await Promise.all([fresh.as("admin"), fresh.newcomer("admin"), fresh.newcomer("admin")]);
    await fresh.as("editor");
    const replies = await Promise.all(admins.map(erase));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 204, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "LAST_ADMIN" });
  });

  test("an organization without members loses its name, and one with members keeps it", async () => {
    const person = await lender.newcomer("registered");
    const { organizationId } = (await person.send(createOrganization, { name: "Zbigniewa Zagórska" })).body;
    expect(await erase(person)).toMatchObject({ status: 204 });
    const nameOf = async (id: string) =>
      (await product.asOwner("select name from organizations where id = $1", [id]))[0]!["name"]; // the row remains
    expect(await nameOf(organizationId)).toBe("Erased");
    expect(await nameOf(lender.organizationId)).toBe("Test Lending");
  });

  test("a name that arrives while the account is erased is not saved", async () => {
    const person = await lender.newcomer("editor");
    const browser = { secret: null, remember: () => "a secret" };
    const visitor = {
      address: "::1",
      userAgent: "test",
      bearer: null,
      membershipId: null,
      idempotencyKey: null,
      browser,
    };
    const signedIn = { ...(await authenticate(product.product.ctx, person.token)), ...visitor };
    expect(await erase(person)).toMatchObject({ status: 204 });
    const late = updateNameOf(product.product.ctx, signedIn, { firstName: "Zbigniewa", lastName: "Zagórska" });
    await expect(late).rejects.toMatchObject({ code: "NO_USER" });
    const [row] = await product.asOwner("select first_name from users where id = $1", [person.userId]);
    expect(row).toEqual({ first_name: "Erased" });
  });

  test("a user who is the only member closes their borrowers first", async () => {
    const person = await lender.newcomer("registered");
    const own = await person.send(createOrganization, { name: "Alone Lending" });
    const there = someoneWith(product, person.token, { "x-membership-id": own.body.id });
    const { id } = (await there.send(createBorrower, aBorrower())).body;
    expect(await erase(person)).toMatchObject({ status: 409, message: "BORROWERS_OPEN" });
    expect(await there.send(changeBorrowerStatus, { id, status: "closed" })).toMatchObject({ status: 200 });
    expect(await erase(person)).toMatchObject({ status: 204 });
  });

  test("colleagues keep the borrowers of a user who left", async () => {
    const fresh = await aLender(product);
    const borrower = await fresh.hasBorrower();
    expect(await erase(await fresh.as("registered"))).toMatchObject({ status: 204 });
    const found = await (await fresh.as("admin")).send(calls.findOwnBorrower, { id: borrower.id });
    expect(found).toMatchObject({ status: 200, body: { id: borrower.id } });
  });
});
