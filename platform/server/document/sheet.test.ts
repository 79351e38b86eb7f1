import { expect, test } from "vitest";
import { type Block, paginate, SHEET } from "./sheet.ts";

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
