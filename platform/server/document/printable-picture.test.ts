import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { printableLogo } from "./printable-picture.ts";

/** Two pixels: green at this opacity, and opaque black. */
function aLogo(opacity = 255): Buffer {
  const picture = new PNG({ width: 2, height: 1 });
  picture.data.set([0, 128, 0, opacity, 0, 0, 0, 255]);
  return PNG.sync.write(picture);
}

/** `IHDR` begins at 12, after the signature and its length. */
const changed = (at: number, value: number) => {
  const bytes = aLogo(128);
  bytes[at] = value;
  return bytes;
};

test("a partly transparent logo is printed on white", () => {
  const printed = PNG.sync.read(printableLogo(aLogo(128))!);
  expect([...printed.data]).toEqual([127, 191, 127, 255, 0, 0, 0, 255]);
});

test("an opaque logo is printed as it is", () => {
  const opaque = PNG.sync.write(PNG.sync.read(aLogo()), { colorType: 2 });
  expect(printableLogo(opaque)).toBe(opaque);
});

test.each([
  ["interlaced", changed(28, 1)],
  ["with a second header", Buffer.concat([aLogo(128).subarray(0, 33), aLogo(128).subarray(8)])],
  ["wider than a logo is", changed(16, 1)],
  ["cut in the middle", aLogo(128).subarray(0, 45)],
  ["no picture", Buffer.from("<svg onload=alert(1)>")],
])("a logo that is %s is not decoded", (_, bytes) => {
  expect(printableLogo(bytes)).toBeNull();
});
