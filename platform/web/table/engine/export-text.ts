// No exported cell may act as a formula in a spreadsheet.
import { asInert } from "#platform/contract/csv.ts";

type Lines = readonly (readonly string[])[];

/** A line a row; tabs and line ends within a cell become spaces, for they would part it. */
export function toTabs(lines: Lines): string {
  return lines.map((cells) => cells.map(tabCell).join("\t")).join("\n");
}

/** What is pasted is read with quotes: one at the start would hide a formula, or swallow the cells that follow. */
function tabCell(cell: string): string {
  const text = asInert(cell).replace(/[\t\r\n]+/g, " ");
  return /^\s*"/.test(text) ? `'${text}` : text;
}
