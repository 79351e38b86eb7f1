import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, someoneWith, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aConfirmedAccount, linksIn, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { INVITATIONS_PER_DAY } from "#features/organizations/contract.ts";
import { cleanUpInvitations } from "./cleanup-job.ts";
import { aGroupIn, invite, invitedToken, someoneNew } from "./test-members.ts";

const { inviteMember, listMembers, findMember, updateMember, removeMember, readInvitation } = calls;
const { resendInvitation, revokeInvitation, declineInvitation } = calls;
const DEAD = { status: 410, message: "LINK_DEAD" };

describe.each(FEATURE_ENGINES)("invitations on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const read = (token: string) => anonymous(product).send(readInvitation, { token });

  test("an invited person is listed as pending at once and gets one email with one link", async () => {
    const fresh = await aLender(product);
    const admin = await fresh.as("admin");
    await product.asOwner("update organizations set reply_to = 'desk@lender.example' where id = $1", [
      fresh.organizationId,
    ]);
    const someone = someoneNew({ firstName: "Win a prize at evil.example", role: "observer" });
    const invited = await admin.send(inviteMember, someone);
    expect(invited).toMatchObject({ status: 201, body: { email: someone.email, status: "pending", role: "observer" } });
    expect((await admin.send(listMembers)).body[0]).toEqual(invited.body);
    const mail = await mailAbout(product, someone.email, "Your invitation");
    expect(linksIn(mail)).toHaveLength(1);
    expect(linksIn(mail)[0]!.href).toMatch(new RegExp(`^${product.url}/auth/invitation\\?token=[A-Za-z0-9_-]{43}$`));
    expect(mail.Text).toContain("Test admin invites you to join Test Lending");
    expect(mail.Text, "what the inviter called them says nothing to the address").not.toContain("evil");
    expect(JSON.stringify(mail)).toContain("desk@lender.example");
    const token = linksIn(mail)[0]!.searchParams.get("token")!;
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { organizationName: "Test Lending", invitedBy: "Test admin", email: someone.email, role: "observer" },
    });
    expect(product.logged.join("\n"), "no log holds the token").not.toContain(token);
    const stored = await product.asOwner("select i::text as row from invitations i where id = $1", [invited.body.id]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("an organization name that looks like an address is omitted from the email", async () => {
    const fresh = await aLender(product);
    await product.asOwner("update organizations set name = 'Locked! Go to https://evil.example/x' where id = $1", [
      fresh.organizationId,
    ]);
    const { email } = await invite(await fresh.as("admin"));
    const mail = await mailAbout(product, email, "Your invitation");
    expect(linksIn(mail)).toHaveLength(1);
    expect(`${mail.Text} ${mail.HTML} ${mail.Subject}`).not.toContain("evil");
    await product.asOwner("update organizations set name = 'Call 1 (800) 555-0199' where id = $1", [
      fresh.organizationId,
    ]);
    const other = await invite(await fresh.as("admin"));
    expect((await mailAbout(product, other.email, "Your invitation")).Text).toContain("to join a lender on");
  });

  test.each([
    [{ email: "a@b\nBcc: all@example.org" }, "email"],
    [{ email: "x@example.org, y@example.org" }, "email"],
    [{ firstName: "" }, "firstName"],
    [{ lastName: "A\r\nB" }, "lastName"],
    [{ role: "owner" }, "role"],
    [{ groupIds: "all" }, "groupIds"],
  ])("an invitation with %j is refused by field, and nothing is saved", async (wrong, field) => {
    const fresh = await aLender(product);
    const reply = await (await fresh.as("admin")).send(inviteMember, someoneNew(wrong as never));
    expect(reply).toMatchObject({ status: 400, errors: [{ field }] });
    expect((await (await fresh.as("admin")).send(listMembers)).body).toHaveLength(1);
  });

  test("an existing member or invitation is reported in any letter case, an account elsewhere is not", async () => {
    const admin = await lender.as("admin");
    const { email } = await lender.as("editor");
    const member = someoneNew({ email: email.toUpperCase() });
    expect(await admin.send(inviteMember, member)).toMatchObject({ status: 409, message: "ALREADY_MEMBER" });
    const invited = await invite(admin);
    const again = someoneNew({ email: invited.email.toUpperCase() });
    expect(await admin.send(inviteMember, again)).toMatchObject({ status: 409, message: "ALREADY_INVITED" });
    const known = await admin.send(inviteMember, someoneNew({ email: (await aConfirmedAccount(product)).email }));
    const unknown = await admin.send(inviteMember, someoneNew());
    const shape = ({ status, body }: typeof known) => ({
      status,
      body: { ...body, id: "", email: "", createdAt: "", expiresAt: "" },
    });
    expect(shape(known)).toEqual(shape(unknown));
  });

  test("concurrent requests with one idempotency key invite and email once", async () => {
    const { token } = await (await aLender(product)).as("admin");
    const admin = someoneWith(product, token, { "idempotency-key": randomUUID() });
    const someone = someoneNew();
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.send(inviteMember, someone)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    await mailAbout(product, someone.email, "Your invitation");
    expect(mailsTo(product, someone.email)).toHaveLength(1);
  });

  test("the same idempotency key invites no one after the first invitation has ended", async () => {
    const { token } = await (await aLender(product)).as("admin");
    const admin = someoneWith(product, token, { "idempotency-key": randomUUID() });
    const someone = someoneNew();
    const { body } = await admin.send(inviteMember, someone);
    await admin.send(revokeInvitation, { id: body.id });
    expect(await admin.send(inviteMember, someone)).toMatchObject({ status: 409, message: "ALREADY_INVITED" });
  });

  test("one address gets at most three emails a day from all organizations, even at once", async () => {
    const { email } = someoneNew();
    const admins = await Promise.all(Array.from({ length: 5 }, async () => (await aLender(product)).as("admin")));
    const replies = await Promise.all(admins.map((admin) => admin.send(inviteMember, someoneNew({ email }))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ message }) => message === "LIMIT_REACHED")).toHaveLength(2);
    const first = replies.findIndex(({ status }) => status === 201);
    const resent = await admins[first]!.send(resendInvitation, { id: replies[first]!.body.id });
    expect(resent).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
  });

  test("the same organization cannot invite a person again within a day after they declined", async () => {
    const admin = await lender.as("admin");
    const invited = await invite(admin);
    await anonymous(product).send(declineInvitation, { token: await invitedToken(product, invited) });
    const again = someoneNew({ email: invited.email });
    expect(await admin.send(inviteMember, again)).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
    await product.asOwner("update invitations set declined_at = now() - interval '25 hours' where id = $1", [
      invited.id,
    ]);
    expect(await admin.send(inviteMember, again)).toMatchObject({ status: 201 });
  });

  test("an organization's own statements cannot change an invitation's recipient or sender", async () => {
    await invite(await lender.as("admin"));
    const { db, system } = product.database;
    for (const column of ["email", "email_key", "invited_by"])
      await expect(
        db.transaction(system.within(lender.organizationId), (tx) =>
          tx.execute(`update invitations set ${column} = ${column}`, []),
        ),
      ).rejects.toMatchObject({ code: "42501" });
  });

  test("of ten members who invite the same address at once, one succeeds", async () => {
    const admin = await lender.as("admin");
    const someone = someoneNew();
    const replies = await Promise.all(Array.from({ length: 10 }, () => admin.send(inviteMember, someone)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "ALREADY_INVITED")).toHaveLength(9);
  });

  test("only root invites a root user, and the groups must belong to the organization", async () => {
    const admin = await lender.as("admin");
    const asRoot = someoneNew({ role: "root" });
    expect(await admin.send(inviteMember, asRoot)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    const root = await lender.as("root");
    const { id } = (await root.send(inviteMember, asRoot)).body;
    for (const call of [resendInvitation, revokeInvitation])
      expect(await admin.send(call, { id })).toMatchObject({ status: 403 });
    expect(await admin.send(updateMember, { id, role: "guest", groupIds: [] })).toMatchObject({ status: 403 });
    const foreign = await aGroupIn(product, (await aLender(product)).organizationId);
    const reply = await admin.send(inviteMember, someoneNew({ groupIds: [foreign] }));
    expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("role and groups can be changed while the invitation is open", async () => {
    const admin = await lender.as("admin");
    const { id, version } = await invite(admin);
    const groupIds = [await aGroupIn(product, lender.organizationId)];
    const changed = await admin.send(updateMember, { id, role: "guest", groupIds, version });
    expect(changed).toMatchObject({ status: 200, body: { role: "guest", groups: [{ id: groupIds[0] }] } });
    const stale = await admin.send(updateMember, { id, role: "editor", groupIds: [], version });
    expect(stale).toMatchObject({ status: 409, message: "STALE" });
    expect(await admin.send(removeMember, { id })).toMatchObject({ status: 404 });
  });

  test("sending again replaces the link, and revoking ends every link", async () => {
    const admin = await lender.as("admin");
    const invited = await invite(admin);
    const first = await invitedToken(product, invited);
    expect(await admin.send(resendInvitation, { id: invited.id })).toMatchObject({ status: 200 });
    const second = await invitedToken(product, invited, 2);
    expect(await read(first)).toMatchObject(DEAD);
    expect(await read(second)).toMatchObject({ status: 200 });
    expect(await admin.send(revokeInvitation, { id: invited.id })).toMatchObject({ status: 204 });
    expect(await read(second)).toMatchObject(DEAD);
    expect(await admin.send(findMember, { id: invited.id })).toMatchObject({ status: 404 });
    expect(await admin.send(resendInvitation, { id: invited.id })).toMatchObject({ status: 404 });
    expect(await admin.send(inviteMember, someoneNew({ email: invited.email }))).toMatchObject({ status: 201 });
  });

  test("an expired invitation has a dead link and stays listed until it is sent again", async () => {
    const admin = await lender.as("admin");
    const invited = await invite(admin);
    const token = await invitedToken(product, invited);
    await product.asOwner("update invitations set expires_at = now() - interval '1 minute' where id = $1", [
      invited.id,
    ]);
    expect(await read(token)).toMatchObject(DEAD);
    expect(await anonymous(product).send(declineInvitation, { token })).toMatchObject(DEAD);
    const { body } = await admin.send(findMember, { id: invited.id });
    expect(body.status).toBe("pending");
    expect(Date.parse(body.expiresAt!)).toBeLessThan(Date.now());
    const again = await admin.send(resendInvitation, { id: invited.id });
    expect(Date.parse(again.body.expiresAt!)).toBeGreaterThan(Date.now());
  });

  test(`at most ${INVITATIONS_PER_DAY} emails are sent a day, counting repeated and ended invitations`, async () => {
    const fresh = await aLender(product);
    const admin = await fresh.as("admin");
    const [one, other] = [await invite(admin), await invite(admin)];
    await product.asOwner(
      "update invitations set mails = array_fill(now() - interval '23 hours', array[$2::int]) where id = $1",
      [one.id, INVITATIONS_PER_DAY - 2],
    );
    await admin.send(revokeInvitation, { id: one.id });
    expect(await admin.send(resendInvitation, { id: other.id })).toMatchObject({ status: 200 });
    expect(await admin.send(resendInvitation, { id: other.id })).toMatchObject({ message: "LIMIT_REACHED" });
    expect(await admin.send(inviteMember, someoneNew())).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
    await product.asOwner("update invitations set mails = array[now() - interval '25 hours'] where id = $1", [one.id]);
    expect(await admin.send(inviteMember, someoneNew())).toMatchObject({ status: 201 });
  });

  test("cleanup deletes old invitations and keeps open ones with a live link", async () => {
    const admin = await (await aLender(product)).as("admin");
    const [old, open] = [await invite(admin), await invite(admin)];
    await product.asOwner("update invitations set expires_at = now() - interval '91 days' where id = $1", [old.id]);
    await cleanUpInvitations(product.product.ctx);
    expect(await admin.send(findMember, { id: old.id })).toMatchObject({ status: 404 });
    expect(await admin.send(findMember, { id: open.id })).toMatchObject({ status: 200 });
  });
});
