import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openFonts, shapeRuns } from "./fonts.ts";
import { fitted, legible, line, shown, STYLE, widthOf, wrap } from "./typesetting.ts";
import { type Block, paginate, SHEET } from "./sheet.ts";

describe("typesetting", () => {
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
});

describe("fonts", () => {
  const { regular, bold } = openFonts();

  test("fonts are parsed once per process", () => {
    expect(openFonts().regular).toBe(regular);
  });

  test("figures are tabular in both faces", () => {
    for (const face of [regular, bold]) {
      const widths = new Set([..."0123456789"].map(face.widthOf));
      expect(widths.size).toBe(1);
    }
  });

  test("a line is as wide as the sum of its characters", () => {
    expect(regular.widthOf("AVA")).toBeCloseTo(2 * regular.widthOf("A") + regular.widthOf("V"));
    expect(regular.widthOf("")).toBe(0);
  });

  test("only right-to-left letters and combining marks are shaped", () => {
    expect(shapeRuns("Łukasz −$1.00")).toEqual([{ text: "Łukasz −$1.00", shaped: false }]);
    expect(shapeRuns("ACH שלום 12")).toEqual([
      { text: "ACH ", shaped: false },
      { text: "שלום", shaped: true },
      { text: " 12", shaped: false },
    ]);
    expect(shapeRuns("aq\u0301b")).toEqual([
      { text: "a", shaped: false },
      { text: "q\u0301", shaped: true },
      { text: "b", shaped: false },
    ]);
  });
});

describe("sheet", () => {
  const ROOM = SHEET.bottom - SHEET.top;

  function block(height: number, more: Partial<Block> = {}): Block {
    return { form: "plain", height, before: 0, needs: 0, parts: [], rules: [], ...more };
  }

  const tops = (blocks: Block[]) => [...paginate(blocks)].map(({ placed }) => placed.map(({ top }) => top - SHEET.top));

  test("an empty document is one empty page", () => {
    expect(tops([])).toEqual([[]]);
  });

  test("blocks follow each other until the page is full", () => {
    expect(tops([block(ROOM / 2), block(ROOM / 2), block(10)])).toEqual([[0, ROOM / 2], [0]]);
  });

  test("space above a block is dropped at the top of a page", () => {
    expect(tops([block(10, { before: 20 }), block(ROOM - 10, { before: 20 })])).toEqual([[0], [0]]);
  });

  test("a block waits for a page that has room for what follows it", () => {
    expect(tops([block(ROOM - 50), block(10, { needs: 60 })])).toEqual([[0], [0]]);
  });

  test("headings are repeated where a page begins inside a table", () => {
    const heading = block(15);
    const row = (height: number) => block(height, { headings: [heading] });
    expect(tops([heading, row(ROOM - 30), row(20)])).toEqual([
      [0, 15],
      [0, 15],
    ]);
  });

  test("a heading stays on the page of its next block, however little room is left", () => {
    for (const before of [0, 20])
      for (let filled = 0; filled < ROOM; filled += 7) {
        const section = block(14, { before, needs: 60, leads: true });
        const head = block(15, { needs: 60, leads: true });
        const pages = [...paginate([block(filled), section, head, block(80, { headings: [head] }), block(20)])];
        const page = pages.find(({ placed }) => placed.some((one) => one.block === section));
        expect(page?.placed.map(({ block: { height } }) => height).join(), `${filled} filled`).toMatch(/14,15,80/);
      }
  });

  test("a heading without a next block is still written", () => {
    expect(tops([block(10), block(14, { leads: true })])).toEqual([[0, 10]]);
  });
});
