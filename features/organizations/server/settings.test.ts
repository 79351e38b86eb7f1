import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { payloadOf, withSecondFactor } from "#features/auth/server/test-account.ts";
import { LOGO_MAX_BYTES, type OrganizationSettings } from "#features/organizations/contract.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aChange } from "./test-settings.ts";

const { readOrganizationSettings, updateOrganization, refreshToken, listAudit, listBorrowers } = calls;

describe.each(FEATURE_ENGINES)("an organization's settings on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  const settings = async (person = admin) => (await person.send(readOrganizationSettings)).body;
  const write = async (changes: Parameters<typeof aChange>[1], person = admin, before?: OrganizationSettings) =>
    person.send(updateOrganization, aChange(before ?? (await settings(person)), changes));

  test("start with the default policies and no other values", async () => {
    const fresh = await (await aLender(product)).as("admin");
    expect(await settings(fresh)).toMatchObject({
      name: "Test Lending",
      nmlsId: null,
      timeZone: "America/New_York",
      logoURL: null,
      version: 1,
      policy: {
        nsfReview: 3,
        nsfBlocker: 5,
        defaultDays: 90,
        retentionDays: 1095,
        restrictByGroup: false,
        requireSecondFactor: false,
        borrowerMaySeeReport: false,
        connectInPerson: false,
        generateOnConnect: false,
        bankDataProduct: "assets",
        spendCap: null,
      },
    });
  });

  test("are saved as a whole, and the new name is in the next token", async () => {
    const changes = {
      name: "Źródło Lending & Co.",
      nmlsId: "123456789012",
      phone: "+15550100200",
      address: "1 Main Street\nSpringfield",
      timeZone: "America/Los_Angeles",
      replyTo: "hello@lending.example",
      policy: { nsfReview: 2, nsfBlocker: 2, defaultDays: 731, retentionDays: 30, spendCap: 100_000_000_000 },
    };
    const before = await settings();
    const written = await write(changes);
    expect(written).toMatchObject({ status: 200, body: { ...changes, version: before.version + 1 } });
    expect(await settings()).toEqual(written.body);
    const token = payloadOf((await admin.send(refreshToken)).body.token);
    expect(JSON.stringify(token)).toContain("Źródło Lending & Co.");
  });

  test("a change is in the audit log by its field names, and saving without a change is not", async () => {
    const before = await settings();
    expect((await write({})).body).toEqual(before);
    await write({ phone: "+15550100199", policy: { borrowerMaySeeReport: !before.policy.borrowerMaySeeReport } });
    const [act] = (await admin.send(listAudit, { limit: 1 })).body;
    expect(act).toMatchObject({
      action: "organization.edited",
      objectId: lender.organizationId,
      actorId: admin.userId,
      detail: { fields: ["phone", "policy.borrowerMaySeeReport"] },
    });
  });

  test.each([
    [{ name: "A" }, "name", "TOO_SMALL"],
    [{ name: "x".repeat(121) }, "name", "TOO_BIG"],
    [{ name: "Acme\u0000Lending" }, "name", "INVALID_FORMAT"],
    [{ name: "Acme\r\nBcc: all" }, "name", "INVALID_FORMAT"],
    [{ nmlsId: "12a" }, "nmlsId", "INVALID_FORMAT"],
    [{ nmlsId: "1".repeat(13) }, "nmlsId", "INVALID_FORMAT"],
    [{ phone: "" }, "phone", "INVALID_FORMAT"],
    [{ phone: "555 not a phone" }, "phone", "INVALID_FORMAT"],
    [{ address: "x".repeat(301) }, "address", "TOO_BIG"],
    [{ timeZone: "Mars/Olympus" }, "timeZone", "INVALID_VALUE"],
    [{ timeZone: "+05:30" }, "timeZone", "INVALID_FORMAT"],
    [{ timeZone: "__proto__" }, "timeZone", "INVALID_FORMAT"],
    [{ timeZone: "America/New_York\u0000" }, "timeZone", "INVALID_VALUE"],
    [{ replyTo: "a@b\nBcc: all" }, "replyTo", "INVALID_FORMAT"],
    [{ policy: { nsfReview: 6, nsfBlocker: 5 } }, "policy.nsfBlocker", "TOO_SMALL"],
    [{ policy: { nsfReview: 0 } }, "policy.nsfReview", "TOO_SMALL"],
    [{ policy: { defaultDays: 732 } }, "policy.defaultDays", "TOO_BIG"],
    [{ policy: { retentionDays: 29 } }, "policy.retentionDays", "TOO_SMALL"],
    [{ policy: { retentionDays: 90.5 } }, "policy.retentionDays", "INVALID_TYPE"],
    [{ policy: { spendCap: -1 } }, "policy.spendCap", "TOO_SMALL"],
    [{ policy: { restrictByGroup: "yes" as never } }, "policy.restrictByGroup", "INVALID_TYPE"],
  ])("with %j are refused by field, and nothing is saved", async (changes, field, code) => {
    const before = await settings();
    const reply = await write(changes);
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    expect(reply.errors).toContainEqual({ field, code });
    expect(await settings()).toEqual(before);
  });

  test("keys that name a prototype have no effect", async () => {
    const before = await settings();
    const { policy, ...change } = aChange(before, { name: "Polluted" });
    const body = JSON.stringify({ ...change, policy: { ...policy, own: 1 } }).replace('"own"', '"__proto__"');
    const headers = { authorization: `bearer ${admin.token}`, "content-type": "application/json" };
    const reply = await fetch(`${product.url}/api/latest/admin/organization`, { method: "PUT", headers, body });
    expect(reply.status).toBe(400);
    expect(await settings()).toEqual(before);
  });

  test("a stale version is refused, and of two concurrent changes one is saved", async () => {
    const before = await settings();
    const replies = await Promise.all(["One", "Two"].map((name) => write({ name: `${name} Lending` }, admin, before)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "STALE" });
    expect(await settings()).toEqual(replies.find(({ status }) => status === 200)!.body); // one of them
  });

  test("only an admin with a second factor can require one of all admins", async () => {
    const testLender = await aLender(product);
    const [caller, other] = [await testLender.as("admin"), await testLender.newcomer("admin")];
    const ask = { policy: { requireSecondFactor: true } };
    const refused = await write(ask, caller);
    expect(refused).toMatchObject({ status: 409, message: "OWN_SECOND_FACTOR_MISSING" });
    expect((await settings(caller)).policy.requireSecondFactor).toBe(false);

    await withSecondFactor(product, caller);
    expect(await write(ask, caller)).toMatchObject({ status: 200, body: ask });
    expect(await other.send(readOrganizationSettings)).toMatchObject({
      status: 403,
      message: "SECOND_FACTOR_NOT_SET_UP",
    });
    expect(await (await testLender.as("registered")).send(listBorrowers)).toMatchObject({ status: 200 });
  });

  test("belong to the active organization, even for root, and no other organization changes", async () => {
    const there = await aLender(product);
    const theirs = await settings(await there.as("admin"));
    const root = await lender.as("root");
    expect(await write({ name: "Rooted Lending" }, root)).toMatchObject({
      status: 200,
      body: { id: lender.organizationId, name: "Rooted Lending" },
    });
    expect(await settings(await there.as("admin"))).toEqual(theirs);
  });
});

