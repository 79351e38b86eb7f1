import type { Cover } from "./document-input.ts";
import type { Faces } from "./faces.ts";
import { type RuleMark, SHEET, TEXT_WIDTH, type TextMark } from "./sheet.ts";
import { clipped, line, type Style, STYLE } from "./typesetting.ts";

/** What stands at the head and the foot of every page; `number` counts from 1. Positions are on the sheet. */
export function furniture(
  faces: Faces,
  cover: Cover,
  number: number,
  total: number,
): { marks: TextMark[]; rules: RuleMark[] } {
  const row = (words: string, style: Style, y: number, right = false) =>
    line(faces, words, style, { x: SHEET.left, y, width: TEXT_WIDTH, right });
  const marks = [
    row(clipped(faces, cover.productName.toUpperCase(), STYLE.label, 120), STYLE.label, 45),
    row(`Report ${cover.reportId}`, STYLE.foot, 749),
    row(`Page ${number} of ${total}`, { ...STYLE.foot, weight: "bold", ink: "text" }, 749, true),
    row(`SHA-256 of the provider's JSON ${cover.jsonSha256}`, STYLE.foot, 758.5),
  ];
  // The cover names the borrower itself.
  const title = clipped(faces, `Asset report for ${cover.borrowerName}`, STYLE.foot, 360);
  if (number > 1) marks.push(row(title, STYLE.foot, 45, true));
  const ruleAt = (y: number, thickness: number): RuleMark => ({
    x: SHEET.left,
    y,
    width: TEXT_WIDTH,
    thickness,
    ink: "text",
  });
  return { marks, rules: [ruleAt(51, number === 1 ? 1.2 : 0.4), ruleAt(739, 0.4)] };
}
