import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { call, type UploadedFile } from "#platform/contract/call.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";
import { isEncryptedPdf, isWhole, mediaTypeOf } from "./upload.ts";

describe("structure of a file", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  /** One gray pixel's header: JFIF, a comment, the frame. */
  const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000fffe00046869ffc0000b080001000101011100", "hex");
  const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

  const isTaken = (bytes: Buffer) => {
    const mediaType = mediaTypeOf(bytes);
    return mediaType !== undefined && isWhole(mediaType, bytes);
  };
  const changed = (bytes: Buffer, at: number, value: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = value;
    return copy;
  };

  test.each([
    ["a picture of one pixel", PNG],
    ["a picture with bytes behind its end", Buffer.concat([PNG, Buffer.from("more")])],
    ["a JPEG", JPEG],
    ["a JPEG with fill bytes before a marker", Buffer.from(JPEG.toString("hex").replace("ffc0", "ffffffc0"), "hex")],
    ["a PDF", PDF],
    ["a PDF with a mail's line ends behind it", Buffer.concat([PDF, Buffer.from("\r\n".repeat(100))])],
  ])("%s is taken", (_what, bytes) => expect(isTaken(bytes)).toBe(true));

  test.each([
    ["a signature alone", PNG.subarray(0, 8)],
    ["a PNG cut within its header", PNG.subarray(0, 30)],
    ["a PNG whose first chunk is another", Buffer.concat([PNG.subarray(0, 8), PNG.subarray(33), Buffer.alloc(40)])],
    ["a PNG of no width", changed(PNG, 19, 0)],
    ["a PNG whose header was changed", changed(PNG, 19, 2)],
    [
      "a script behind a JPEG's first bytes",
      Buffer.from("ffd8ff3c7363726970743e616c6572742831293c2f7363726970743e", "hex"),
    ],
    ["a JPEG without a frame", Buffer.concat([JPEG.subarray(0, 20), Buffer.alloc(40)])],
    ["a JPEG of no height", changed(changed(JPEG, 31, 0), 32, 0)],
    ["a JPEG that ends in its segments", JPEG.subarray(0, 28)],
    ["a PDF's first bytes before another thing", Buffer.from("%PDF-1.4X5O!P%@AP[4")],
    ["a PDF that is cut", PDF.subarray(0, PDF.length - 8)],
    ["a PDF of no version", Buffer.from(PDF.toString().replace("1.4", "x.y"))],
    ["a PDF whose end is far from the end of the file", Buffer.concat([PDF, Buffer.alloc(2_000)])],
    ["a text", Buffer.from("hello")],
  ])("%s is not", (_what, bytes) => expect(isTaken(bytes)).toBe(false));

  test("no input makes it throw or run forever", () => {
    for (let length = 0; length < JPEG.length; length++) expect(() => isTaken(JPEG.subarray(0, length))).not.toThrow();
    expect(isTaken(Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(1_000_000, 0xff)]))).toBe(false);
    expect(isTaken(Buffer.concat([Buffer.from("ffd8ffe00000", "hex"), Buffer.alloc(100)]))).toBe(false);
  });
});

test.each([
  ["trailer<</Root 1 0 R/Encrypt 9 0 R>>", true],
  ["<</Type/XRef/Encrypt\n12 0 R/Size 3>>", true],
  ["trailer<</Encrypt<</Filter/Standard>>>>", true],
  ["trailer<</Root 1 0 R>>", false],
  ["(This text names /Encrypt)", false],
])("whether a PDF with %s is encrypted", (part, isIt) => {
  expect(isEncryptedPdf(Buffer.from(`%PDF-1.7\n${part}\n%%EOF`))).toBe(isIt);
});