describe("logo", () => {
  const { uploadLogo, removeLogo, readLogo, readOrganizationSettings } = calls;

  describe.each(FEATURE_ENGINES)("an organization's logo on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;
    let admin: Person;

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
      admin = await lender.as("admin");
    });
    afterAll(() => product.close());

    const upload = async (file = aPicture()) => {
      const reply = await admin.send(uploadLogo, { file });
      expect(reply).toMatchObject({ status: 200 });
      return reply.body.logoURL!; // just uploaded
    };
    const stored = async () =>
      (await product.asOwner("select id from logos where organization_id = $1", [lender.organizationId])).length;

    test("is shown to anyone who knows its random id, byte for byte", async () => {
      const url = await upload();
      expect(url).toBe(`${product.url}/api/latest/logo/${url.split("/").at(-1)}`);
      expect((await admin.send(readOrganizationSettings)).body.logoURL).toBe(url);
      const shown = await fetch(url);
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(await aPicture().arrayBuffer()));
      const again = await fetch(url, { headers: { "if-none-match": shown.headers.get("etag")! } });
      expect(again.status).toBe(304);
      const part = await fetch(url, { headers: { range: "bytes=1-3" } });
      expect([part.status, await part.text()]).toEqual([206, "PNG"]);
    });

    test("is replaced by the next one under another id, without a new version of the form", async () => {
      const { version } = (await admin.send(readOrganizationSettings)).body;
      const [first, second] = [await upload(), await upload(aPicture("a newer logo"))];
      expect(second).not.toBe(first);
      expect((await fetch(first)).status).toBe(404);
      expect(await stored()).toBe(1);
      expect((await admin.send(readOrganizationSettings)).body.version).toBe(version);
    });

    test("of ten simultaneous uploads one remains, and it is the one that is shown", async () => {
      await Promise.all(Array.from({ length: 10 }, (_, index) => upload(aPicture(`number ${index}`))));
      expect(await stored()).toBe(1);
      const { logoURL } = (await admin.send(readOrganizationSettings)).body;
      expect((await fetch(logoURL!)).status).toBe(200); // there is one
    });

    test("is removed, and removing it again adds no audit event", async () => {
      const url = await upload();
      expect(await admin.send(removeLogo)).toMatchObject({ status: 200, body: { logoURL: null } });
      expect((await fetch(url)).status).toBe(404);
      expect(await admin.send(removeLogo)).toMatchObject({ status: 200, body: { logoURL: null } });
      const acts = await product.asOwner(
        "select action from audit_rows where organization_id = $1 and action like 'organization.logo-%' order by seq desc limit 2",
        [lender.organizationId],
      );
      expect(acts.map(({ action }) => action)).toEqual(["organization.logo-removed", "organization.logo-changed"]);
    });

    test("a file that is not a picture or is too large is refused, and the previous logo stays", async () => {
      const url = await upload();
      const script = await admin.send(uploadLogo, { file: new Blob(["<svg onload=alert(1)>"]) });
      expect(script).toMatchObject({ status: 415, message: "UNSUPPORTED_MEDIA_TYPE" });
      const large = await admin.send(uploadLogo, { file: aPicture("x".repeat(LOGO_MAX_BYTES)) });
      expect(large).toMatchObject({ status: 413, message: "PAYLOAD_TOO_LARGE" });
      expect((await fetch(url)).status).toBe(200);
    });

    test("an unknown or malformed id shows no logo", async () => {
      for (const id of [randomUUID(), "1", "../../etc/passwd", "' or 1=1"])
        expect(await anonymous(product).send(readLogo, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
    });
  });
});
