import type { Fonts, Weight } from "./fonts.ts";
import type { Ink, TextMark } from "./sheet.ts";
import { withoutDirectionMarks } from "#platform/text/text.ts";

export interface Style {
  size: number;
  /** Baseline to baseline. */
  leading: number;
  weight: Weight;
  ink: Ink;
  spacing: number;
}

/** The voices of the document. */
export const STYLE = {
  title: { size: 22, leading: 28, weight: "bold", ink: "text", spacing: -0.3 },
  name: { size: 13, leading: 18, weight: "regular", ink: "text", spacing: 0 },
  answer: { size: 12, leading: 16.5, weight: "bold", ink: "text", spacing: 0 },
  result: { size: 10, leading: 14, weight: "regular", ink: "text", spacing: 0 },
  heading: { size: 13, leading: 18, weight: "bold", ink: "text", spacing: 0 },
  figure: { size: 12, leading: 17, weight: "regular", ink: "text", spacing: 0 },
  body: { size: 8.2, leading: 12, weight: "regular", ink: "text", spacing: 0 },
  strong: { size: 8.2, leading: 12, weight: "bold", ink: "text", spacing: 0 },
  finding: { size: 9, leading: 13, weight: "bold", ink: "text", spacing: 0 },
  aside: { size: 7.2, leading: 10.5, weight: "regular", ink: "soft", spacing: 0 },
  section: { size: 8, leading: 10, weight: "bold", ink: "text", spacing: 0.2 },
  label: { size: 7, leading: 9.5, weight: "regular", ink: "soft", spacing: 0 },
  cell: { size: 7.2, leading: 9.6, weight: "regular", ink: "text", spacing: 0 },
  strongCell: { size: 7.2, leading: 9.6, weight: "bold", ink: "text", spacing: 0 },
  softCell: { size: 7.2, leading: 9.6, weight: "regular", ink: "soft", spacing: 0 },
  foot: { size: 6.8, leading: 9, weight: "regular", ink: "soft", spacing: 0 },
} as const satisfies Record<string, Style>;

export function widthOf(fonts: Fonts, text: string, style: Style): number {
  return fonts[style.weight].widthOf(text) * style.size + style.spacing * Math.max(0, text.length - 1);
}

/** Text from outside, as the style's face can show it. */
export function shown(fonts: Fonts, text: string, style: Style): string {
  return legible(text, fonts[style.weight].has);
}

/** Breaks at spaces, and inside a word only where it is wider than a line. At least one line, which may be empty. */
export function wrap(fonts: Fonts, text: string, style: Style, width: number): string[] {
  const whole = shown(fonts, text, style);
  if (widthOf(fonts, whole, style) <= width) return [whole];
  const lines: string[] = [];
  let line = "";
  for (const word of whole.split(" ").flatMap((word) => breakWord(fonts, word, style, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(fonts, longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines;
}

/** The pieces of a word that each fill a line; a word that fits is its own only piece. */
function breakWord(fonts: Fonts, word: string, style: Style, width: number): string[] {
  if (widthOf(fonts, word, style) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const sign of word) {
    const advance = widthOf(fonts, sign, style) + style.spacing;
    if (piece !== "" && used + advance > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += sign;
    used += advance;
  }
  pieces.push(piece);
  return pieces;
}

/** One line at `x`, or ending at `x + width` when set to the right; `y` is its baseline. */
export function line(
  fonts: Fonts,
  text: string,
  style: Style,
  { x, y, width = 0, right = false }: { x: number; y: number; width?: number; right?: boolean },
): TextMark {
  const { size, weight, ink, spacing } = style;
  const words = shown(fonts, text, style);
  return { x: right ? x + width - widthOf(fonts, words, style) : x, y, text: words, size, weight, ink, spacing };
}

/** One line that must stay one, as money must: set smaller where it is too wide. */
export function fitted(
  fonts: Fonts,
  text: string,
  style: Style,
  place: { x: number; y: number; width: number; right?: boolean },
): TextMark {
  const wide = widthOf(fonts, shown(fonts, text, style), style);
  const fits = wide <= place.width ? style : { ...style, size: (style.size * place.width) / wide };
  return line(fonts, text, fits, place);
}

/** The first line of a text, with an ellipsis if there is more. For texts that the document shows in full elsewhere. */
export function clipped(fonts: Fonts, text: string, style: Style, width: number): string {
  const [first = "", ...more] = wrap(fonts, text, style, width - style.size);
  return more.length === 0 ? first : `${first}\u2026`;
}

/** The baseline of a line of a block, the first being 0. */
export function baseline({ size, leading }: Style, row = 0): number {
  return row * leading + (leading - size) / 2 + size * 0.82;
}

// Nearly all that a bank sends, and the minus of our own amounts: every face has these.
const PLAIN = /^[!-~\u2212]+(?: [!-~\u2212]+)*$/;
const INVISIBLE = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
const SPACES = /[\s\p{Cc}]+/gu;

/**
 * Text from outside, made safe to set on one line: spaces and controls become one space, invisible formatting (zero
 * width, direction overrides) goes, and what the face has no glyph for is named by its code points, `[U+5F20 U+4F1F]`,
 * so that two names that cannot be drawn are never set alike (docs/decisions/0035).
 */
export function legible(text: string, has: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text;
  const spaced = withoutDirectionMarks(text).normalize("NFC").replace(SPACES, " ").replace(INVISIBLE, "").trim();
  let shown = "";
  let unknown: string[] = [];
  const nameUnknown = () => {
    if (unknown.length > 0) shown += `[${unknown.join(" ")}]`;
    unknown = [];
  };
  for (const sign of spaced) {
    const codePoint = sign.codePointAt(0) ?? 0;
    if (!has(codePoint)) {
      unknown.push(`U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`);
      continue;
    }
    nameUnknown();
    shown += sign;
  }
  nameUnknown();
  return shown;
}
