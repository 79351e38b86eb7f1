import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { PICTURE_MAX_BYTES } from "#features/account/contract.ts";
import { payloadOf } from "#features/auth/server/test-account.ts";
import { aPicture } from "./test-picture.ts";

const { uploadPicture, setPictureURL, readPicture, refreshToken } = calls;

describe.each(FEATURE_ENGINES)("a user's own picture on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const pictureOf = async (person: Person) =>
    payloadOf((await person.send(refreshToken)).body.token)["profilePicURL"] as string | null;
  const idIn = (url: string) => url.split("/").at(-1)!;
  const upload = async (person: Person, file = aPicture()) => {
    const reply = await person.send(uploadPicture, { file });
    expect(reply).toMatchObject({ status: 200 });
    return reply.body.profilePicURL;
  };
  const stored = async () => (await product.asOwner("select user_id from pictures")).map((row) => row["user_id"]);

  test("anyone who knows its random id sees an uploaded picture, byte for byte", async () => {
    const person = await lender.newcomer("registered");
    const url = await upload(person);
    expect(url).toBe(`${product.url}/api/latest/picture/${idIn(url)}`);
    expect(await pictureOf(person)).toBe(url);
    const shown = await fetch(url);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(await aPicture().arrayBuffer()));
    const again = await fetch(url, { headers: { "if-none-match": shown.headers.get("etag")! } });
    expect(again.status).toBe(304);
    const part = await fetch(url, { headers: { range: "bytes=1-3" } });
    expect([part.status, await part.text()]).toEqual([206, "PNG"]);
  });

  test("a new picture replaces the previous one, whose address stops working", async () => {
    const person = await lender.newcomer("registered");
    const [first, second] = [await upload(person), await upload(person, aPicture("the same person, later"))];
    expect(second).not.toBe(first);
    expect((await fetch(first)).status).toBe(404);
    expect(await pictureOf(person)).toBe(second);
    expect((await stored()).filter((userId) => userId === person.userId)).toHaveLength(1);
  });

  test("of ten simultaneous uploads one remains, and it is the one that is shown", async () => {
    const person = await lender.newcomer("registered");
    const files = Array.from({ length: 10 }, (_, index) => aPicture(`number ${index}`));
    await Promise.all(files.map((file) => upload(person, file)));
    expect((await fetch((await pictureOf(person))!)).status).toBe(200);
    expect((await stored()).filter((userId) => userId === person.userId)).toHaveLength(1);
  });

  test("an external address replaces the uploaded picture, and null removes both", async () => {
    const person = await lender.newcomer("registered");
    const uploaded = await upload(person);
    const elsewhere = "https://pictures.example/mira.jpg?size=96";
    expect(await person.send(setPictureURL, { profilePicURL: elsewhere })).toMatchObject({ status: 204 });
    expect(await pictureOf(person)).toBe(elsewhere);
    expect((await fetch(uploaded)).status).toBe(404);
    await upload(person);
    expect(await person.send(setPictureURL, { profilePicURL: null })).toMatchObject({ status: 204 });
    expect(await pictureOf(person)).toBeNull();
    expect(await stored()).not.toContain(person.userId);
  });

  test("an address is stored as browsers read it", async () => {
    const person = await lender.newcomer("registered");
    const typed = " HTTPS://Pictures.Example/a/../Mira Ö.jpg ";
    expect(await person.send(setPictureURL, { profilePicURL: typed })).toMatchObject({ status: 204 });
    expect(await pictureOf(person)).toBe("https://pictures.example/Mira%20%C3%96.jpg");
  });

  test("each change is in the audit log", async () => {
    const person = await lender.newcomer("registered");
    await upload(person);
    await person.send(setPictureURL, { profilePicURL: null });
    const acts = await product.asOwner("select action, object_id from audit_rows where actor_id = $1", [person.userId]);
    const change = { action: "user.picture-changed", object_id: person.userId };
    expect(acts).toEqual([change, change]);
  });

  test.each([
    "http://pictures.example/mira.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "//pictures.example/mira.jpg",
    "https://",
    "https://localhost/api/latest/picture/1",
    "https://user:secret@pictures.example/mira.jpg",
    "https:pictures.example/mira.jpg",
    "https:/pictures.example/mira.jpg",
    "https:\\\\pictures.example/mira.jpg",
    "https://pictures.example\\mira.jpg",
    "https://pictures.example/mi\u0000ra.jpg",
    "https://pictures.example/mi\nra.jpg",
    "\u0001https://pictures.example/mira.jpg",
    `https://pictures.example/${"ü".repeat(100)}`,
    `https://pictures.example/${"x".repeat(500)}`,
    "",
  ])("an address that is not HTTPS on another host is refused: %s", async (profilePicURL) => {
    const person = await lender.as("registered");
    const reply = await person.send(setPictureURL, { profilePicURL });
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    expect(reply.errors!.map(({ field }) => field)).toContain("profilePicURL"); // a 400 reply names the fields
    expect(await pictureOf(person)).toBeNull();
  });

  test("a file that is not a picture or is too large is refused and not stored", async () => {
    const person = await lender.newcomer("registered");
    const script = await person.send(uploadPicture, { file: new Blob(["<svg onload=alert(1)>"]) });
    expect(script).toMatchObject({ status: 415, message: "UNSUPPORTED_MEDIA_TYPE" });
    const large = await person.send(uploadPicture, { file: aPicture("x".repeat(PICTURE_MAX_BYTES)) });
    expect(large).toMatchObject({ status: 413, message: "PAYLOAD_TOO_LARGE" });
    expect(await stored()).not.toContain(person.userId);
  });

  test("an unknown or malformed id shows no picture", async () => {
    for (const id of [randomUUID(), "1", "../../etc/passwd", "' or 1=1"])
      expect(await anonymous(product).send(readPicture, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("pages may show pictures only from our own origin and from HTTPS addresses", async () => {
    const { headers } = await fetch(product.url);
    expect(headers.get("content-security-policy")).toMatch(/(^|;)img-src 'self' data: https:(;|$)/);
  });
});
