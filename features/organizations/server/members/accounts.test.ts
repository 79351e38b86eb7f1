import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { givePassword, mailAbout, PASSWORD, tokenIn } from "#features/auth/server/test-account.ts";
import { memberships } from "#features/directory/server/schema.ts";
import { invite } from "./test-members.ts";

const { requirePasswordChange, unlockMember, findMember, listBorrowers, logIn, resetPasswordComplete } = calls;

describe.each(FEATURE_ENGINES)("a member's access on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  test("a required password change signs the member out everywhere until they use the emailed link", async () => {
    const admin = await lender.as("admin");
    const person = await lender.newcomer("editor");
    await givePassword(product, person.userId);
    const required = await admin.send(requirePasswordChange, { id: person.membershipId });
    expect(required).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    expect(await person.send(listBorrowers)).toMatchObject({ status: 401, message: "INVALID_JWT" });
    const logInAgain = (password: string) => anonymous(product).send(logIn, { email: person.email, password });
    expect(await logInAgain(PASSWORD)).toMatchObject({ status: 401, message: "PASSWORD_CHANGE_REQUIRED" });
    const mail = await mailAbout(product, person.email, "Set a new password", 2); // The sign-in also sent one.
    expect(mail.Text).toContain("Set a new password before you log in again");
    expect(mail.Text).not.toContain("ignore this email");
    const token = tokenIn(mail);
    const password = "another sentence of one's own";
    expect(await anonymous(product).send(resetPasswordComplete, { token, password })).toMatchObject({ status: 200 });
    expect(await logInAgain(password)).toMatchObject({ status: 200 });
    const found = await admin.send(findMember, { id: person.userId });
    expect(found.body.mustChangePassword).toBe(false);
  });

  test("a repeated request before the change ends no session, emails nothing and adds no audit event", async () => {
    const admin = await lender.as("admin");
    const person = await lender.newcomer("editor");
    await product.asOwner("update users set must_change_password = true where id = $1", [person.userId]);
    const again = await admin.send(requirePasswordChange, { id: person.membershipId });
    expect(again).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    expect(await person.send(listBorrowers)).toMatchObject({ status: 200 });
    expect(await product.asOwner("select 1 from audit_rows where object_id = $1", [person.membershipId])).toEqual([]);
  });

  test("a locked member is shown as locked and may try again after unlocking", async () => {
    const admin = await lender.as("admin");
    const person = await lender.newcomer("editor");
    await givePassword(product, person.userId);
    const tryWith = (password: string) => anonymous(product).send(logIn, { email: person.email, password });
    for (let times = 0; times < 5; times++) await tryWith("not the password at all");
    expect(await tryWith(PASSWORD)).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    const { body } = await admin.send(findMember, { id: person.membershipId });
    expect(Date.parse(body.lockedUntil!)).toBeGreaterThan(Date.now());
    const unlocked = await admin.send(unlockMember, { id: person.membershipId });
    expect(unlocked).toMatchObject({ status: 200, body: { lockedUntil: null } });
    // The count stays, so that an admin of one organization cannot allow guess after guess at an account shared with
    // another.
    expect(await tryWith("not the password either")).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    const longer = (await admin.send(findMember, { id: person.membershipId })).body.lockedUntil;
    expect(Date.parse(longer!) - Date.now()).toBeGreaterThan(20 * 60_000);
    for (let time = 0; time < 2; time++)
      expect(await admin.send(unlockMember, { id: person.membershipId })).toMatchObject({ status: 200 });
    expect(await tryWith(PASSWORD)).toMatchObject({ status: 200 });
    const acts = await product.asOwner(
      "select action from audit_rows where object_id = $1 and actor_id = $2 order by seq",
      [person.membershipId, admin.userId],
    );
    expect(acts, "nothing was locked at the third").toEqual(Array(2).fill({ action: "member.unlocked" }));
  });

  test("an admin cannot lock out a root user or an admin of another organization", async () => {
    const admin = await lender.as("admin");
    const root = await lender.as("root");
    const [elsewhere, adminElsewhere] = [await lender.newcomer("editor"), await lender.newcomer("editor")];
    const { organizationId } = await aLender(product);
    const { db, system } = product.database;
    await db.transaction(system, (tx) =>
      tx.orm
        .insert(memberships)
        .values([
          { organizationId, id: crypto.randomUUID(), userId: elsewhere.userId, role: "root" },
          { organizationId, id: crypto.randomUUID(), userId: adminElsewhere.userId, role: "admin" },
        ])
        .then(() => {}),
    );
    for (const { membershipId: id } of [root, elsewhere, adminElsewhere])
      for (const call of [requirePasswordChange, unlockMember])
        expect(await admin.send(call, { id })).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await root.send(requirePasswordChange, { id: elsewhere.membershipId })).toMatchObject({ status: 200 });
  });

  test("an invitation or a member of another organization has no account to change here", async () => {
    const admin = await lender.as("admin");
    const stranger = await (await aLender(product)).as("editor");
    for (const id of [(await invite(admin)).id, stranger.membershipId, stranger.userId])
      for (const call of [requirePasswordChange, unlockMember])
        expect(await admin.send(call, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
    expect(await stranger.send(listBorrowers)).toMatchObject({ status: 200 });
  });
});
