import fc from "fast-check";
import { expect, test } from "vitest";
import { openFonts } from "./fonts.ts";
import { legible } from "./legible.ts";

const { has } = openFonts().regular;

test.each([
  ["POS  PURCHASE\t#12", "POS PURCHASE #12"],
  ["two\nlines\r\n", "two lines"],
  ["nul\0byte", "nul byte"],
  ["pay\u202eROLL\u202c", "payROLL"],
  ["zero\u200bwidth\u00ad", "zerowidth"],
  ["Łukasz Nguyễn", "Łukasz Nguyễn"],
  ["Łukasz Nguyễn".normalize("NFD"), "Łukasz Nguyễn"],
  ["Ωμέγα Жанна", "Ωμέγα Жанна"],
  ["张伟", "[U+5F20 U+4F1F]"],
  ["张 Wei 伟", "[U+5F20] Wei [U+4F1F]"],
  ["\u{1f9ff}", "[U+1F9FF]"],
  ["lone \ud800 surrogate", "lone [U+D800] surrogate"],
  ["", ""],
])("%j is set as %j", (given, set) => {
  expect(legible(given, has)).toBe(set);
});

test("the face has a glyph for all that is set, and setting it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const set = legible(text, has);
      expect([...set].filter((sign) => !has(sign.codePointAt(0) ?? 0))).toEqual([]);
      expect(legible(set, has)).toBe(set);
    }),
  );
});
