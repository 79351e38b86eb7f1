import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asInert, toCsv } from "#platform/contract/csv.ts";
import { toTabs } from "./SelectionBar.tsx";

const someCell = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[=+\-@\t\r\n ",'0-9a]{0,8}$/),
  fc.constantFrom("-1,250.00", "+3", "−$5.00", "=cmd|' /C calc'!A0", "＝1"),
);
const someLines = fc.array(fc.array(someCell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

describe("a cell", () => {
  test.each([
    "=1+1",
    "+SUM(A1)",
    "-A1",
    "@x",
    "\tx",
    "\rx",
    "\nx",
    " =1",
    "＝1",
    "-",
    "-1-1",
    "1e9=".replace("1e9", ""),
  ])("%j is made inert", (cell) => {
    expect(asInert(cell)).toBe(`'${cell}`);
  });

  test.each(["", "Ann", "-1.50", "+3", "-1,250.00", "12", "−$5.00", "a=b"])("%j stays as it is", (cell) => {
    expect(asInert(cell)).toBe(cell);
  });
});

describe("CSV", () => {
  test("reads back as the cells it was made from, made inert", () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        const text = toCsv(lines);
        expect(text.startsWith("\ufeff")).toBe(true);
        expect(readCsv(text.slice(1))).toEqual(lines.map((cells) => cells.map(asInert)));
      }),
    );
  });

  test("ends lines in CRLF and doubles quotes", () => {
    expect(
      toCsv([
        ["a", 'b "c"'],
        ["1,5", "x\ny"],
      ]),
    ).toBe('\ufeffa,"b ""c"""\r\n"1,5","x\ny"\r\n');
  });
});

test("text by tabs has a line a row and a tab between two cells, whatever they hold", () => {
  fc.assert(
    fc.property(someLines, (lines) => {
      const rows = toTabs(lines).split("\n");
      expect(rows.map((row) => row.split("\t").length)).toEqual(lines.map((cells) => cells.length));
      expect(rows.flatMap((row) => row.split("\t")).filter((cell) => /^[=@]/.test(cell))).toEqual([]);
    }),
  );
});

/** A reader as RFC 4180 has it. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
