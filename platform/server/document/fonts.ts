import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

export type Weight = "regular" | "bold";

export interface Font {
  has: (codePoint: number) => boolean;
  /** Width of a line at size 1, exactly as it will be drawn. */
  widthOf: (text: string) => number;
  /** What pdfkit's registerFont takes: a path, bytes, or as here a face that fontkit has parsed already. */
  source: Buffer;
}

export type Fonts = Record<Weight, Font>;

/** A stretch of a line: plain, which is one glyph a sign side by side, or shaped by the font's own rules. */
export interface TextRun {
  text: string;
  shaped: boolean;
}

/** What is asked of a face that fontkit, pdfkit's font reader, has parsed. Widths are in units of the face. */
interface ParsedFace {
  unitsPerEm: number;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => { advanceWidth: number };
  layout: (text: string) => { advanceWidth: number };
}

// The condensed cut: a bank line fits where the wide one breaks it.
const FILES: Record<Weight, string> = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf",
};

let opened: Fonts | undefined;

/** The two faces of the document, read and parsed once a process (about 10 ms each). */
export function openFonts(): Fonts {
  opened ??= { regular: openFace(FILES.regular), bold: openFace(FILES.bold) };
  return opened;
}

function openFace(file: string): Font {
  const parsed = parse(createRequire(import.meta.url).resolve(file));
  // Read once: fontkit looks it up in the file each time.
  const { unitsPerEm } = parsed;
  const advances = new Map<string, number>();
  const advanceOf = (sign: string): number => {
    const known = advances.get(sign);
    if (known !== undefined) return known;
    const advance = parsed.glyphForCodePoint(sign.codePointAt(0) ?? 0).advanceWidth;
    advances.set(sign, advance);
    return advance;
  };
  const widthOf = (text: string): number => {
    let width = 0;
    for (const stretch of shapeRuns(text)) {
      if (stretch.shaped) width += parsed.layout(stretch.text).advanceWidth;
      else for (const sign of stretch.text) width += advanceOf(sign);
    }
    return width / unitsPerEm;
  };
  const has = (codePoint: number) => parsed.hasGlyphForCodePoint(codePoint);
  return { has, widthOf, source: parsed as unknown as Buffer };
}

// fontkit is pdfkit's dependency and not ours, so the parsed face is taken from a document that is thrown away.
function parse(path: string): ParsedFace {
  const document = new PDFDocument({ font: path, autoFirstPage: false });
  return (document as unknown as { _font: { font: ParsedFace } })._font.font;
}

// Covers nearly every line, and avoids the classes below, whose tables cost megabytes.
const PLAIN = /^[ -\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u20cf\u2100-\u2bff]*$/;

// Right-to-left letters by themselves, since the shaper turns all it is given one way; else words with combining marks.
const SHAPED = /[[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]--\p{Nd}]+|[^\s\p{M}]?\p{M}+/gv;

/** Parts a line into what a table of advances can set and what needs the shaper (which costs some 40 µs a word). */
export function shapeRuns(text: string): TextRun[] {
  if (PLAIN.test(text)) return [{ text, shaped: false }];
  const stretches: TextRun[] = [];
  let from = 0;
  for (const { index, 0: shaped } of text.matchAll(SHAPED)) {
    if (index > from) stretches.push({ text: text.slice(from, index), shaped: false });
    stretches.push({ text: shaped, shaped: true });
    from = index + shaped.length;
  }
  if (from < text.length) stretches.push({ text: text.slice(from), shaped: false });
  return stretches;
}
