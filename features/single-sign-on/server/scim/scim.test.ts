import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { aBrowser } from "#features/auth/server/test-account.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aNewCompany, type Company, enforce, signIn } from "../test-sso.ts";
import { aDirectory, type Directory, withToken } from "./test-directory.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const patchOf = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const DEACTIVATE = patchOf({ op: "replace", value: { active: false } });

describe.each(ENGINES)("SCIM on %s", (engine) => {
  let product: TestProduct;
  let company: Company;
  let okta: Directory;
  beforeAll(async () => {
    product = await openTestProduct(engine);
    company = await aNewCompany(product);
    okta = await aDirectory(product, company.admin);
  });
  afterAll(() => product.close());

  const anAddress = (domain = company.domain) => `ida.${randomUUID().slice(0, 8)}@${domain}`;
  const oktaUser = (userName: string) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName,
    name: { givenName: "Ida", familyName: "Marsh" },
    emails: [{ primary: true, value: userName, type: "work" }],
    displayName: "Ida Marsh",
    locale: "en-US",
    externalId: randomUUID(),
    groups: [],
    password: "1mz050nq",
    active: true,
  });
  async function aUser(directory = okta, userName = anAddress()) {
    const { status, body } = await directory.send("POST", "/Users", oktaUser(userName));
    expect(status, JSON.stringify(body)).toBe(201);
    return body as { id: string; userName: string };
  }
  async function aGroup(displayName: string, ids: string[], directory = okta): Promise<string> {
    const members = ids.map((value) => ({ value }));
    const { status, body } = await directory.send("POST", "/Groups", { displayName, members });
    expect(status, JSON.stringify(body)).toBe(201);
    return (body as { id: string }).id;
  }
  const map = (
    id: string,
    role: "admin" | "editor" | "registered" | null,
    { admin } = company,
    groupId: string | null = null,
  ) => admin.send(calls.mapScimGroup, { id, role, groupId });
  const roleOf = async (id: string) => {
    const rows = await product.asOwner("select role, status from memberships where id = $1", [id]);
    return rows[0]!["status"] === "active" ? rows[0]!["role"] : null;
  };

  test("Okta's test of a provider passes", async () => {
    const first = await okta.send("GET", "/Users?count=1&startIndex=1");
    expect(first).toMatchObject({ status: 200, type: "application/scim+json; charset=utf-8" });
    const { totalResults, itemsPerPage, startIndex, schemas } = first.body;
    for (const count of [totalResults, itemsPerPage, startIndex]) expect(count).toBeTypeOf("number");
    expect(schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:ListResponse"]);

    const unknown = `${encodeURIComponent(`userName eq "${anAddress()}"`)}`;
    expect((await okta.send("GET", `/Users?filter=${unknown}`)).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect(await okta.send("GET", "/Users/00919288221112222")).toMatchObject({
      status: 404,
      body: { schemas: [ERROR], status: "404", detail: "There is no such resource." },
    });

    const user = oktaUser(anAddress());
    const made = await okta.send("POST", "/Users", user, "application/json");
    expect(made).toMatchObject({ status: 201, body: { ...pick(user), active: true } });
    expect(made.location).toContain(`/api/scim/v2/Users/${made.body.id}`);
    expect(JSON.stringify(made.body)).not.toContain(user.password);
    expect(await okta.send("GET", `/Users/${made.body.id}`)).toMatchObject({ status: 200, body: pick(user) });
    expect(await okta.send("POST", "/Users", user)).toMatchObject({
      status: 409,
      body: { status: "409", scimType: "uniqueness" },
    });
    const upper = encodeURIComponent(`userName eq "${user.userName.toUpperCase()}"`);
    expect((await okta.send("GET", `/Users?filter=${upper}&startIndex=1&count=100`)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: made.body.id }],
    });
    expect(await okta.send("GET", "/Groups")).toMatchObject({ status: 200 });
    expect(await withToken(product, "keyturn_sk_wrong").send("GET", "/Users")).toMatchObject({
      status: 401,
      body: { schemas: [ERROR], status: "401" },
    });
  });

  const pick = ({ userName, name, externalId }: ReturnType<typeof oktaUser>) => ({ userName, name, externalId });

  test("a user who was provisioned signs in with single sign-on, and Okta updates them with PUT", async () => {
    const { id, userName } = await aUser();
    const { status, body } = await signIn(aBrowser(product), { email: userName });
    expect(status).toBe(200);
    expect(await someoneWith(product, body.token).send(calls.listBorrowers)).toMatchObject({ status: 200 });

    const change = { ...oktaUser(userName), name: { givenName: "Ida", familyName: "Stone" } };
    expect(await okta.send("PUT", `/Users/${id}`, change)).toMatchObject({
      status: 200,
      body: { name: { familyName: "Stone" }, active: true },
    });
    expect(await okta.send("PUT", `/Users/${id}`, { ...change, active: false })).toMatchObject({
      status: 200,
      body: { active: false },
    });
    expect(await someoneWith(product, body.token).send(calls.listBorrowers)).toMatchObject({ status: 401 });
    expect((await okta.send("GET", `/Users/${id}`)).body).toMatchObject({ active: false });
    expect(await signIn(aBrowser(product), { email: userName })).toMatchObject({ message: "SSO_NO_MEMBER" });
    expect(await okta.send("PUT", `/Users/${id}`, change)).toMatchObject({ body: { active: true } });
    expect(await signIn(aBrowser(product), { email: userName })).toMatchObject({ status: 200 });
  });

  test("Entra finds, creates, disables with a text and deletes", async () => {
    const userName = anAddress();
    const filter = encodeURIComponent(`externalId eq ${randomUUID()} and userName eq "${userName}"`);
    expect((await okta.send("GET", `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 0 });
    const { id } = await aUser(okta, userName);
    const off = patchOf({ op: "Replace", path: "active", value: "False" });
    expect(await okta.send("PATCH", `/Users/${id}`, off)).toMatchObject({ status: 200, body: { active: false } });
    const on = patchOf(
      { op: "Add", path: "name.givenName", value: "Iduna" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "elsewhere@example.com" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Loans" },
      { op: "Replace", value: { active: true, "name.familyName": "Reed" } },
    );
    expect((await okta.send("PATCH", `/Users/${id}`, on)).body).toMatchObject({
      active: true,
      name: { givenName: "Iduna", familyName: "Reed" },
      emails: [{ value: userName }],
    });
    expect(await okta.send("DELETE", `/Users/${id}`)).toMatchObject({ status: 204, body: null });
    expect(await okta.send("GET", `/Users/${id}`)).toMatchObject({ status: 404 });
    expect(await roleOf(id)).toBeNull();
    expect((await aUser(okta, userName)).id).toBe(id);
  });

  test("Entra's groups give roles, and leaving them takes the role", async () => {
    const [one, other] = [await aUser(), await aUser()];
    const suffix = randomUUID();
    const loans = await aGroup(`Loans ${suffix}`, [one.id]);
    expect(await roleOf(one.id)).toBe("editor"); // the connection's default
    expect(await okta.send("POST", "/Groups", { displayName: `LOANS ${suffix}` })).toMatchObject({
      status: 409,
      body: { scimType: "uniqueness" },
    });
    expect(await map(loans, "registered")).toMatchObject({ status: 200 });
    expect(await roleOf(one.id)).toBe("registered");

    const add = patchOf({ op: "Add", path: "members", value: [{ value: other.id }] });
    expect(await okta.send("PATCH", `/Groups/${loans}`, add)).toMatchObject({ status: 204 });
    expect(await roleOf(other.id)).toBe("registered");
    const admins = await aGroup(`Admins ${suffix}`, [other.id]);
    await map(admins, "admin");
    expect(await roleOf(other.id)).toBe("admin");

    const found = encodeURIComponent(`displayName eq "loans ${suffix}"`);
    const { body } = await okta.send("GET", `/Groups?filter=${found}&excludedAttributes=members`);
    expect(body.Resources).toHaveLength(1);
    expect(body.Resources[0]).not.toHaveProperty("members");
    const { body: whole } = await okta.send("GET", `/Groups/${loans}`);
    expect(whole.members.map(({ value }: { value: string }) => value).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    );

    const legacy = patchOf({ op: "Remove", path: "members", value: [{ value: other.id }] });
    expect(await okta.send("PATCH", `/Groups/${admins}`, legacy)).toMatchObject({ status: 204 });
    expect(await roleOf(other.id)).toBe("registered");
    const filtered = patchOf({ op: "remove", path: `members[value eq "${other.id}"]` });
    expect(await okta.send("PATCH", `/Groups/${loans}`, filtered)).toMatchObject({ status: 204 });
    expect(await roleOf(other.id)).toBe("editor");
    const push = patchOf(
      { op: "replace", value: { id: loans, displayName: `Lending ${suffix}` } },
      { op: "replace", path: "members", value: [{ value: other.id, display: "Ida" }] },
    );
    expect(await okta.send("PATCH", `/Groups/${loans}`, push)).toMatchObject({ status: 204 });
    expect([await roleOf(one.id), await roleOf(other.id)]).toEqual(["editor", "registered"]);
    expect(await okta.send("DELETE", `/Groups/${loans}`)).toMatchObject({ status: 204 });
    expect(await roleOf(other.id)).toBe("editor");
  });

  test("a mapped group puts its members into a group of the organization", async () => {
    const { id } = await aUser();
    const name = `Branch ${randomUUID()}`;
    const made = await company.admin.send(calls.createGroup, { name });
    const scimGroup = await aGroup(name, [id]);
    expect(await map(scimGroup, null, company, made.body.id)).toMatchObject({ status: 200 });
    const groupsOf = async () => (await company.admin.send(calls.findMember, { id })).body.groups.map((one) => one.id);
    expect(await groupsOf()).toEqual([made.body.id]);
    expect(await roleOf(id)).toBe("editor");
    await okta.send("PATCH", `/Groups/${scimGroup}`, patchOf({ op: "remove", path: "members" }));
    expect(await groupsOf()).toEqual([]);
  });

  test("after a deactivation is answered, none of 1,000 requests is accepted, with 1,000 under way", async () => {
    const { id, userName } = await aUser();
    const { body } = await signIn(aBrowser(product), { email: userName });
    const person = someoneWith(product, body.token);
    expect(await person.send(calls.listGroupChoices)).toMatchObject({ status: 200 });
    const ask = async () => (await person.send(calls.listGroupChoices)).status;
    const askMany = (count: number) => Array.from({ length: count }, ask);
    const before = askMany(500);
    const deactivation = okta.send("PATCH", `/Users/${id}`, DEACTIVATE);
    const underWay = [...before, ...askMany(500)];
    expect(await deactivation).toMatchObject({ status: 200, body: { active: false } });
    const next = askMany(1_000);
    const statuses = new Set(await Promise.all(next));
    expect([...statuses]).toEqual([401]);
    for (const status of await Promise.all(underWay)) expect([200, 401, 403]).toContain(status);
  });

  test("the last admin and the last break-glass admin stay, however the directory asks", async () => {
    const strict = await aNewCompany(product);
    const directory = await aDirectory(product, strict.admin);
    await product.asOwner("update users set email = $2, email_key = $2 where id = $1", [
      strict.admin.userId,
      anAddress(strict.domain),
    ]);
    const path = `/Users/${strict.admin.membershipId}`;
    const group = await aGroup("Staff", [strict.admin.membershipId], directory);
    const refused = { status: 409, body: { schemas: [ERROR], status: "409" } };
    const attempts = () => [
      directory.send("DELETE", path),
      directory.send("PATCH", path, DEACTIVATE),
      directory.send("PUT", path, { ...oktaUser(anAddress(strict.domain)), active: false }),
    ];
    for (const attempt of attempts()) expect(await attempt).toMatchObject(refused);
    expect(await map(group, "editor", strict)).toMatchObject({ status: 409, message: "LAST_ADMIN" });

    const second = await aUser(directory, anAddress(strict.domain));
    const admins = await aGroup("Admins", [second.id], directory);
    expect(await map(admins, "admin", strict)).toMatchObject({ status: 200 });
    await enforce(product, strict);
    for (const attempt of attempts()) expect(await attempt).toMatchObject(refused);
    expect(await roleOf(strict.admin.membershipId)).toBe("admin");
    // The other one may go, also through the group.
    expect(await directory.send("DELETE", `/Groups/${admins}`)).toMatchObject({ status: 204 });
    expect(await directory.send("DELETE", `/Users/${second.id}`)).toMatchObject({ status: 204 });
  });

  test("concurrent requests for one user make one, and two admins never go at once", async () => {
    const user = oktaUser(anAddress());
    const replies = await Promise.all(Array.from({ length: 8 }, () => okta.send("POST", "/Users", user)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)]);

    const pair = await aNewCompany(product);
    const directory = await aDirectory(product, pair.admin);
    const users = [await aUser(directory, anAddress(pair.domain)), await aUser(directory, anAddress(pair.domain))];
    const admins = await aGroup(
      "Admins",
      users.map(({ id }) => id),
      directory,
    );
    await map(admins, "admin", pair);
    await product.asOwner("update memberships set role = 'observer' where id = $1", [pair.admin.membershipId]);
    await Promise.all(users.map(({ id }) => directory.send("PATCH", `/Users/${id}`, DEACTIVATE)));
    expect((await Promise.all(users.map(({ id }) => roleOf(id)))).filter((role) => role === "admin")).toHaveLength(1);
  });

  test("only addresses in a verified domain are provisioned, and an account's address never changes", async () => {
    const outside = await okta.send("POST", "/Users", oktaUser("someone@elsewhere.example"));
    expect(outside).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    const { id, userName } = await aUser();
    const renamed = anAddress();
    const change = { ...oktaUser(renamed), emails: [{ value: "attacker@example.com", primary: true }] };
    expect((await okta.send("PUT", `/Users/${id}`, change)).body).toMatchObject({
      userName: renamed,
      emails: [{ value: userName }],
    });
    const rows = await product.asOwner(
      "select u.email from users u join memberships m on m.user_id = u.id where m.id = $1",
      [id],
    );
    expect(rows).toEqual([{ email: userName }]);
  });

  test("a directory changes neither the name nor the sessions of someone who belongs to another organization", async () => {
    const other = await aLender(product);
    const person = await other.as("editor");
    const email = anAddress();
    await product.asOwner("update users set email = $2, email_key = $2 where id = $1", [person.userId, email]);
    const { id } = await aUser(okta, email);
    expect(await okta.send("GET", `/Users/${person.membershipId}`)).toMatchObject({ status: 404 });
    await okta.send("PUT", `/Users/${id}`, { ...oktaUser(email), name: { givenName: "Someone", familyName: "Else" } });
    expect(await okta.send("PATCH", `/Users/${id}`, DEACTIVATE)).toMatchObject({ body: { active: false } });
    expect(await person.send(calls.listBorrowers)).toMatchObject({ status: 200 });
    const names = await product.asOwner("select first_name from users where id = $1", [person.userId]);
    expect(names).toEqual([{ first_name: "Test" }]);
  });

  test("one organization's directory sees nothing of another's", async () => {
    const other = await aNewCompany(product);
    const theirs = await aDirectory(product, other.admin);
    const { id, userName } = await aUser();
    const group = await aGroup(`Ours ${randomUUID()}`, [id]);
    for (const [method, path, body] of [
      ["GET", `/Users/${id}`],
      ["PATCH", `/Users/${id}`, DEACTIVATE],
      ["DELETE", `/Users/${id}`],
      ["GET", `/Groups/${group}`],
      ["PATCH", `/Groups/${group}`, patchOf({ op: "remove", path: "members" })],
      ["DELETE", `/Groups/${group}`],
    ] as const)
      expect(await theirs.send(method, path, body), `${method} ${path}`).toMatchObject({ status: 404 });
    expect(await theirs.send("POST", "/Groups", { displayName: "Mine", members: [{ value: id }] })).toMatchObject({
      status: 400,
    });
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    expect((await theirs.send("GET", `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 0 });
    expect(await roleOf(id)).toBe("editor");
  });

  test("what the directory does is recorded under the name of its key", async () => {
    const { id } = await aUser();
    await okta.send("PATCH", `/Users/${id}`, DEACTIVATE);
    const rows = await product.asOwner(
      "select action, actor_id, detail->'apiKey'->>'name' as key from audit_rows where object_id = $1 order by seq",
      [id],
    );
    expect(rows).toEqual([
      { action: "member.joined", actor_id: null, key: "Okta" },
      { action: "member.removed", actor_id: null, key: "Okta" },
    ]);
  });

  test("someone who deletes their account is unknown to the directory", async () => {
    const { id, userName } = await aUser();
    const group = await aGroup(`Leavers ${randomUUID()}`, [id]);
    const { body } = await signIn(aBrowser(product), { email: userName });
    const erased = await someoneWith(product, body.token).send(calls.eraseAccount, {});
    expect(erased, String(erased.message)).toMatchObject({ status: 204 });
    expect(await okta.send("GET", `/Users/${id}`)).toMatchObject({ status: 404 });
    expect((await okta.send("GET", `/Groups/${group}`)).body).toMatchObject({ members: [] });
    expect((await aUser(okta, userName)).id).not.toBe(id);
  });

  test("a key without the scope, a session's token and no token are refused", async () => {
    const reader = await aDirectory(product, company.admin, { name: "Reader", scopes: ["borrowers:read"] });
    expect(await reader.send("GET", "/Users")).toMatchObject({ status: 403, body: { status: "403" } });
    for (const token of [company.admin.token, "x"])
      expect(await withToken(product, token).send("GET", "/Users")).toMatchObject({ status: 401 });
  });

  test("pages are stable and counted from 1", async () => {
    const paged = await aNewCompany(product);
    const directory = await aDirectory(product, paged.admin);
    for (let at = 0; at < 5; at++) await aUser(directory, anAddress(paged.domain));
    const page = async (query: string) => (await directory.send("GET", `/Users?${query}`)).body;
    const all = (await page("startIndex=0")).Resources.map(({ id }: { id: string }) => id) as string[];
    expect(all).toHaveLength(5);
    const two = await page("startIndex=3&count=2");
    expect(two).toMatchObject({ totalResults: 5, startIndex: 3, itemsPerPage: 2 });
    expect(two.Resources.map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4));
    expect(await page("count=0")).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect(await page("startIndex=9")).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await directory.send("GET", "/Users?startIndex=x")).toMatchObject({ status: 400 });
  });

  test("the description of the service is a list where Entra reads one", async () => {
    expect((await okta.send("GET", "/ServiceProviderConfig")).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    });
    for (const path of ["/Schemas", "/ResourceTypes"]) {
      const { body } = await okta.send("GET", path);
      expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 2 });
      const [first] = body.Resources as { id: string }[];
      expect((await okta.send("GET", `${path}/${first!.id}`)).body).toEqual(first);
    }
    expect(await okta.send("GET", "/Bulk")).toMatchObject({ status: 404, body: { schemas: [ERROR] } });
  });

  test("hostile input is refused as SCIM, and changes nothing", async () => {
    const { id } = await aUser();
    const filters = [
      "",
      " ",
      "userName",
      "userName eq",
      'userName co "a"',
      '__proto__ eq "a"',
      'constructor.name eq "Object"',
      'password eq "a"',
      'userName eq "a" or userName eq "b"',
      `userName eq "${"a".repeat(2_000)}"`,
      'userName eq "a" and '.repeat(20),
      'userName eq "\\u12"',
      'userName eq "\\u0000"',
      'userName eq "\\ud800"',
      "userName eq a\u0000b",
      "((((((((((((((((",
    ];
    for (const filter of filters)
      expect(await okta.send("GET", `/Users?filter=${encodeURIComponent(filter)}`), filter).toMatchObject({
        status: 400,
        body: { status: "400", scimType: "invalidFilter" },
      });
    const injected = encodeURIComponent(`userName eq "' or 1=1 --"`);
    expect((await okta.send("GET", `/Users?filter=${injected}`)).body).toMatchObject({ totalResults: 0 });

    const bodies: unknown[] = [
      null,
      [],
      "text",
      7,
      {},
      { Operations: [] },
      { Operations: {} },
      { Operations: [null] },
      patchOf({ op: "destroy", path: "active" }),
      patchOf({ op: "remove" }),
      patchOf({ op: "replace", path: { a: 1 }, value: 1 }),
      patchOf({ op: "replace", path: "active", value: 0 }),
      patchOf({ op: "replace", path: "active", value: {} }),
      patchOf({ op: "replace", path: "userName", value: "" }),
      patchOf({ op: "replace", path: "userName", value: ["a"] }),
      patchOf({ op: "replace", path: "name", value: "Ida" }),
      patchOf({ op: "replace", path: "name.givenName", value: "a\u0000b" }),
      patchOf({ op: "replace", path: "externalId", value: "x".repeat(501) }),
      patchOf(...Array.from({ length: 1_001 }, () => ({ op: "replace", path: "active", value: true }))),
    ];
    for (const body of bodies)
      expect(await okta.send("PATCH", `/Users/${id}`, body), JSON.stringify(body).slice(0, 200)).toMatchObject({
        status: 400,
        body: { schemas: [ERROR], status: "400" },
      });
    for (const text of ['{"__proto__":{"active":false}}', '{"a":{"constructor":{"prototype":{}}}}', "{", "", "<xml/>"])
      expect(await okta.sendText("PATCH", `/Users/${id}`, text), text).toMatchObject({ status: 400 });
    const harmless = patchOf(
      { op: "add", path: "__proto__.isAdmin", value: true },
      { op: "add", path: "constructor.prototype.isAdmin", value: true },
      { op: "replace", path: "role", value: "root" },
    );
    expect(await okta.send("PATCH", `/Users/${id}`, harmless)).toMatchObject({ status: 200 });
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    const large = { ...oktaUser(anAddress()), locale: "x".repeat(1_000_000) };
    expect(await okta.send("POST", "/Users", large)).toMatchObject({ status: 413, body: { status: "413" } });
    expect(await okta.send("POST", "/Users", {}, "text/plain")).toMatchObject({ status: 415, body: { status: "415" } });
    for (const members of ["all", [{}], [{ value: "x" }], [{ value: { a: 1 } }], [null]])
      expect(await okta.send("POST", "/Groups", { displayName: randomUUID(), members })).toMatchObject({ status: 400 });
    expect(await roleOf(id)).toBe("editor");
  });
});
