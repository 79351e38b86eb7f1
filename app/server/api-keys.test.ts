// Every call by every scope, and what makes a key count.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiKeyDetails } from "#features/developers/contract.ts";
import { API_KEY_REQUESTS_PER_MINUTE, type Call } from "#platform/contract/call.ts";
import { API_KEY_PREFIX, API_SCOPES, type ApiScope, needsToken } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { requestOf, rowOf } from "../../testing/request.ts";
import { aStage, type Stage } from "../../testing/stage.ts";

const { createApiKey, listApiKeys, readCaller, revokeApiKey, rotateApiKey, updateApiKey } = calls;
const { createBorrower, findOwnBorrower, listAudit, listOrganizationBorrowers } = calls;
const every = (Object.entries<Call>(calls) as [CallName, Call][]).filter(([, { who }]) => needsToken(who));
const INVALID = { status: 401, message: "INVALID_API_KEY" };

async function aKey(admin: Person, details: Partial<ApiKeyDetails & { expiresAt: string }> = {}) {
  const reply = await admin.send(createApiKey, {
    ...{ name: "Loan system", scopes: [...API_SCOPES], addresses: [], expiresAt: null },
    ...details,
  });
  expect(reply, String(reply.message)).toMatchObject({ status: 201 });
  return reply.body;
}

describe.each(ENGINES)("an API key on %s", (engine) => {
  let product: TestProduct;
  let stage: Stage;
  let elsewhere: Stage;
  const secrets = new Map<ApiScope, string>();

  beforeAll(async () => {
    product = await openTestProduct(engine);
    stage = await (await aStage(product))("admin");
    elsewhere = await (await aStage(product))("admin");
    for (const scope of API_SCOPES) secrets.set(scope, (await aKey(stage.person, { scopes: [scope] })).secret);
  });
  afterAll(() => product.close());

  const newest = async () =>
    (
      await product.asOwner("select coalesce(max(seq), 0)::text as seq from audit_rows where organization_id = $1", [
        stage.lender.organizationId,
      ])
    )[0]!["seq"];
  /** What was recorded since under a person's name and not the key's. */
  const namesOfPeople = (after: unknown) =>
    product.asOwner(
      "select action from audit_rows where organization_id = $1 and seq > $2::bigint and actor_id is not null",
      [stage.lender.organizationId, after],
    );

  describe.each(every)("%s", (name, call) => {
    test.each(API_SCOPES)(
      "is open to a key with the scope %s only if the call asks for it or for any",
      async (scope) => {
        const secret = secrets.get(scope)!;
        if (call.apiScope !== scope && call.apiScope !== "any") {
          // The scope is checked before the input.
          const reply = await requestOf(stage, name, secret, { input: {} });
          return expect(reply).toMatchObject({ status: 403, message: call.apiScope ? "SCOPE_MISSING" : "FORBIDDEN" });
        }
        const input = await rowOf(name).works(stage);
        const before = await newest();
        const reply = await requestOf(stage, name, secret, { input });
        expect(reply, String(reply.message)).toMatchObject({ status: call.status });
        expect(await namesOfPeople(before)).toEqual([]);
        expect(reply.headers.get("cache-control")).toBe("no-store");
      },
    );

    const scope = API_SCOPES.find((one) => call.apiScope === one);
    if (scope)
      test.each(rowOf(name).names)("finds nothing for a key under another organization's %s", async (field) => {
        const own = await rowOf(name).works(stage);
        const foreign = { ...own, [field]: (await rowOf(name).works(elsewhere))[field] };
        const reply = await requestOf(stage, name, secrets.get(scope)!, { input: foreign });
        expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND" });
      });
  });
});

