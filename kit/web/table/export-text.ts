// Owns rows as text for spreadsheets: for the clipboard by tabs, for a file as CSV. No cell can act as a formula there.

type Lines = readonly (readonly string[])[];

/** Signs that make a spreadsheet calculate, whatever space stands before them; their wide forms count in some. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** The same behind a semicolon, at which some countries' spreadsheets part cells, quoted or not. */
const FORMULA_BEHIND = /(;\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const PLAIN_NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const BYTE_ORDER_MARK = "\ufeff"; // without it Excel reads UTF-8 as something else

/** Text that a spreadsheet shows and does not run. */
export function asInert(cell: string): string {
  const text = cell.replace(FORMULA_BEHIND, "$1'");
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** RFC 4180: lines end in CRLF, quotes are doubled. */
export function toCsv(lines: Lines): string {
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** A line a row; tabs and line ends within a cell become spaces, for they would part it. */
export function toTabs(lines: Lines): string {
  return lines.map((cells) => cells.map(tabCell).join("\t")).join("\n");
}

/** What is pasted is read with quotes: one at the start would hide a formula, or swallow the cells that follow. */
function tabCell(cell: string): string {
  const text = asInert(cell).replace(/[\t\r\n]+/g, " ");
  return /^\s*"/.test(text) ? `'${text}` : text;
}

function csvCell(cell: string): string {
  const text = asInert(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
