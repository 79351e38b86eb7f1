// Asked of every call, from its record: it works, no token, a bad one, too low a role, another organization.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { updateUser } from "#features/identity/server/store.ts";
import { isFile, type Call } from "#kit/contract/call.ts";
import { admits, admitsVisit, needsToken, ROLES, type RoleName } from "#kit/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "./test-database.ts";
import { nobody, someoneWith } from "./test-lender.ts";
import { openTestProduct, type TestProduct } from "./test-product.ts";
import { requestOf, rowOf } from "./test-request.ts";
import { aStage, aVisitStage, type Stage, type Stages } from "./test-stage.ts";
import { badTokens, claimsOf, mint } from "./test-tokens.ts";

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

  // Of no device, so that a log-out among the calls ends nobody else's session.
  const tokenOf = (userId: string) => mint(secret, claimsOf(userId));

  test.each(every.filter(([, { who }]) => typeof who === "string"))("%s works", async (name, call) => {
    const stage = await stageFor("registered", "newcomer");
    const reply = await requestOf(stage, name, needsToken(call.who) ? tokenOf(stage.person.userId) : null);
    expect(reply).toMatchObject({ status: call.status });
  });

  test.each(every.filter(([, { who }]) => who === "signature"))("B15 %s refuses what is not signed", async (name) => {
    const stage = await stageFor("registered");
    const input = await rowOf(name).works(stage);
    const refused = { status: 400, message: "INVALID_SIGNATURE", body: { message: "INVALID_SIGNATURE" } };
    const forged = await rowOf(name).headers!(stage); // every signed call's row brings its header
    for (const header of Object.keys(forged)) {
      expect(await nobody(product).send<Call>(calls[name], input), "missing").toMatchObject(refused);
      for (const value of ["", "x", ...Object.values(badTokens(secret, randomUUID()))])
        expect(await nobody(product, { [header]: value }).send<Call>(calls[name], input)).toMatchObject(refused);
    }
    const changed = await nobody(product, forged).send<Call>(calls[name], { ...input, more: 1 });
    expect(changed).toMatchObject(refused);
  });

  describe.each(withToken)("%s", (name, call) => {
    test.each(ROLES)("S6.17 Z8 Z10 answers a member with the role %s as its `who` says", async (role) => {
      const stage = await stageFor(role, call.who === "signed-in" ? "newcomer" : undefined);
      const reply = await requestOf(stage, name, tokenOf(stage.person.userId));
      // Nobody here is alone, or in a group for billing: a role that needs to be is refused.
      if (!admits(call.who, role) || call.given[role])
        return expect(reply).toMatchObject({ status: 403, message: "FORBIDDEN" });
      expect(reply).toMatchObject({ status: call.status });
      expect(reply.headers.get("cache-control")).toBe("no-store");
      if (isFile(call.reply)) expect(call.reply.file).toContain(reply.headers.get("content-type"));
    });

    test("S6.23 S9.27 J1 J2 J3 J4 J5 refuses no token and every bad one", async () => {
      const stage = await admitted(stageFor, call);
      const input = await rowOf(name).works(stage);
      const refused = { status: 401, message: "INVALID_JWT", body: { message: "INVALID_JWT" } };
      expect(await requestOf(stage, name, null, { input }), "no token").toMatchObject(refused);
      for (const [fault, token] of Object.entries(badTokens(secret, stage.person.userId)))
        expect(await requestOf(stage, name, token, { input }), fault).toMatchObject(refused);
      expect(await requestOf(stage, name, tokenOf(randomUUID()), { input })).toMatchObject({
        status: 401,
        message: "NO_USER",
      });
    });

    test(`${call.anyMembership ? "heeds" : "takes"} no membership that is somebody else's`, async () => {
      const stranger = await (await elsewhere("admin")).lender.as("admin");
      let stage = await admitted(stageFor, call);
      for (const membershipId of [stranger.membershipId, randomUUID(), "x' or '1'='1"]) {
        if (call.anyMembership) stage = await admitted(stageFor, call); // one that is answered may end the log-in
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
          product.database.db.transaction(product.database.across, (tx) =>
            updateUser(tx, product.database.across, userId, { emailConfirmed }),
          );
        const input = await rowOf(name).works(stage);
        const before = await written(product, stage);
        await confirm(false);
        const reply = await requestOf(stage, name, tokenOf(userId), { input });
        await confirm(true);
        expect(reply).toMatchObject({ status: 403, message: "EMAIL_NOT_CONFIRMED" });
        expect(await written(product, stage)).toEqual(before);
      });

    test.each(rowOf(name).names)("Z1 Z2 Z4 finds nothing under another organization's %s", async (field) => {
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

  test("J4 rights are the database's, whatever the token says", async () => {
    const stage = await stageFor("observer");
    const claims = claimsOf(stage.person.userId, {
      role: "root",
      memberships: [{ id: stage.person.membershipId, role: { id: "root", name: "root" } }],
    });
    const reply = await someoneWith(product, mint(secret, claims)).send(calls.listOrganizationBorrowers);
    expect(reply).toMatchObject({ status: 403, message: "FORBIDDEN" });
  });
});

describe.each(ENGINES)("a visit on %s", (engine) => {
  let product: TestProduct;
  let visit: Awaited<ReturnType<typeof aVisitStage>>;
  let stageFor: Stages;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    visit = await aVisitStage(product);
    stageFor = await aStage(product);
  });
  afterAll(() => product.close());

  const isOpen = ({ who }: Call) => typeof who !== "string" && admitsVisit(who);

  test.each(withToken.filter(([, call]) => !isOpen(call)))("Z10 J3 opens no %s", async (name, call) => {
    const stage = await admitted(stageFor, call);
    const input = await rowOf(name).works(stage);
    const before = await written(product, visit.stage);
    const reply = await requestOf(visit.stage, name, visit.token, { input });
    expect(reply).toMatchObject({ status: 401, message: "INVALID_JWT", body: { message: "INVALID_JWT" } });
    expect(await written(product, visit.stage)).toEqual(before);
  });

  const open = withToken.filter(([, call]) => isOpen(call));

  test.each(open.filter(([name]) => rowOf(name).names.length > 0))(
    "Z2 finds nothing under another borrower's id in %s",
    async (name) => {
      const [field] = rowOf(name).names;
      const input = await rowOf(name).works(visit.stage);
      const { id: other } = await visit.stage.lender.hasBorrower({ email: "other@example.net" });
      const before = await written(product, visit.stage);
      for (const id of [other, randomUUID()]) {
        const reply = await requestOf(visit.stage, name, visit.token, { input: { ...input, [field!]: id } });
        expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND", body: { message: "NOT_FOUND" } });
      }
      expect(await written(product, visit.stage)).toEqual(before);
    },
  );

  test.each(open)("S6.6 opens %s for its own borrower", async (name, call) => {
    const headers = { "x-membership-id": randomUUID() }; // of no meaning to who has no membership
    const reply = await requestOf(visit.stage, name, visit.token, { headers });
    expect(reply, String(reply.message)).toMatchObject({ status: call.status });
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });
});

/** The stage of somebody whom the call lets in: an admin, else the first of its roles. */
function admitted(stageFor: Stages, { who }: Call): Promise<Stage> {
  // What is for visits alone refuses an admin as well as anybody.
  const role: RoleName = admits(who, "admin") ? "admin" : (ROLES.find((name) => admits(who, name)) ?? "admin");
  return stageFor(role, who === "signed-in" ? "newcomer" : undefined);
}

/** What stands in the database of this stage's organization, in one line a table, once no report is on its way. */
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
