// Asked of every call, from its record: it works, no token, a bad one, too low a role, another organization.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { updateUser } from "#features/auth/server/queries.ts";
import { isFile, type Call } from "#platform/contract/call.ts";
import { admits, admitsBorrowerSession, needsToken, ROLES, type RoleName } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { anonymous, someoneWith } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { requestOf, rowOf } from "../../testing/request.ts";
import { aStage, aBorrowerSessionStage, type Stage, type Stages } from "../../testing/stage.ts";
import { badTokens, claimsOf, mint } from "../../testing/tokens.ts";

const every = Object.entries<Call>(calls) as [CallName, Call][];
const withToken = every.filter(([, { who }]) => needsToken(who));

describe.each(ENGINES)("every call on %s", (engine) => {
  let product: TestProduct;
  let stageFor: Stages;
  let elsewhere: Stages;
  let secret: string;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    secret = product.product.config.jwt.secret;
    stageFor = await aStage(product);
    elsewhere = await aStage(product);
  });
  afterAll(() => product.close());

  // Of no device, so that a sign-out in one of the calls does not end another user's session.
  const tokenOf = (userId: string) => mint(secret, claimsOf(userId));

  test.each(every.filter(([, { who }]) => typeof who === "string"))("%s works", async (name, call) => {
    const stage = await stageFor("registered", "newcomer");
    const reply = await requestOf(stage, name, needsToken(call.who) ? tokenOf(stage.person.userId) : null);
    expect(reply).toMatchObject({ status: call.status });
  });

  test.each(every.filter(([, { who }]) => who === "signature"))("%s refuses what is not signed", async (name) => {
    const stage = await stageFor("registered");
    const input = await rowOf(name).works(stage);
    const refused = { status: 400, message: "INVALID_SIGNATURE", body: { message: "INVALID_SIGNATURE" } };
    const forged = await rowOf(name).headers!(stage); // every signed call's row brings its header
    for (const header of Object.keys(forged)) {
      expect(await anonymous(product).send<Call>(calls[name], input), "missing").toMatchObject(refused);
      for (const value of ["", "x", ...Object.values(badTokens(secret, randomUUID()))])
        expect(await anonymous(product, { [header]: value }).send<Call>(calls[name], input)).toMatchObject(refused);
    }
    const changed = await anonymous(product, forged).send<Call>(calls[name], { ...input, more: 1 });
    expect(changed).toMatchObject(refused);
  });

  describe.each(withToken)("%s", (name, call) => {
    test.each(ROLES)("answers a member with the role %s as its `who` says", async (role) => {
      const stage = await stageFor(role, call.who === "signed-in" ? "newcomer" : undefined);
      const reply = await requestOf(stage, name, tokenOf(stage.person.userId));
      // No person here is the only member, or in a group for billing, so a role with such a condition is refused.
      if (!admits(call.who, role) || call.given[role])
        return expect(reply).toMatchObject({ status: 403, message: "FORBIDDEN" });
      expect(reply).toMatchObject({ status: call.status });
      expect(reply.headers.get("cache-control")).toBe("no-store");
      if (isFile(call.reply)) expect(call.reply.file).toContain(reply.headers.get("content-type"));
    });

    test("refuses a missing token and every invalid one", async () => {
      const stage = await admitted(stageFor, call);
      const input = await rowOf(name).works(stage);
      const refused = { status: 401, message: "INVALID_JWT", body: { message: "INVALID_JWT" } };
      expect(await requestOf(stage, name, null, { input }), "no token").toMatchObject(refused);
      for (const [error, token] of Object.entries(badTokens(secret, stage.person.userId)))
        expect(await requestOf(stage, name, token, { input }), error).toMatchObject(refused);
      expect(await requestOf(stage, name, tokenOf(randomUUID()), { input })).toMatchObject({
        status: 401,
        message: "NO_USER",
      });
    });

    test(`${call.anyMembership ? "heeds" : "takes"} no membership of another user`, async () => {
      const stranger = await (await elsewhere("admin")).lender.as("admin");
      let stage = await admitted(stageFor, call);
      for (const membershipId of [stranger.membershipId, randomUUID(), "x' or '1'='1"]) {
        if (call.anyMembership) stage = await admitted(stageFor, call); // an answered call may end the session
        const input = await rowOf(name).works(stage);
        const headers = { "x-membership-id": membershipId };
        const reply = await requestOf(stage, name, tokenOf(stage.person.userId), { input, headers });
        expect(reply).toMatchObject(
          call.anyMembership ? { status: call.status } : { status: 403, message: "FORBIDDEN" },
        );
      }
    });

    if (call.confirmed)
      test("refuses a person whose email is not confirmed", async () => {
        const stage = await admitted(stageFor, call);
        const { userId } = stage.person;
        const confirm = (emailConfirmed: boolean) =>
          product.database.db.transaction(product.database.system, (tx) =>
            updateUser(tx, product.database.system, userId, { emailConfirmed }),
          );
        const input = await rowOf(name).works(stage);
        const before = await written(product, stage);
        await confirm(false);
        const reply = await requestOf(stage, name, tokenOf(userId), { input });
        await confirm(true);
        expect(reply).toMatchObject({ status: 403, message: "EMAIL_NOT_CONFIRMED" });
        expect(await written(product, stage)).toEqual(before);
      });

    test.each(rowOf(name).names)("finds nothing under another organization's %s", async (field) => {
      const [here, there] = [await admitted(stageFor, call), await admitted(elsewhere, call)];
      const own = await rowOf(name).works(here);
      const foreign = { ...own, [field]: (await rowOf(name).works(there))[field] };
      const before = [await written(product, here), await written(product, there), product.askedOfPlaid.length];
      const reply = await requestOf(here, name, tokenOf(here.person.userId), { input: foreign });
      expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND", body: { message: "NOT_FOUND" } });
      expect([await written(product, here), await written(product, there), product.askedOfPlaid.length]).toEqual(
        before,
      );
      const absent = await requestOf(here, name, tokenOf(here.person.userId), {
        input: { ...own, [field]: Array.isArray(own[field]) ? [randomUUID()] : randomUUID() },
      });
      expect({ status: absent.status, body: absent.body }).toEqual({ status: reply.status, body: reply.body });
    });
  });

  test("rights are the database's, whatever the token says", async () => {
    const stage = await stageFor("observer");
    const claims = claimsOf(stage.person.userId, {
      role: "root",
      memberships: [{ id: stage.person.membershipId, role: { id: "root", name: "root" } }],
    });
    const reply = await someoneWith(product, mint(secret, claims)).send(calls.listOrganizationBorrowers);
    expect(reply).toMatchObject({ status: 403, message: "FORBIDDEN" });
  });
});

