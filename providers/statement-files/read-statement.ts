import { daysBetween } from "#platform/dates/days.ts";
import { readCamt053 } from "./camt053.ts";
import { type CsvColumns, type CsvPeriod, readCsv } from "./csv.ts";
import { decode, formatOf } from "./decode.ts";
import { readOfx } from "./ofx.ts";
import { type Statement, BankStatementError } from "./statement.ts";

/** Three years. */
const MAX_DAYS = 1_096;

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
export function readStatement(bytes: Uint8Array, { columns, period }: Reading, today: string): Statement {
  const text = decode(bytes);
  const format = formatOf(text);
  if (format === "csv" && columns === null) throw new BankStatementError("COLUMNS");
  const read =
    format === "ofx" ? readOfx(text) : format === "camt053" ? readCamt053(text) : readCsv(text, columns!, period); // checked above
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
