// Owns what stands at the head and the foot of every page: who it is from, what it is, which page, and the rules between.
import type { Faces } from "./faces.ts";
import { type RuleMark, SHEET, TEXT_WIDTH, type TextMark } from "./sheet.ts";
import { clipped, line, type Style, STYLE } from "./typesetting.ts";

export interface Furniture {
  readonly productName: string;
  /** At the head of every page but the first, which names it itself. */
  readonly title: string;
  /** At the foot; the second stands below the first. */
  readonly foot: readonly [string, string?];
}

/** `number` counts from 1. Positions are on the sheet. */
export function sheetFurniture(
  faces: Faces,
  { productName, title, foot: [first, second] }: Furniture,
  number: number,
  total: number,
): { marks: TextMark[]; rules: RuleMark[] } {
  const row = (words: string, style: Style, y: number, right = false) =>
    line(faces, words, style, { x: SHEET.left, y, width: TEXT_WIDTH, right });
  const marks = [
    row(clipped(faces, productName.toUpperCase(), STYLE.label, 120), STYLE.label, 45),
    row(first, STYLE.foot, 749),
    row(`Page ${number} of ${total}`, { ...STYLE.foot, weight: "bold", ink: "text" }, 749, true),
  ];
  if (second !== undefined) marks.push(row(second, STYLE.foot, 758.5));
  if (number > 1) marks.push(row(clipped(faces, title, STYLE.foot, 360), STYLE.foot, 45, true));
  const ruleAt = (y: number, thickness: number): RuleMark => ({
    x: SHEET.left,
    y,
    width: TEXT_WIDTH,
    thickness,
    ink: "text",
  });
  return { marks, rules: [ruleAt(51, number === 1 ? 1.2 : 0.4), ruleAt(739, 0.4)] };
}
