import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { LOGO_MAX_BYTES } from "#features/organizations/contract.ts";

const { uploadLogo, removeLogo, readLogo, readOrganizationSettings } = calls;

describe.each(ENGINES)("an organization's logo on %s", (engine) => {
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
