import { expect, test } from "vitest";
import { isWhole, mediaTypeOf } from "./file-structure.ts";

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
