import Papa from "papaparse";
import {
  amountOf,
  dayFrom,
  MAX_LINES,
  plainText,
  type Statement,
  BankStatementError,
  type StatementLine,
} from "./statement.ts";

export const DATE_ORDERS = ["mdy", "dmy", "ymd"] as const;

/** Which heading of a bank's CSV file says what. */
export interface CsvColumns {
  readonly date: string;
  readonly description: string;
  /** One column with a sign, or two without. */
  readonly amount: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly balance: string | null;
  readonly dateOrder: (typeof DATE_ORDERS)[number];
  /** In the amount's column, money out is positive. */
  readonly isDebitPositive: boolean;
}

/** What a person adds from the statement, where the file does not say it. */
export interface CsvPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly openingCents?: number | undefined;
  readonly closingCents?: number | undefined;
}

/** A row of a CSV file. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const MENTIONED = {
  date: ["date", "posting date", "posted date", "post date", "transaction date", "booking date"],
  description: ["description", "payee", "memo", "details", "transaction", "name"],
  amount: ["amount", "transaction amount"],
  debit: ["debit", "withdrawal", "withdrawals", "debit amount", "amount debit", "money out"],
  credit: ["credit", "deposit", "deposits", "credit amount", "amount credit", "money in"],
  balance: ["balance", "running balance", "running bal.", "account balance", "ending balance"],
} as const;

/** What a person may choose. */
const HEADING = /^[^\p{Cc}]{1,200}$/u;

/** The headings of a file: its first line with three or more cells. */
export function headingsOf(rows: readonly CsvRow[]): string[] {
  return headingRow(rows).cells.filter((cell) => HEADING.test(cell));
}

/** The columns that the headings name by themselves; `null` where a person has to choose. */
export function guessColumns(rows: readonly CsvRow[]): CsvColumns | null {
  const headings = headingRow(rows).cells;
  const named = (names: readonly string[]) =>
    names.map((name) => headings.find((heading) => heading.toLowerCase() === name)).find(Boolean) ?? null;
  const [date, description, amount] = [named(MENTIONED.date), named(MENTIONED.description), named(MENTIONED.amount)];
  const [debit, credit] = amount === null ? [named(MENTIONED.debit), named(MENTIONED.credit)] : [null, null];
  if (date === null || description === null || (amount === null && (debit === null || credit === null))) return null;
  const dateOrder = dateOrderOf(rows, headings.indexOf(date));
  if (dateOrder === null) return null;
  return {
    date,
    description,
    amount,
    debit,
    credit,
    balance: named(MENTIONED.balance),
    dateOrder,
    isDebitPositive: false,
  };
}

/** US banks write the month first: only dates that cannot be read so are another order. */
function dateOrderOf(rows: readonly CsvRow[], column: number): CsvColumns["dateOrder"] | null {
  const dates = rows.map(({ cells }) => cells[column] ?? "").filter((cell) => /^\d+[/.-]\d+[/.-]\d+$/.test(cell));
  const reads = (order: CsvColumns["dateOrder"]) => dates.every((date) => dayOf(date, order) !== undefined);
  return dates.length === 0 ? null : ((["ymd", "mdy", "dmy"] as const).find(reads) ?? null);
}

/** Throws COLUMNS, DATE, AMOUNT, NO_STATEMENT. */
export function readCsv(rows: readonly CsvRow[], columns: CsvColumns, period: CsvPeriod = {}): Statement {
  const used = [columns.date, columns.description, columns.amount, columns.debit, columns.credit, columns.balance];
  const names = used.filter((name) => name !== null);
  const heading = rows.find(({ cells }) => names.every((name) => cells.includes(name)));
  if (!heading || (columns.amount === null && (columns.debit === null || columns.credit === null)))
    throw new BankStatementError("COLUMNS", { found: names.join(", ").slice(0, 200) });
  const place = (name: string | null) => (name === null ? -1 : heading.cells.indexOf(name));
  const cell = ({ cells }: CsvRow, name: string | null) => cells[place(name)]?.trim() ?? "";
  const body = rows.slice(rows.indexOf(heading) + 1).filter(({ cells }) => cells.some((text) => text !== ""));
  // Some banks add lines that have only a balance: the opening and the closing one.
  const isBalanceOnly = (row: CsvRow | undefined) =>
    row !== undefined &&
    [columns.amount, columns.debit, columns.credit].every((name) => cell(row, name) === "") &&
    cell(row, columns.balance) !== "";
  const above = isBalanceOnly(body[0]) ? body.shift() : undefined;
  const below = isBalanceOnly(body.at(-1)) ? body.pop() : undefined;
  if (body.length > MAX_LINES) throw new BankStatementError("TOO_LARGE");
  const lines = body.map((row): StatementLine => ({
    line: row.line,
    id: null,
    date: requireDay(row, cell(row, columns.date), columns.dateOrder),
    cents: changeOf(row, columns, cell),
    description: plainText(cell(row, columns.description)),
    checkNumber: null,
    // Some banks print a balance only on the last line of a day.
    balanceCents: cell(row, columns.balance) === "" ? null : requireAmount(row, cell(row, columns.balance)),
    isPending: false,
  }));
  const isReversed = isNewestFirst(lines);
  const sorted = isReversed ? lines.reverse() : lines;
  const [opening, closing] = (isReversed ? [below, above] : [above, below]).map(
    (row) => row && requireAmount(row, cell(row, columns.balance)),
  );
  const [first, last] = [sorted[0], sorted.at(-1)];
  const [from, to] = [period.from ?? first?.date, period.to ?? last?.date];
  if (!first || !last || from === undefined || to === undefined) throw new BankStatementError("NO_STATEMENT");
  return {
    ...{ format: "csv", institution: null, holder: null, mask: null, subtype: null, currency: "USD", from, to },
    openingCents: opening ?? period.openingCents ?? null,
    closingCents: period.closingCents ?? closing ?? last.balanceCents,
    closingLine: last.line,
    lines: sorted,
  };
}

