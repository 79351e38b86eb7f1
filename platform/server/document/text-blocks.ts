import type { Fonts } from "./fonts.ts";
import { SHEET, TEXT_WIDTH, type Block, type Bookmark, type Part, type RuleMark } from "./sheet.ts";
import { baseline, clipped, line, shown, STYLE, widthOf, wrap, fitted, type Style } from "./typesetting.ts";

// A block is never split, so long text is cut into blocks of at most this many lines.
const MAX_LINES = 24;
// Between a heading and its remark.
const GAP = 16;
// Of a list's words.
const INDENT = 14;

/** A paragraph over the whole width, or from `x` and `width` wide. */
export function* paragraph(
  fonts: Fonts,
  text: string,
  style: Style,
  {
    tag = "P",
    x = SHEET.left,
    width = TEXT_WIDTH - (x - SHEET.left),
    before = 0,
    needs = 0,
    link,
  }: { tag?: Part["tag"]; x?: number; width?: number; before?: number; needs?: number; link?: string } = {},
): Generator<Block> {
  for (const [index, lines] of inChunks(wrap(fonts, text, style, width)).entries()) {
    const marks = lines.map((words, row) => line(fonts, words, style, { x, y: baseline(style, row) }));
    yield {
      form: "plain",
      height: lines.length * style.leading,
      before: index === 0 ? before : 0,
      needs,
      parts: [link === undefined ? { tag, marks } : { tag, marks, link }],
      rules: [],
    };
  }
}

/** Lines in chunks that fit any page. */
export function inChunks(lines: string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < lines.length; from += MAX_LINES) chunks.push(lines.slice(from, from + MAX_LINES));
  return chunks;
}

/**
 * A small heading in capitals over a rule, strong where something new begins, with a quiet remark at the right end. A label
 * that is too long beside the remark is cut, or with `wraps` goes on in further lines.
 */
export function section(
  fonts: Fonts,
  label: string,
  {
    remark = "",
    needs,
    before = 20,
    strong = false,
    wraps = false,
    level = strong ? 2 : 3,
  }: {
    remark?: string;
    needs: number;
    before?: number;
    strong?: boolean;
    wraps?: boolean;
    level?: Bookmark["level"];
  },
): Block {
  const y = baseline(STYLE.section);
  const room = TEXT_WIDTH - GAP - widthOf(fonts, shown(fonts, remark, STYLE.foot), STYLE.foot);
  const text = label.toUpperCase();
  const lines = wraps ? wrap(fonts, text, STYLE.section, room) : [clipped(fonts, text, STYLE.section, room)];
  const marks = lines.map((own, row) =>
    line(fonts, own, STYLE.section, { x: SHEET.left, y: y + row * STYLE.section.leading }),
  );
  const more = (lines.length - 1) * STYLE.section.leading;
  if (remark !== "") marks.push(line(fonts, remark, STYLE.foot, { x: SHEET.left, y, width: TEXT_WIDTH, right: true }));
  const rule = strong ? ({ thickness: 1, ink: "text" } as const) : ({ thickness: 0.5, ink: "line" } as const);
  const bookmark: Bookmark = { title: label, level };
  const rules: RuleMark[] = [{ x: SHEET.left, y: 14 + more, width: TEXT_WIDTH, ...rule }];
  return {
    form: "plain",
    height: 15 + more,
    before,
    needs,
    leads: true,
    parts: [{ tag: `H${level}`, marks }],
    rules,
    bookmark,
  };
}

/** One list item: its bullet or number, and its indented text. */
export function* listItem(fonts: Fonts, mark: string, text: string, { before }: { before: number }): Generator<Block> {
  for (const block of paragraph(fonts, text, STYLE.body, { tag: "LBody", x: SHEET.left + INDENT, before })) {
    const bullet = line(fonts, mark, { ...STYLE.body, ink: "soft" }, { x: SHEET.left, y: baseline(STYLE.body) });
    yield { ...block, form: "item", parts: [{ tag: "Lbl", marks: [bullet] }, ...block.parts] };
  }
}

const BOX_PADDING = 10;
// A block is never split.
const MAX_BOX_LINES = 20;

/** Paragraphs in a frame. */
export function resultBox(fonts: Fonts, texts: readonly { readonly text: string; readonly style: Style }[]): Block {
  const x = SHEET.left + BOX_PADDING;
  let y = BOX_PADDING;
  const parts = texts.map(({ text, style }): Part => {
    const lines = wrap(fonts, text, style, TEXT_WIDTH - 2 * BOX_PADDING).slice(0, MAX_BOX_LINES);
    const marks = lines.map((words, row) => line(fonts, words, style, { x, y: y + baseline(style, row) }));
    y += lines.length * style.leading + 2;
    return { tag: "P", marks };
  });
  const height = y - 2 + BOX_PADDING;
  const ruleAt = (left: number, top: number, width: number, thickness: number): RuleMark => {
    return { x: left, y: top, width, thickness, ink: "text" };
  };
  const rules = [
    ruleAt(SHEET.left, 0, TEXT_WIDTH, 0.8),
    ruleAt(SHEET.left, height - 0.8, TEXT_WIDTH, 0.8),
    ruleAt(SHEET.left, 0, 3, height),
    ruleAt(SHEET.right - 0.8, 0, 0.8, height),
  ];
  return { form: "plain", height, before: 8, needs: 0, parts, rules };
}

export type Fact = readonly [label: string, value: string];

const ACROSS = 4;
const GRID_GAP = 16;
const LABEL_HEIGHT = 11;
// A value of any length must not push the page away.
const MAX_GRID_LINES = 12;

const GRID = { system: ACROSS, gap: GRID_GAP, width: (TEXT_WIDTH - GRID_GAP * (ACROSS - 1)) / ACROSS } as const;

/** Facts side by side, four to a row, each a label over its value: words that wrap, or `figures` that do not. */
export function* factGrid(
  fonts: Fonts,
  facts: Fact[],
  { before, figures = false }: { before: number; figures?: boolean },
): Generator<Block> {
  const style: Style = figures ? STYLE.figure : STYLE.body;
  for (let from = 0; from < facts.length; from += ACROSS) {
    const row = facts.slice(from, from + ACROSS);
    const values = row.map(([, value]) =>
      figures ? [value] : wrap(fonts, value, style, GRID.width).slice(0, MAX_GRID_LINES),
    );
    const parts = row.map(([label], column): Part => {
      const place = { x: SHEET.left + column * (GRID.width + GRID_GAP), width: GRID.width };
      const lines = values[column] ?? [];
      return {
        tag: "P",
        marks: [
          line(fonts, label, STYLE.label, { ...place, y: baseline(STYLE.label) }),
          ...lines.map((text, index) =>
            fitted(fonts, text, style, { ...place, y: LABEL_HEIGHT + baseline(style, index) }),
          ),
        ],
      };
    });
    const most = Math.max(...values.map((lines) => lines.length));
    const height = LABEL_HEIGHT + most * style.leading;
    yield { form: "plain", height, before: from === 0 ? before : 8, needs: 0, parts, rules: [] };
  }
}
