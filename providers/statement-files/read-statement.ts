import { daysBetween } from "#platform/dates/days.ts";
import { readCamt053 } from "./camt053.ts";
import { type CsvColumns, type CsvPeriod, type CsvRow, readCsv, rowsOf } from "./csv.ts";
import { decode, formatOf } from "./decode.ts";
import { readOfx } from "./ofx.ts";
import { type Statement, BankStatementError, type StatementFormat } from "./statement.ts";

/** Three years. */
const MAX_DAYS = 1_096;

/** A file's text; of a CSV file its rows, by which its columns are chosen. */
type OpenFile =
  | { readonly format: "csv"; readonly rows: readonly CsvRow[] }
  | { readonly format: Exclude<StatementFormat, "csv">; readonly text: string };

/** Throws BankStatementError. */
export function openFile(bytes: Uint8Array): OpenFile {
  const text = decode(bytes);
  const format = formatOf(text);
  return format === "csv" ? { format, rows: rowsOf(text) } : { format, text };
}

interface Reading {
  /** Of a CSV file. */
  readonly columns: CsvColumns | null;
  /** What a person adds where the file does not say it. */
  readonly period: CsvPeriod;
}

/**
 * One account's statement from a file of a known format. Throws BankStatementError.
 * @param today UTC day: data of a later day is a mistake, and would count as newer than it can be
 */
export function readStatement(file: OpenFile, reading: Reading, today: string): Statement {
  const read = readFormat(file, reading);
  const { period } = reading;
  const statement: Statement = {
    ...read,
    openingCents: read.openingCents ?? period.openingCents ?? null,
    closingCents: read.closingCents ?? period.closingCents ?? null,
  };
  // A file may claim to start whenever it likes; none that a bank exports covers more.
  if (daysBetween(statement.from, statement.to) > MAX_DAYS)
    throw new BankStatementError("OUTSIDE_PERIOD", { from: statement.from, to: statement.to });
  if (statement.to > today) throw new BankStatementError("FUTURE", { to: statement.to });
  if (statement.currency !== "USD")
    throw new BankStatementError("CURRENCY", { found: statement.currency?.slice(0, 10) ?? "" });
  return statement;
}

function readFormat(file: OpenFile, { columns, period }: Reading): Statement {
  if (file.format !== "csv") return file.format === "ofx" ? readOfx(file.text) : readCamt053(file.text);
  if (columns === null) throw new BankStatementError("COLUMNS");
  return readCsv(file.rows, columns, period);
}