describe.each(ENGINES)("an API key's life on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  const listWith = (secret: string, headers = {}) =>
    someoneWith(product, secret, headers).send(listOrganizationBorrowers);

  test("its secret is in the reply that creates it and nowhere else", async () => {
    const { key, secret } = await aKey(admin);
    expect(secret).toMatch(new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`));
    expect(secret.endsWith(key.secretEnd)).toBe(true);
    const listed = await admin.send(listApiKeys);
    expect(listed.body).toContainEqual(key);
    const stored = await product.asOwner("select to_jsonb(k)::text as row from api_keys k where id = $1", [key.id]);
    const acts = await product.asOwner("select detail::text from audit_rows where object_id = $1", [key.id]);
    expect(acts).toHaveLength(1);
    for (const text of [listed.body, stored, acts]) expect(JSON.stringify(text)).not.toContain(secret);
    expect(await listWith(secret)).toMatchObject({ status: 200 });
  });

  test("an unknown, expired or revoked one is refused, also between two requests", async () => {
    for (const unknown of [API_KEY_PREFIX, `${API_KEY_PREFIX}x`, API_KEY_PREFIX + "A".repeat(43)])
      expect(await listWith(unknown)).toMatchObject(INVALID);
    const { key, secret } = await aKey(admin, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await listWith(secret)).toMatchObject({ status: 200 });
    await product.asOwner("update api_keys set expires_at = now() - interval '1 second' where id = $1", [key.id]);
    expect(await listWith(secret)).toMatchObject(INVALID);
    expect((await admin.send(listApiKeys)).body.map(({ id }) => id)).toContain(key.id);

    const other = await aKey(admin);
    expect(await listWith(other.secret)).toMatchObject({ status: 200 });
    expect(await admin.send(revokeApiKey, { id: other.key.id })).toMatchObject({ status: 204 });
    expect(await listWith(other.secret)).toMatchObject(INVALID);
    expect((await admin.send(listApiKeys)).body.map(({ id }) => id)).not.toContain(other.key.id);
    for (const gone of [
      admin.send(revokeApiKey, { id: other.key.id }),
      admin.send(rotateApiKey, { id: other.key.id, overlapHours: 1, version: 1 }),
      admin.send(updateApiKey, { id: other.key.id, name: "x", scopes: ["reports:read"], addresses: [], version: 1 }),
    ])
      expect(await gone).toMatchObject({ status: 404 });
  });

  test("it can ask who it is, and a person too", async () => {
    const { key, secret } = await aKey(admin, { scopes: ["billing:read"] });
    const { organizationId } = lender;
    const { body } = await someoneWith(product, secret).send(readCaller);
    expect(body).toMatchObject({ organizationId, role: "admin", apiKey: { id: key.id, scopes: ["billing:read"] } });
    expect((await admin.send(readCaller)).body).toMatchObject({ organizationId, role: "admin", apiKey: null });
  });

  test("after a rotation both secrets work until the overlap ends", async () => {
    const { key, secret: first } = await aKey(admin);
    const second = (await admin.send(rotateApiKey, { id: key.id, overlapHours: 24, version: key.version })).body;
    expect(second.key.previousEndsAt).not.toBeNull();
    for (const secret of [first, second.secret]) expect(await listWith(secret)).toMatchObject({ status: 200 });
    await product.asOwner("update api_keys set previous_ends_at = now() - interval '1 second' where id = $1", [key.id]);
    expect(await listWith(first)).toMatchObject(INVALID);
    expect(await listWith(second.secret)).toMatchObject({ status: 200 });
    const third = (await admin.send(rotateApiKey, { id: key.id, overlapHours: 0, version: second.key.version })).body;
    expect(third.key.previousEndsAt).toBeNull();
    expect(await listWith(second.secret)).toMatchObject(INVALID);
    expect(await listWith(third.secret)).toMatchObject({ status: 200 });
  });

  test("of two rotations at once one is refused, so that the secret in use works to the end of the overlap", async () => {
    const { key, secret } = await aKey(admin);
    const rotate = () => admin.send(rotateApiKey, { id: key.id, overlapHours: 24, version: key.version });
    const replies = await Promise.all([rotate(), rotate()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.map(({ message }) => message)).toContain("STALE");
    const rotated = replies.find(({ status }) => status === 200)!.body;
    for (const one of [secret, rotated.secret]) expect(await listWith(one)).toMatchObject({ status: 200 });
  });

  test("of changes at once by several admins one counts, and the others have to look again", async () => {
    const { key } = await aKey(admin);
    const scopes = [...API_SCOPES];
    const change = (name: string) =>
      admin.send(updateApiKey, { id: key.id, name, scopes, addresses: [], version: key.version });
    const replies = await Promise.all(["One", "Two", "Three"].map(change));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const saved = replies.find(({ status }) => status === 200)!.body;
    expect((await admin.send(listApiKeys)).body.find(({ id }) => id === key.id)).toEqual(saved);
    const acts = await product.asOwner(
      "select detail ->> 'name' as name from audit_rows where object_id = $1 and action = 'api-key.edited'",
      [key.id],
    );
    expect(acts).toEqual([{ name: saved.name }]);
    expect(await admin.send(rotateApiKey, { id: key.id, overlapHours: 0, version: key.version })).toMatchObject({
      status: 409,
      message: "STALE",
    });
  });

  test("a loan officer who works alone has keys, and has none once there is a colleague", async () => {
    const alone = await aLender(product);
    const officer = await alone.as("admin");
    await product.asOwner("update memberships set role = 'registered' where id = $1", [officer.membershipId]);
    const { key, secret } = await aKey(officer);
    expect(await listWith(secret)).toMatchObject({ status: 200 });
    const rotation = { id: key.id, overlapHours: 0, version: key.version };
    expect(await officer.send(rotateApiKey, rotation)).toMatchObject({ status: 200 });
    await alone.newcomer("registered");
    for (const refused of [officer.send(listApiKeys), officer.send(revokeApiKey, { id: key.id })])
      expect(await refused).toMatchObject({ status: 403, message: "FORBIDDEN" });
  });

  test("using it changes no version", async () => {
    const { key, secret } = await aKey(admin);
    await listWith(secret);
    const details = { name: "Renamed", scopes: [...API_SCOPES], addresses: [] };
    expect(await admin.send(updateApiKey, { id: key.id, ...details, version: key.version })).toMatchObject({
      status: 200,
    });
  });

  test("works from the addresses that it names alone", async () => {
    const here = await aKey(admin, { addresses: ["10.0.0.0/8", "127.0.0.0/8", "::1"] });
    const there = await aKey(admin, { addresses: ["203.0.113.7", "2001:db8::/32"] });
    expect(await listWith(here.secret)).toMatchObject({ status: 200 });
    expect(await listWith(there.secret)).toMatchObject({ status: 403, message: "ADDRESS_NOT_ALLOWED" });
    for (const addresses of [["10.0.0.0/40"], ["example.org"], ["10.0.0"], [""]])
      expect(
        await admin.send(createApiKey, { name: "x", scopes: ["reports:read"], addresses, expiresAt: null }),
      ).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
  });

  test("what it does is recorded under its name, and the first use of a day too", async () => {
    const { key, secret } = await aKey(admin, { name: "Acme LOS" });
    const someone = someoneWith(product, secret);
    const person = { firstName: "Nora", lastName: "Whitfield", email: `${randomUUID()}@example.net` };
    const { body: borrower } = await someone.send(createBorrower, person);
    await someone.send(findOwnBorrower, { id: borrower.id });
    const { body: events } = await admin.send(listAudit);
    const apiKey = { id: key.id, name: "Acme LOS" };
    expect(events.filter(({ detail }) => (detail["apiKey"] as { id: string } | undefined)?.id === key.id)).toEqual([
      expect.objectContaining({
        action: "borrower.created",
        actorId: null,
        detail: expect.objectContaining({ apiKey }),
      }),
      expect.objectContaining({ action: "api-key.used", actorId: null, detail: { apiKey } }),
    ]);
    const used = (await admin.send(listApiKeys)).body.find(({ id }) => id === key.id)!;
    expect(Math.abs(Date.now() - Date.parse(used.lastUsedAt!))).toBeLessThan(120_000);
    expect(used.lastUsedAddress).toMatch(/127\.0\.0\.1|::1/);
  });

  test("goes on under another admin when the one who made it leaves, and ends with the last", async () => {
    const fresh = await aLender(product);
    const [maker, other] = [await fresh.newcomer("admin"), await fresh.newcomer("admin")];
    const { secret } = await aKey(maker);
    const status = (membership: string) =>
      product.asOwner("update memberships set status = 'removed' where id = $1", [membership]);
    await status(maker.membershipId);
    expect(await listWith(secret)).toMatchObject({ status: 200 });
    await status(other.membershipId);
    await product.asOwner("update memberships set role = 'editor' where organization_id = $1 and role = 'admin'", [
      fresh.organizationId,
    ]);
    expect(await listWith(secret)).toMatchObject(INVALID);
  });

  test("names no other membership, changes no keys, and makes nothing twice under one idempotency key", async () => {
    const { secret } = await aKey(admin);
    const stranger = await (await aLender(product)).as("admin");
    expect(await listWith(secret, { "x-membership-id": stranger.membershipId })).toMatchObject({ status: 403 });
    expect(await someoneWith(product, secret).send(listApiKeys)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    const person = { firstName: "Nora", lastName: "Whitfield", email: `${randomUUID()}@example.net` };
    const keyed = someoneWith(product, secret, { "idempotency-key": randomUUID() });
    const [first, again] = [await keyed.send(createBorrower, person), await keyed.send(createBorrower, person)];
    expect(again.body.id).toBe(first.body.id);
  });

  test("needs a recent login to create, rotate or change, and there are at most fifty", async () => {
    const fresh = await aLender(product);
    const owner = await fresh.as("admin");
    await product.asOwner(
      `insert into api_keys (organization_id, id, name, scopes, addresses, secret_hash, secret_end, created_by)
       select $1, gen_random_uuid(), 'n', '{reports:read}', '{}', sha256(gen_random_uuid()::text::bytea), 'abcd', $2
       from generate_series(1, 50)`,
      [fresh.organizationId, owner.userId],
    );
    expect(
      await owner.send(createApiKey, { name: "x", scopes: ["reports:read"], addresses: [], expiresAt: null }),
    ).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
  });
});

test(
  "a key may make so many requests a minute, and each reply says how many are left",
  { timeout: 120_000 },
  async () => {
    const product = await openTestProduct(ENGINES[0]!, { LIMITS: "on" });
    try {
      const admin = await (await aLender(product)).as("admin");
      const { secret } = await aKey(admin, { scopes: ["reports:read"] });
      const someone = someoneWith(product, secret);
      const replies = [];
      for (let request = 0; request <= API_KEY_REQUESTS_PER_MINUTE; request++)
        replies.push(await someone.send(findOwnBorrower, { id: randomUUID() }));
      expect(replies[0]!.headers.get("x-ratelimit-limit")).toBe(String(API_KEY_REQUESTS_PER_MINUTE));
      expect(replies[0]!.headers.get("x-ratelimit-remaining")).toBe(String(API_KEY_REQUESTS_PER_MINUTE - 1));
      expect(replies.slice(0, -1).every(({ status }) => status === 403)).toBe(true);
      expect(replies.at(-1)).toMatchObject({ status: 429, message: "TOO_MANY_REQUESTS" });
      expect(Number(replies.at(-1)!.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await product.close();
    }
  },
);
