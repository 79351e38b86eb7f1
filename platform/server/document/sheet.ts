import type { Weight } from "./fonts.ts";

/** Letter, in points, origin at the top left. */
export const SHEET = { width: 612, height: 792, left: 54, right: 558, top: 76, bottom: 728 } as const;
export const TEXT_WIDTH = SHEET.right - SHEET.left;

/** As what a block needs free: it begins a page, unless it is the first of one. */
export const NEW_PAGE = SHEET.bottom - SHEET.top;

/** Where a first page begins that has a letterhead for its header. */
export const LETTERHEAD_TOP = 42;

/** Only grays, from 0 black to 1 white, so that the document reads the same from any printer. */
export const INK = { text: 0.09, soft: 0.36, line: 0.55, hair: 0.81 } as const;
export type Ink = keyof typeof INK;

/** One line of text; `x` is where it begins, `y` its baseline, below the top of its block. */
export interface TextMark {
  x: number;
  y: number;
  text: string;
  size: number;
  weight: Weight;
  ink: Ink;
  /** Points between letters. */
  spacing: number;
}

export interface RuleMark {
  x: number;
  y: number;
  width: number;
  thickness: number;
  ink: Ink;
}

/** A line through points, each `[x, y]` below the top of its block. */
export interface TraceMark {
  points: [number, number][];
  thickness: number;
  ink: Ink;
}

/** A picture, as large as fits into the box; `file` is a key of the plan's files. */
export interface PictureMark {
  file: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A file inside the document, unchanged; `file` is a key of the plan's files. */
export interface Attachment {
  file: string;
  /** Unique in the document. */
  name: string;
  mediaType: string;
  description: string;
  /** ISO 8601. */
  at: string;
}

/** What a screen reader meets as one thing; the names are those of tagged PDF. */
export interface Part {
  tag: "H1" | "H2" | "H3" | "P" | "TH" | "TD" | "Lbl" | "LBody" | "Figure";
  marks: TextMark[];
  traces?: TraceMark[];
  picture?: PictureMark;
  /** A text alternative for a figure. */
  alt?: string;
  /** What a TH names: the cells below it or those beside it. */
  scope?: "Column" | "Row";
  /** The web address that all of it opens. */
  link?: string;
}

export interface Bookmark {
  title: string;
  /** 3 is listed under the 2 before it. */
  level: 2 | 3;
}

/** A strip of the page that is never split. */
export interface Block {
  /** Rows that follow each other make a table, items a list. */
  form: "plain" | "row" | "item";
  height: number;
  /** Space above it, dropped at the top of a page. */
  before: number;
  /** Height that must be free for it to begin here: its own, and of what may not be parted from it. */
  needs: number;
  parts: Part[];
  /** Drawn, but not read out. */
  rules: RuleMark[];
  /** Introduces the block after it, so it is never the last block on a page. */
  leads?: boolean;
  /** Set again above this block where a new page begins with it. */
  headings?: Block[];
  /** Its entry in the document's outline. */
  bookmark?: Bookmark;
  attachment?: Attachment;
}

export interface Page {
  placed: { top: number; block: Block }[];
}

/** Blocks onto pages, in order; a page at least. One page is held at a time. */
export function* paginate(blocks: Iterable<Block>, firstTop: number = SHEET.top): Generator<Page> {
  let page: Page = { placed: [] };
  let top = firstTop;
  const place = (block: Block) => {
    if (page.placed.length > 0) top += block.before;
    page.placed.push({ top, block });
    top += block.height;
  };
  for (const held of together(blocks)) {
    if (page.placed.length > 0 && top + heightOf(held) > SHEET.bottom) {
      yield page;
      page = { placed: [] };
      top = SHEET.top;
      // A heading that is set again must not be listed again.
      held[0]?.headings?.forEach(({ bookmark: _first, ...heading }) => place(heading));
    }
    held.forEach(place);
  }
  yield page;
}

/** Each block with those that lead to it. */
function* together(blocks: Iterable<Block>): Generator<Block[]> {
  let held: Block[] = [];
  for (const block of blocks) {
    held.push(block);
    if (block.leads === true) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

/** What must be free for them to begin, the space above the first included. */
function heightOf(held: readonly Block[]): number {
  let [end, free] = [0, 0];
  for (const { before, height, needs } of held) {
    free = Math.max(free, end + before + Math.max(height, needs));
    end += before + height;
  }
  return free;
}
