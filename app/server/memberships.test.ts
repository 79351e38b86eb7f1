// What a membership allows, and what works without one: seven roles, the user's own account, a required second factor.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RoleName } from "#features/directory/contract.ts";
import { anAccount, payloadOf, withSecondFactor } from "#features/auth/server/test-account.ts";
import type { Call } from "#platform/contract/call.ts";
import { admits, ROLES } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aBorrower, aLender, anonymous, someoneWith, type Lender, type Person } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { requestOf } from "../../testing/request.ts";
import { aStage, type Stages } from "../../testing/stage.ts";

const every = Object.entries<Call>(calls) as [CallName, Call][];
const ofOneself = every.filter(([, { who }]) => who === "signed-in");
const lists = every.filter(
  ([, { who, method, params, query }]) =>
    typeof who === "object" && method === "GET" && !params && query?.safeParse({}).success !== false,
);

test("there are seven roles, and no eighth", () => {
  expect(ROLES).toEqual(["root", "admin", "editor", "observer", "registered", "inactive", "guest"]);
  for (const role of ["owner", "superuser", "Root", "", null]) expect(RoleName.safeParse(role).success).toBe(false);
});

describe.each(ENGINES)("memberships on %s", (engine) => {
  let product: TestProduct;
  let stages: Stages;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    stages = await aStage(product);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const leave = ({ userId }: Person) =>
    product.asOwner("update memberships set status = 'removed' where user_id = $1", [userId]);

  test("a token names each of the seven roles", async () => {
    for (const role of ROLES) {
      const token = payloadOf((await lender.as(role)).token);
      expect(token["memberships"]).toMatchObject([{ role: { id: role, name: role } }]);
    }
  });

  test("a new account gets the role `registered`, even when it asks for more", async () => {
    const { email, password, ...names } = await anAccount(product);
    const token = payloadOf((await anonymous(product).send(calls.logIn, { email, password })).body.token);
    expect(token["memberships"]).toMatchObject([{ role: { name: "registered" } }]);
    const greedy = { ...names, password, email: `second.${email}`, role: "root", memberships: [{ role: "root" }] };
    await anonymous(product).send(calls.register, greedy);
    const roles = await product.asOwner(
      "select m.role from memberships m join users u on u.id = m.user_id where u.email = any($1)",
      [[email, `second.${email}`]],
    );
    expect(roles).toEqual([{ role: "registered" }, { role: "registered" }]);
  });

  test("the database does not accept an eighth role either", async () => {
    const { userId } = await lender.as("observer");
    const promote = product.asOwner("update memberships set role = 'owner' where user_id = $1", [userId]);
    await expect(promote).rejects.toMatchObject({ code: "23514" });
  });

  test.each(ofOneself)("%s answers a person without any membership", async (name, call) => {
    const stage = await stages("guest", "newcomer");
    await leave(stage.person);
    expect(await requestOf(stage, name, stage.person.token)).toMatchObject({ status: call.status });
  });

  test("a membership that is not the person's own is refused, also by calls about oneself", async () => {
    const person = await lender.newcomer("registered");
    const colleague = await lender.as("editor");
    for (const membershipId of [colleague.membershipId, randomUUID(), "' or 1=1"]) {
      const asColleague = someoneWith(product, person.token, { "x-membership-id": membershipId });
      for (const call of [calls.exportOwnData, calls.eraseAccount])
        expect(await asColleague.send(call)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    }
    await leave(person);
    const gone = someoneWith(product, person.token, { "x-membership-id": person.membershipId });
    expect(await gone.send(calls.exportOwnData)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await person.send(calls.exportOwnData)).toMatchObject({ status: 200 });
  });

  test("a new token lists the person's current memberships and no others, whichever membership they name", async () => {
    const person = await lender.newcomer("editor");
    const colleague = await lender.as("admin");
    const rolesBy = async (membershipId: string) => {
      const caller = someoneWith(product, person.token, { "x-membership-id": membershipId });
      const { status, body } = await caller.send(calls.refreshToken);
      expect(status).toBe(200);
      const { memberships } = payloadOf(body.token) as { memberships: { id: string; role: { name: string } }[] };
      return memberships.map(({ id, role }) => [id, role.name]);
    };
    for (const membershipId of [person.membershipId, colleague.membershipId, randomUUID(), "' or 1=1"])
      expect(await rolesBy(membershipId)).toEqual([[person.membershipId, "editor"]]);
    await product.asOwner("update memberships set role = 'observer' where user_id = $1", [person.userId]);
    expect(await rolesBy(person.membershipId)).toEqual([[person.membershipId, "observer"]]);
    await leave(person);
    expect(await rolesBy(person.membershipId)).toEqual([]);
    const gone = someoneWith(product, person.token, { "x-membership-id": person.membershipId });
    expect(await gone.send(calls.listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
  });

  test("a user who was removed from the organization can still log out", async () => {
    const person = await lender.newcomer("registered");
    await leave(person);
    const gone = someoneWith(product, person.token, { "x-membership-id": person.membershipId });
    expect(await gone.send(calls.logOut)).toMatchObject({ status: 204 });
    expect(await person.send(calls.refreshToken)).toMatchObject({ status: 401 });
  });

  test("if an organization requires a second factor, its admins must set it up before anything else", async () => {
    const strict = await aLender(product);
    await product.asOwner("update organizations set require_second_factor = true where id = $1", [
      strict.organizationId,
    ]);
    for (const role of ["admin", "root"] as const) {
      const person = await strict.as(role);
      for (const [name, call] of lists.filter(([, { who }]) => admits(who, role)))
        expect(await person.send(call), name).toMatchObject({ status: 403, message: "SECOND_FACTOR_NOT_SET_UP" });
      expect(await person.send(calls.createBorrower, aBorrower())).toMatchObject({ status: 403 });
      expect(await person.send(calls.readSignInMethods)).toMatchObject({
        status: 200,
        body: { secondFactor: { enabledAt: null, isRequired: true } },
      });
      await withSecondFactor(product, person);
      for (const [name, call] of lists.filter(([, { who }]) => admits(who, role)))
        expect(await person.send(call), name).toMatchObject({ status: 200 });
    }
    for (const role of ["editor", "registered"] as const)
      expect(await (await strict.as(role)).send(calls.listBorrowers)).toMatchObject({ status: 200 });
  });
});