/** By the days, or, if all are of one day, by which way the balances add up. */
function isNewestFirst(lines: readonly StatementLine[]): boolean {
  const [first, second] = lines;
  if (!first || !second) return false;
  if (first.date !== lines.at(-1)!.date) return first.date > lines.at(-1)!.date;
  if (first.balanceCents === null || second.balanceCents === null) return false;
  return (
    second.balanceCents + first.cents === first.balanceCents &&
    first.balanceCents + second.cents !== second.balanceCents
  );
}

function changeOf(
  row: CsvRow,
  { amount, debit, credit, isDebitPositive }: CsvColumns,
  cell: (row: CsvRow, name: string | null) => string,
): number {
  if (amount !== null) return requireAmount(row, cell(row, amount)) * (isDebitPositive ? -1 : 1) + 0;
  const [out, into] = [cell(row, debit), cell(row, credit)];
  const cents = (text: string) => (text === "" ? 0 : Math.abs(requireAmount(row, text)));
  if (out === "" && into === "") throw new BankStatementError("AMOUNT", { line: row.line, found: "" });
  return cents(into) - cents(out);
}

function requireAmount({ line }: CsvRow, text: string): number {
  const cents = amountOf(text);
  if (cents === undefined) throw new BankStatementError("AMOUNT", { line, found: text.slice(0, 40) });
  return cents;
}

function requireDay({ line }: CsvRow, text: string, order: CsvColumns["dateOrder"]): string {
  const day = dayOf(text, order);
  if (day === undefined) throw new BankStatementError("DATE", { line, found: text.slice(0, 40) });
  return day;
}

function dayOf(text: string, order: CsvColumns["dateOrder"]): string | undefined {
  const [, a, b, c] = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(text) ?? [];
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const [year, month, day] = order === "ymd" ? [a, b, c] : order === "mdy" ? [c, a, b] : [c, b, a];
  if (![2, 4].includes(year.length) || (order === "ymd" && year.length === 2) || day.length > 2 || month.length > 2)
    return undefined;
  return dayFrom(year, month, day);
}

function headingRow(rows: readonly CsvRow[]): CsvRow {
  const row = rows.find(({ cells }) => cells.filter((cell) => cell !== "").length >= 3);
  if (!row) throw new BankStatementError("NO_STATEMENT");
  return row;
}

/** With what banks write above the lines, and a blank row after each. */
export const MAX_ROWS = 2 * MAX_LINES + 100;
/** Of one row; banks export a few dozen. */
const MAX_CELLS = 200;
/** Papa Parse tries each delimiter on its whole input; the ten rows that it needs are within so many characters. */
const DELIMITER_SAMPLE_CHARS = 20_000;

/**
 * A cell in quotes may have several lines, which are one here. A cell that a spreadsheet would run as a formula is text
 * here. Throws TOO_LARGE.
 */
export function rowsOf(text: string): CsvRow[] {
  const { delimiter } = Papa.parse(text.slice(0, DELIMITER_SAMPLE_CHARS), { preview: 1 }).meta;
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: MAX_ROWS + 1, skipEmptyLines: false });
  if (data.length > MAX_ROWS || data.some((cells) => cells.length > MAX_CELLS))
    throw new BankStatementError("TOO_LARGE");
  let line = 1;
  return data.map((cells) => {
    const row = { line, cells: cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim()) };
    line += 1 + cells.join("").split("\n").length - 1;
    return row;
  });
}
