import fc from "fast-check";
import { expect, test } from "vitest";
import { openFonts } from "./fonts.ts";
import { fitted, line, shown, STYLE, widthOf, wrap } from "./typesetting.ts";

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
