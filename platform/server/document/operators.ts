// PDF operators of a page's content, written as whole strings. pdfkit's own calls would save, flip and restore the
// page and repeat font and color for each run of text: nine writes, each an array in memory until the page ends.
import { INK, type RuleMark, type TraceMark } from "./sheet.ts";

/** `font` is the name of the font on the page, `glyphs` the glyphs in hexadecimal, four digits each. */
export interface Run {
  x: number;
  y: number;
  size: number;
  spacing: number;
  ink: keyof typeof INK;
  font: string;
  glyphs: string;
}

/** Two decimals are a hundredth of a point, finer than any printer. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// pdfkit turns every page upside down; the text matrix turns letters back.
export function textOperators({ x, y, size, spacing, ink, font, glyphs }: Run): string {
  const spaced = spacing === 0 ? ["", ""] : [`${n(spacing)} Tc `, " 0 Tc"];
  return `${INK[ink]} g BT /${font} ${n(size)} Tf ${spaced[0]}1 0 0 -1 ${n(x)} ${n(y)} Tm <${glyphs}> Tj${spaced[1]} ET`;
}

export function ruleOperators(top: number, { x, y, width, thickness, ink }: RuleMark): string {
  return `${INK[ink]} g ${n(x)} ${n(top + y)} ${n(width)} ${n(thickness)} re f`;
}

export function traceOperators(top: number, { points, thickness, ink }: TraceMark): string {
  const path = points.map(([x, y], index) => `${n(x)} ${n(top + y)} ${index === 0 ? "m" : "l"}`);
  return `${INK[ink]} G ${n(thickness)} w 1 j ${path.join(" ")} S`;
}