describe("upload", () => {
  const MAX_BYTES = 1_000;
  const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100", "hex");
  const PDF = Buffer.from("%PDF-1.7\n%%EOF");

  const keepPicture = call({
    method: "POST",
    path: "/picture",
    summary: "Keep a picture",
    who: "anyone",
    upload: { mediaTypes: ["image/png", "image/jpeg"], maxBytes: MAX_BYTES },
    reply: z.object({ mediaType: z.string() }),
  });

  async function aPictureServer() {
    const received: UploadedFile[] = [];
    const { url, raw } = await aServer([
      route(keepPicture, async (_visitor, { file }) => {
        received.push(file);
        return { mediaType: file.mediaType };
      }),
    ]);
    const send = async (body: FormData | string, headers: Record<string, string> = {}) => {
      const reply = await fetch(`${url}/picture`, { method: "POST", body, headers });
      return { status: reply.status, body: (await reply.json()) as unknown };
    };
    return { received, send, raw };
  }

  function formWith(content: Uint8Array<ArrayBuffer>, { field = "file", type = "text/html", name = "x.html" } = {}) {
    const form = new FormData();
    form.append(field, new Blob([content], { type }), name);
    return form;
  }

  const refusal = (code: string) => ({ message: "VALIDATION_ERROR", errors: [{ field: "file", code }] });

  test("the first bytes decide a file's type, whatever its name and declared type", async () => {
    const { send, received } = await aPictureServer();
    expect(await send(formWith(PNG))).toEqual({ status: 200, body: { mediaType: "image/png" } });
    expect(await send(formWith(JPEG, { name: "../../etc/passwd" }))).toMatchObject({
      body: { mediaType: "image/jpeg" },
    });
    expect(received.map(({ bytes }) => Buffer.from(bytes))).toEqual([PNG, JPEG]);
  });

  test.each([
    ["of a type that the call does not take", PDF],
    ["that claims to be a picture", Buffer.from("<svg onload=alert(1)>")],
    ["that is cut within its signature", PNG.subarray(0, 5)],
  ])("a file %s is refused", async (_error, content) => {
    const { send, received } = await aPictureServer();
    const form = formWith(content, { type: "image/png", name: "x.png" });
    expect(await send(form)).toEqual({ status: 415, body: { message: "UNSUPPORTED_MEDIA_TYPE" } });
    expect(received).toEqual([]);
  });

  test("a file with only valid first bytes is refused with its error", async () => {
    const { send, received } = await aPictureServer();
    const reported = { message: "UNSUPPORTED_MEDIA_TYPE", errors: [{ field: "file", code: "INVALID_FORMAT" }] };
    for (const content of [PNG.subarray(0, 20), Buffer.from("ffd8ff3c7363726970743e", "hex")])
      expect(await send(formWith(content))).toEqual({ status: 415, body: reported });
    expect(received).toEqual([]);
  });

  test("a form without the file, with an empty one or under another name is refused", async () => {
    const { send, received } = await aPictureServer();
    const empty = new FormData();
    expect(await send(empty)).toMatchObject({ status: 400, body: { message: "VALIDATION_ERROR" } });
    expect(await send(formWith(Buffer.alloc(0)))).toEqual({ status: 400, body: refusal("REQUIRED") });
    expect(await send(formWith(PNG, { field: "picture" }))).toEqual({ status: 400, body: refusal("REQUIRED") });
    expect(received).toEqual([]);
  });

  test("a file that is too large is 413, and the largest one passes", async () => {
    const { send } = await aPictureServer();
    const padded = (bytes: number) => formWith(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]));
    expect(await send(padded(MAX_BYTES))).toMatchObject({ status: 200 });
    for (const bytes of [MAX_BYTES + 1, 100_000])
      expect(await send(padded(bytes))).toEqual({ status: 413, body: { message: "PAYLOAD_TOO_LARGE" } });
  });

  test("the first file counts, and nothing that comes beside it reaches a rule", async () => {
    const { send, received } = await aPictureServer();
    const twice = formWith(PNG);
    twice.append("file", new Blob([JPEG]), "second.jpg");
    expect(await send(twice)).toMatchObject({ status: 200 });
    const withField = formWith(PNG);
    withField.append("role", "root");
    expect(await send(withField)).toMatchObject({ status: 200 });
    const fieldFirst = new FormData();
    fieldFirst.append("file", "a text");
    fieldFirst.append("file", new Blob([PNG]), "x.png");
    expect(await send(fieldFirst)).toMatchObject({ status: 400 });
    expect(received.map(({ bytes }) => Buffer.from(bytes))).toEqual([PNG, PNG]);
  });

  test("anything but a form is 415, and an invalid form is 400", async () => {
    const { send, received } = await aPictureServer();
    const types = ["application/json", "image/png", "multipart/form-data", "multipart/mixed; boundary=x", "text/plain"];
    for (const type of types)
      expect(await send("{}", { "content-type": type }), type).toMatchObject({
        status: 415,
        body: { message: "UNSUPPORTED_MEDIA_TYPE" },
      });
    const broken = await send("no part at all", { "content-type": "multipart/form-data; boundary=x" });
    expect(broken).toMatchObject({ status: 400, body: { message: "VALIDATION_ERROR" } });
    expect(received).toEqual([]);
  });

  test("an incomplete form reaches no rule, and the next request is served", async () => {
    const { send, received, raw } = await aPictureServer();
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n';
    const body = head + PNG.toString("latin1");
    const reply = await raw(
      `POST /picture HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toEqual([]);
    expect(await send(formWith(PNG))).toMatchObject({ status: 200 });
  });
});