describe.each(ENGINES)("a session on %s", (engine) => {
  let product: TestProduct;
  let session: Awaited<ReturnType<typeof aBorrowerSessionStage>>;
  let stageFor: Stages;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    session = await aBorrowerSessionStage(product);
    stageFor = await aStage(product);
  });
  afterAll(() => product.close());

  const isOpen = ({ who }: Call) => typeof who !== "string" && admitsBorrowerSession(who);

  test.each(withToken.filter(([, call]) => !isOpen(call)))("opens no %s", async (name, call) => {
    const stage = await admitted(stageFor, call);
    const input = await rowOf(name).works(stage);
    const before = await written(product, session.stage);
    const reply = await requestOf(session.stage, name, session.token, { input });
    expect(reply).toMatchObject({ status: 401, message: "INVALID_JWT", body: { message: "INVALID_JWT" } });
    expect(await written(product, session.stage)).toEqual(before);
  });

  const open = withToken.filter(([, call]) => isOpen(call));

  test.each(open.filter(([name]) => rowOf(name).names.length > 0))(
    "finds nothing under another borrower's id in %s",
    async (name) => {
      const [field] = rowOf(name).names;
      const input = await rowOf(name).works(session.stage);
      const { id: other } = await session.stage.lender.hasBorrower({ email: "other@example.net" });
      const before = await written(product, session.stage);
      for (const id of [other, randomUUID()]) {
        const reply = await requestOf(session.stage, name, session.token, { input: { ...input, [field!]: id } });
        expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND", body: { message: "NOT_FOUND" } });
      }
      expect(await written(product, session.stage)).toEqual(before);
    },
  );

  test.each(open)("opens %s for its own borrower", async (name, call) => {
    const headers = { "x-membership-id": randomUUID() }; // of no meaning to who has no membership
    const reply = await requestOf(session.stage, name, session.token, { headers });
    expect(reply, String(reply.message)).toMatchObject({ status: call.status });
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });
});

/** The stage of a person whom the call admits: an admin, else the first of its roles. */
function admitted(stageFor: Stages, { who }: Call): Promise<Stage> {
  // A call only for borrower sessions refuses an admin like everyone else.
  const role: RoleName = admits(who, "admin") ? "admin" : (ROLES.find((name) => admits(who, name)) ?? "admin");
  return stageFor(role, who === "signed-in" ? "newcomer" : undefined);
}

/** The rows of this stage's organization, one line per table, read when no report is in progress. */
async function written({ asOwner }: TestProduct, { lender }: Stage): Promise<unknown[]> {
  const ofLender = (statement: string) => asOwner(`${statement} where organization_id = $1`, [lender.organizationId]);
  await vi.waitFor(async () => {
    const [reports] = await ofLender(
      "select count(*) filter (where state in ('queued', 'generating'))::int as under_way from asset_reports",
    );
    expect(reports).toEqual({ under_way: 0 });
  }, 20_000);
  const tables = [
    "borrowers",
    "bank_items",
    "asset_reports",
    "posts",
    "groups",
    "invitations",
    "audit_heads",
    "memberships",
  ];
  return Promise.all(
    tables.map((table) => ofLender(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)),
  );
}
