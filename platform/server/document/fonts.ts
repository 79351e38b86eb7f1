import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

export type Weight = "regular" | "bold";

/** Inter, and what has the letters that Inter lacks. */
export type Cut = "own" | "fallback";

export interface Face {
  has: (codePoint: number) => boolean;
  /** What pdfkit's registerFont takes: a path, bytes, or as here a face that fontkit has parsed already. */
  source: Buffer;
}

export interface Font {
  readonly faces: Readonly<Record<Cut, Face>>;
  /** Whether any of its faces has it. */
  has: (codePoint: number) => boolean;
  /** Width of a line at size 1, exactly as it will be drawn. */
  widthOf: (text: string) => number;
  /** A line in the stretches in which it is drawn. */
  runsOf: (text: string) => FontRun[];
}

export type Fonts = Record<Weight, Font>;

/** A stretch of a line: plain, which is one glyph a sign side by side, or shaped by the font's own rules. */
export interface TextRun {
  text: string;
  shaped: boolean;
}

export interface FontRun extends TextRun {
  cut: Cut;
}

/** Columns of amounts line up only with figures of one width. */
export const FIGURES = ["tnum"];

/** What is asked of a face that fontkit, pdfkit's font reader, has parsed. Widths are in units of the face. */
interface ParsedFace {
  unitsPerEm: number;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (text: string, features?: string[]) => { advanceWidth: number };
}

// The fallback is the condensed cut, whose width is nearest to Inter's.
const FILES: Record<Weight, Record<Cut, string>> = {
  regular: {
    own: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
    fallback: "dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  },
  bold: {
    own: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
    fallback: "dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf",
  },
};

let opened: Fonts | undefined;

/** The faces of the document, read and parsed once a process (about 10 ms each). */
export function openFonts(): Fonts {
  opened ??= { regular: openFont(FILES.regular), bold: openFont(FILES.bold) };
  return opened;
}

function openFont(files: Record<Cut, string>): Font {
  const faces = { own: openFace(files.own), fallback: openFace(files.fallback) };
  const cutOf = (text: string): Cut =>
    [...text].every((sign) => faces.own.has(sign.codePointAt(0) ?? 0)) ? "own" : "fallback";
  const cuts = new Map<string, Cut>();
  const cutOfSign = (sign: string): Cut => {
    const known = cuts.get(sign) ?? cutOf(sign);
    cuts.set(sign, known);
    return known;
  };
  const runsOf = (text: string): FontRun[] =>
    shapeRuns(text).flatMap((run): FontRun[] => {
      if (run.shaped) return [{ ...run, cut: cutOf(run.text) }];
      const runs: FontRun[] = [];
      for (const sign of run.text) {
        const last = runs.at(-1);
        const cut = cutOfSign(sign);
        if (last?.cut === cut) last.text += sign;
        else runs.push({ text: sign, shaped: false, cut });
      }
      return runs;
    });
  return {
    faces,
    has: (codePoint) => faces.own.has(codePoint) || faces.fallback.has(codePoint),
    runsOf,
    widthOf: (text) => {
      let width = 0;
      for (const run of shapeRuns(text)) {
        if (run.shaped) width += faces[cutOf(run.text)].shapedWidthOf(run.text);
        else for (const sign of run.text) width += faces[cutOfSign(sign)].advanceOf(sign);
      }
      return width;
    },
  };
}

function openFace(file: string) {
  const parsed = parse(createRequire(import.meta.url).resolve(file));
  // Read once: fontkit looks it up in the file each time.
  const { unitsPerEm } = parsed;
  const advances = new Map<string, number>();
  return {
    has: (codePoint: number) => parsed.hasGlyphForCodePoint(codePoint),
    advanceOf: (sign: string): number => {
      const known = advances.get(sign) ?? parsed.layout(sign, FIGURES).advanceWidth / unitsPerEm;
      advances.set(sign, known);
      return known;
    },
    shapedWidthOf: (text: string) => parsed.layout(text).advanceWidth / unitsPerEm,
    source: parsed as unknown as Buffer,
  };
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
