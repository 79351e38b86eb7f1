import fc from "fast-check";
import { expect, test } from "vitest";
import { openFonts } from "./fonts.ts";
import { fitted, line, shown, STYLE, widthOf, wrap, legible } from "./typesetting.ts";

const fonts = openFonts();
const style = STYLE.cell;

test("text breaks at spaces", () => {
  const width = widthOf(fonts, "ACH CREDIT", style) + 1;
  expect(wrap(fonts, "ACH CREDIT PAYROLL 4417", style, width)).toEqual(["ACH CREDIT", "PAYROLL", "4417"]);
});

test("a word wider than a line breaks inside", () => {
  const lines = wrap(fonts, "X".repeat(100), style, 50);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join("")).toBe("X".repeat(100));
});

test("no text is a single empty line", () => {
  expect(wrap(fonts, "", style, 50)).toEqual([""]);
});

test("no text is lost and no line is too wide, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const lines = wrap(fonts, text, style, 90);
      expect(lines.join("").replaceAll(" ", "")).toBe(shown(fonts, text, style).replaceAll(" ", ""));
      for (const words of lines) expect(widthOf(fonts, words, style)).toBeLessThanOrEqual(90.001);
    }),
  );
});

test("figures end at the right edge, and shrink rather than break", () => {
  const place = { x: 100, y: 0, width: 60, right: true };
  const short = line(fonts, "−$1.00", style, place);
  expect(short.x + widthOf(fonts, short.text, style)).toBeCloseTo(160);
  const long = fitted(fonts, "−$90,071,992,547,409.91", style, place);
  expect(long.size).toBeLessThan(style.size);
  expect(long.x).toBeCloseTo(100);
});

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
