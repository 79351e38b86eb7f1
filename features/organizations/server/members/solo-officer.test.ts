import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aConfirmedAccount, anAccount, PASSWORD } from "#features/auth/server/test-account.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aChange } from "../test-settings.ts";
import { invite, invitedToken, someoneNew } from "./test-members.ts";

const { readOrganizationSettings, updateOrganization, uploadLogo, removeLogo } = calls;
const { inviteMember, listMembers, acceptInvitation, register, listAudit, listGroups } = calls;
const FORBIDDEN = { status: 403, message: "FORBIDDEN" };

describe.each(FEATURE_ENGINES)("a loan officer without colleagues on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const logIn = async (email: string, headers: Record<string, string> = {}) => {
    const { body } = await anonymous(product).send(calls.logIn, { email, password: PASSWORD });
    return someoneWith(product, body.token, headers);
  };
  const anOfficer = async (headers?: Record<string, string>) =>
    logIn((await aConfirmedAccount(product, { company: "Rivera Home Loans" })).email, headers);
  const roleOf = async (person: Awaited<ReturnType<typeof anOfficer>>) =>
    (await person.send(listMembers)).body.filter(({ status }) => status === "active").map(({ role }) => role);

  test("sets the name, NMLS ID, phone, logo, time zone and reply-to address of their organization", async () => {
    const officer = await anOfficer();
    const { body: before } = await officer.send(readOrganizationSettings);
    expect(before.name).toBe("Rivera Home Loans");
    const changes = {
      name: "Rivera Lending",
      nmlsId: "204060",
      phone: "+15550102030",
      timeZone: "America/Chicago",
      replyTo: "hello@rivera.example",
    };
    expect(await officer.send(updateOrganization, aChange(before, changes))).toMatchObject({
      status: 200,
      body: changes,
    });
    const { body: pictured } = await officer.send(uploadLogo, { file: aPicture("a logo") });
    expect(pictured.logoURL).toContain("/logo/");
    expect((await officer.send(removeLogo)).body.logoURL).toBeNull();
  });

  test("becomes an admin with the first invitation, and the audit log says so", async () => {
    const officer = await anOfficer();
    for (const call of [listMembers, listGroups, listAudit]) expect(await officer.send(call)).toMatchObject(FORBIDDEN);
    expect(await officer.send(inviteMember, someoneNew())).toMatchObject({ status: 201 });
    expect(await roleOf(officer)).toEqual(["admin"]);
    const { body: events } = await officer.send(listAudit, {});
    expect(events.map(({ action }) => action).slice(0, 2)).toEqual(["invitation.created", "member.became-admin"]);
  });

  test("who repeats the first invitation at once is an admin with one invitation", async () => {
    const officer = await anOfficer({ "idempotency-key": randomUUID() });
    const someone = someoneNew();
    const replies = await Promise.all(Array.from({ length: 6 }, () => officer.send(inviteMember, someone)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await officer.send(listMembers)).body).toHaveLength(2);
  });

  test("stays registered when the invitation is refused", async () => {
    const account = await aConfirmedAccount(product);
    const officer = await logIn(account.email);
    const refused = await officer.send(inviteMember, someoneNew({ email: account.email }));
    expect(refused).toMatchObject({ status: 409, message: "ALREADY_MEMBER" });
    expect(await officer.send(listMembers)).toMatchObject(FORBIDDEN);
  });

  test("must confirm their address before they invite or change settings", async () => {
    const officer = await logIn((await anAccount(product)).email);
    const { body: before } = await officer.send(readOrganizationSettings);
    const refused = { status: 403, message: "EMAIL_NOT_CONFIRMED" };
    expect(await officer.send(updateOrganization, aChange(before, { name: "Rivera" }))).toMatchObject(refused);
    expect(await officer.send(inviteMember, someoneNew())).toMatchObject(refused);
  });

  test("a registered colleague may not lead the organization", async () => {
    const officer = await anOfficer();
    const invited = someoneNew({ role: "registered" });
    await invite(officer, invited);
    const invitationToken = await invitedToken(product, invited);
    const { firstName, lastName, email } = invited;
    const joined = { firstName, lastName, email, password: PASSWORD, invitationToken };
    expect(await anonymous(product).send(register, joined)).toMatchObject({ status: 201 });
    const colleague = await logIn(email);
    expect(await colleague.send(readOrganizationSettings)).toMatchObject(FORBIDDEN);
    expect(await colleague.send(inviteMember, someoneNew())).toMatchObject(FORBIDDEN);
    expect(await colleague.send(acceptInvitation, { token: invitationToken }), "repeated").toMatchObject({
      status: 200,
    });
  });
});
