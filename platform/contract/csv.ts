import { withoutDirectionMarks } from "../text/text.ts";

// For spreadsheets, the site's and the server's alike. No cell can act as a formula there.

/** Signs that start a formula in a spreadsheet, after any space. Some spreadsheets also accept the wide forms. */
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
export function toCsv(lines: readonly (readonly string[])[]): string {
  return [...csvLines(lines)].join("");
}

/** The same, line by line. */
export function* csvLines(lines: Iterable<readonly string[]>): Generator<string> {
  yield BYTE_ORDER_MARK;
  for (const cells of lines) yield `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string): string {
  // Before it is made inert: the sign behind a mark would count all the same.
  const text = asInert(withoutDirectionMarks(cell));
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
