import type { Fonts } from "./fonts.ts";
import { type RuleMark, SHEET, TEXT_WIDTH, type TextMark } from "./sheet.ts";
import { clipped, line, type Style, STYLE } from "./typesetting.ts";

export interface PageChrome {
  readonly productName: string;
  /** At the head of every page but the first, which names it itself. */
  readonly title: string;
  /** Lines at the foot of the page; the second is below the first. */
  readonly foot: readonly [string, string?];
}

/** `number` counts from 1. Positions are on the sheet. */
export function pageChrome(
  fonts: Fonts,
  { productName, title, foot: [first, second] }: PageChrome,
  number: number,
  total: number,
): { marks: TextMark[]; rules: RuleMark[] } {
  const row = (words: string, style: Style, y: number, right = false) =>
    line(fonts, words, style, { x: SHEET.left, y, width: TEXT_WIDTH, right });
  const marks = [
    row(clipped(fonts, productName.toUpperCase(), STYLE.label, 120), STYLE.label, 45),
    row(first, STYLE.foot, 749),
    row(`Page ${number} of ${total}`, { ...STYLE.foot, weight: "bold", ink: "text" }, 749, true),
  ];
  if (second !== undefined) marks.push(row(second, STYLE.foot, 758.5));
  if (number > 1) marks.push(row(clipped(fonts, title, STYLE.foot, 360), STYLE.foot, 45, true));
  const ruleAt = (y: number, thickness: number): RuleMark => ({
    x: SHEET.left,
    y,
    width: TEXT_WIDTH,
    thickness,
    ink: "text",
  });
  return { marks, rules: [ruleAt(51, number === 1 ? 1.2 : 0.4), ruleAt(739, 0.4)] };
}
