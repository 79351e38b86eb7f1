import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES, ONE_ENGINE } from "#testing/database.ts";
import { aLender, anonymous, someoneWith, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { anAccount, aNewcomer, mailsTo, payloadOf } from "#features/auth/server/test-account.ts";
import type { AuthUser } from "#features/auth/contract.ts";
import { aGroupIn, aToken, invite, invitedToken } from "./test-members.ts";

const { acceptInvitation, declineInvitation, readInvitation, register, logIn } = calls;
const { removeMember, listMembers, findMember, listBorrowers, refreshToken, eraseAccount } = calls;
const DEAD = { status: 410, message: "LINK_DEAD" };
const FOR_ANOTHER = { status: 409, message: "INVITATION_FOR_ANOTHER" };

describe.each(FEATURE_ENGINES)("replies to invitations on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const someoneElsewhere = async () => (await aLender(product)).as("editor");
  const meOf = (token: string) => payloadOf(token) as unknown as AuthUser;
  const invitationOf = async (id: string) =>
    (
      await product.asOwner(
        "select accepted_at is not null as accepted, ended_at is not null as ended from invitations where id = $1",
        [id],
      )
    )[0];

  test("a user with an account joins with the invitation's role and groups", async () => {
    const admin = await lender.as("admin");
    const person = await someoneElsewhere();
    const [stored, gone] = [
      await aGroupIn(product, lender.organizationId),
      await aGroupIn(product, lender.organizationId),
    ];
    const invited = await invite(admin, {
      email: person.email.replace("editor", "Editor"),
      role: "observer",
      groupIds: [stored, gone],
    });
    await product.asOwner("delete from groups where id = $1", [gone]);
    const token = await invitedToken(product, invited);
    const accepted = await person.send(acceptInvitation, { token });
    expect(accepted).toMatchObject({ status: 200, body: { organizationName: "Test Lending" } });
    const { membershipId } = accepted.body;
    const member = await admin.send(findMember, { id: person.userId });
    expect(member.body).toMatchObject({
      id: membershipId,
      role: "observer",
      groups: [{ id: stored }],
      status: "active",
    });
    const here = someoneWith(product, person.token, { "x-membership-id": membershipId });
    expect(await here.send(listBorrowers)).toMatchObject({ status: 200 });
    const { body } = await person.send(refreshToken);
    expect(meOf(body.token).memberships.map(({ id }) => id)).toContain(membershipId);
    expect(await person.send(acceptInvitation, { token }), "again it says yes again").toEqual({
      ...accepted,
      headers: expect.anything(),
    });
    expect(await anonymous(product).send(readInvitation, { token })).toMatchObject(DEAD);
    const stranger = await someoneElsewhere();
    expect(await stranger.send(acceptInvitation, { token })).toMatchObject(DEAD);
  });

  test("ten concurrent acceptances create one membership, and concurrent invitations respect the limit", async () => {
    const person = await someoneElsewhere();
    const token = await aToken(product, lender.organizationId, person.email);
    const replies = await Promise.all(Array.from({ length: 10 }, () => person.send(acceptInvitation, { token })));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ body }) => body.membershipId)).size).toBe(1);
    const tokens = [];
    for (let made = 0; made < ORGANIZATIONS_PER_PERSON; made++)
      tokens.push(await aToken(product, (await aLender(product)).organizationId, person.email));
    const more = await Promise.all(tokens.map((each) => person.send(acceptInvitation, { token: each })));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(ORGANIZATIONS_PER_PERSON - 2);
    expect(more.filter(({ message }) => message === "LIMIT_REACHED")).toHaveLength(2);
  });

  test("a user with another address or an unconfirmed one cannot join", async () => {
    const email = `squatted.${randomUUID().slice(0, 8)}@example.org`;
    const { password } = await anAccount(product, { email });
    const squatter = someoneWith(product, (await anonymous(product).send(logIn, { email, password })).body.token);
    const invited = await invite(await lender.as("admin"), { email });
    const token = await invitedToken(product, invited);
    expect(await squatter.send(acceptInvitation, { token })).toMatchObject(FOR_ANOTHER);
    // A social sign-in vouches for the user and not for the address.
    await product.asOwner("update users set has_social_auth = true where email = $1", [email]);
    expect(await squatter.send(acceptInvitation, { token })).toMatchObject(FOR_ANOTHER);
    expect(await (await someoneElsewhere()).send(acceptInvitation, { token })).toMatchObject(FOR_ANOTHER);
    expect(await anonymous(product).send(acceptInvitation, { token })).toMatchObject({ status: 401 });
    expect(await invitationOf(invited.id)).toEqual({ accepted: false, ended: false });
    await product.asOwner("update users set email_confirmed = true where email = $1", [email]);
    expect(await squatter.send(acceptInvitation, { token })).toMatchObject({ status: 200 });
  });

  test("unknown and ended tokens are dead, and an invitation's token is not a bearer token", async () => {
    const person = await someoneElsewhere();
    const token = await aToken(product, lender.organizationId, person.email);
    for (const wrong of [randomUUID(), `${token}x`, person.token.slice(0, 100), "\u0000", "💥"]) {
      expect(await person.send(acceptInvitation, { token: wrong })).toMatchObject(DEAD);
      expect(await anonymous(product).send(readInvitation, { token: wrong })).toMatchObject(DEAD);
      expect(await anonymous(product).send(declineInvitation, { token: wrong })).toMatchObject(DEAD);
    }
    expect(await someoneWith(product, token).send(refreshToken)).toMatchObject({ status: 401 });
    expect(await anonymous(product).send(declineInvitation, { token })).toMatchObject({ status: 204 });
    expect(await anonymous(product).send(declineInvitation, { token })).toMatchObject(DEAD);
    expect(await person.send(acceptInvitation, { token })).toMatchObject(DEAD);
  });

  test("an existing member keeps their role, and the invitation ends", async () => {
    const editor = await lender.newcomer("editor");
    const token = await aToken(product, lender.organizationId, editor.email);
    const accepted = await editor.send(acceptInvitation, { token });
    expect(accepted).toMatchObject({ status: 200, body: { membershipId: editor.membershipId } });
    const found = await (await lender.as("admin")).send(findMember, { id: editor.userId });
    expect(found.body).toMatchObject({ role: "editor", version: 1 });
    expect(await anonymous(product).send(readInvitation, { token })).toMatchObject(DEAD);
  });

  test("a removed member returns to the same membership with the new role", async () => {
    const admin = await lender.as("admin");
    const person = await lender.newcomer("editor");
    const before = await aToken(product, lender.organizationId, person.email);
    await person.send(acceptInvitation, { token: before });
    await admin.send(removeMember, { id: person.membershipId });
    expect(
      await person.send(acceptInvitation, { token: before }),
      "a used link does not bring them back",
    ).toMatchObject(DEAD);
    const invited = await invite(admin, { email: person.email, role: "guest" });
    const accepted = await person.send(acceptInvitation, { token: await invitedToken(product, invited) });
    expect(accepted).toMatchObject({ status: 200, body: { membershipId: person.membershipId } });
    const { body } = await admin.send(listMembers, { limit: 1 });
    expect(body).toMatchObject([{ id: person.membershipId, role: "guest" }]);
  });

  test("a user who registers by the link is a confirmed member without an organization of their own", async () => {
    const admin = await lender.as("admin");
    const groupIds = [await aGroupIn(product, lender.organizationId)];
    const invited = await invite(admin, { role: "editor", groupIds });
    const invitationToken = await invitedToken(product, invited);
    const newcomer = { ...aNewcomer({ email: invited.email }), invitationToken };
    expect(await anonymous(product).send(register, newcomer)).toMatchObject({ status: 201 });
    const loggedIn = await anonymous(product).send(logIn, newcomer);
    expect(meOf(loggedIn.body.token)).toMatchObject({
      emailConfirmed: true,
      memberships: [{ organizationId: lender.organizationId, role: { name: "editor" }, groups: [{ id: groupIds[0] }] }],
    });
    expect(mailsTo(product, invited.email), "nothing is left to confirm").toHaveLength(1);
    const person = someoneWith(product, loggedIn.body.token);
    expect(await person.send(acceptInvitation, { token: invitationToken })).toMatchObject({ status: 200 });
    expect(await person.send(eraseAccount)).toMatchObject({ status: 204 });
    const stored = await product.asOwner("select 1 from invitations where email_key = $1", [invited.email]);
    expect(stored, "of someone erased nothing is known").toEqual([]);
    const [counted] = await product.asOwner("select first_name, cardinality(mails) as emails from invitations where id = $1", [invited.id]); // prettier-ignore
    expect(counted, "what was mailed counts").toEqual({ first_name: "", emails: 1 });
  });

  test("registering with another address or a dead link creates no account", async () => {
    const admin = await lender.as("admin");
    const invited = await invite(admin);
    const invitationToken = await invitedToken(product, invited);
    const other = aNewcomer();
    expect(await anonymous(product).send(register, { ...other, invitationToken })).toMatchObject(FOR_ANOTHER);
    const wrong = { ...aNewcomer({ email: invited.email }), invitationToken: randomUUID() };
    expect(await anonymous(product).send(register, wrong)).toMatchObject(DEAD);
    const made = await product.asOwner("select 1 from users where email = any($1)", [[other.email, invited.email]]);
    expect(made).toEqual([]);
    expect(await invitationOf(invited.id)).toEqual({ accepted: false, ended: false });
  });

  test("fifty concurrent registrations by one link create one account and one membership", async () => {
    const invited = await invite(await lender.as("admin"));
    const newcomer = { ...aNewcomer({ email: invited.email }), invitationToken: await invitedToken(product, invited) };
    const replies = await Promise.all(Array.from({ length: 10 }, () => anonymous(product).send(register, newcomer)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const members = await product.asOwner(
      "select 1 from memberships m join users u on u.id = m.user_id where u.email = $1",
      [invited.email],
    );
    expect(members).toHaveLength(1);
  });
});

describe("with HIDE_ACCOUNTS", () => {
  test.each(["true", "false"])(
    "set to %s, a taken address changes neither the invitation nor the account",
    async (hide) => {
      const product = await openTestProduct(ONE_ENGINE, { HIDE_ACCOUNTS: hide });
      const lender = await aLender(product);
      const { email } = await (await aLender(product)).as("editor");
      const invitationToken = await aToken(product, lender.organizationId, email);
      const reply = await anonymous(product).send(register, { ...aNewcomer({ email }), invitationToken });
      expect(reply, "the token shows the address").toMatchObject({ status: 409, message: "EMAIL_TAKEN" });
      expect(await anonymous(product).send(readInvitation, { token: invitationToken })).toMatchObject({ status: 200 });
      const members = await product.asOwner("select 1 from memberships where organization_id = $1", [
        lender.organizationId,
      ]);
      expect(members).toHaveLength(1);
      await product.close();
    },
  );
});
