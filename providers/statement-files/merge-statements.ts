import { addDays } from "#platform/dates/days.ts";
import { type Statement, BankStatementError, type StatementLine } from "./statement.ts";

export interface StatementFile {
  readonly name: string;
  readonly statement: Statement;
}

/** One account over all its files. */
export interface MergedAccount {
  readonly from: string;
  readonly to: string;
  readonly openingCents: number;
  readonly closingCents: number;
  /** Posted, oldest first. */
  readonly lines: readonly StatementLine[];
  readonly pending: readonly StatementLine[];
  /** Lines that an earlier file has as well, and are left out. */
  readonly duplicates: readonly { readonly file: string; readonly otherFile: string; readonly count: number }[];
}

/** A file that cannot be used, and why. */
export class BankStatementFileError extends Error {
  readonly file: string;
  readonly reason: BankStatementError;

  constructor(file: string, reason: BankStatementError) {
    super(reason.code);
    this.file = file;
    this.reason = reason;
  }
}

/**
 * Joins the files of one account, in any order, and adds them up to the cent: opening balance and lines are the closing
 * balance of each file, and each file continues the one before. Throws BankStatementFileError: OPENING_NEEDED, CLOSING_NEEDED,
 * BALANCE, OUTSIDE_PERIOD, GAP, CONTRADICTION.
 */
export function mergeStatements(files: readonly StatementFile[]): MergedAccount {
  const [first, ...rest] = [...files].sort((a, b) => compareFiles(a, b));
  if (!first) throw new Error("an account without a file");
  const openingCents = first.statement.openingCents;
  if (openingCents === null) throw refused(first, "OPENING_NEEDED");
  let merged: MergedStatements = {
    openingCents,
    from: first.statement.from,
    to: first.statement.to,
    lines: postedOf(first),
    sources: postedOf(first).map(() => first.name),
    duplicates: [],
  };
  checkInside(first);
  checkChain(first, openingCents);
  for (const file of rest) merged = append(merged, file);
  const { from, to, lines, duplicates } = merged;
  const newest = files.filter(({ statement }) => statement.to === to);
  const closingCents = openingCents + sum(lines);
  if (!newest.some(({ statement }) => statement.closingCents === closingCents))
    throw refused(newest[0] ?? first, "CONTRADICTION", { line: null, otherFile: newest[1]?.name });
  const pending = newest.slice(0, 1).flatMap(({ statement }) => statement.lines.filter(({ isPending }) => isPending));
  return { from, to, openingCents, closingCents, lines, pending, duplicates };
}

interface MergedStatements extends Pick<MergedAccount, "from" | "to" | "openingCents" | "lines" | "duplicates"> {
  /** The file of each line. */
  readonly sources: readonly string[];
}

/** By period, then content, so that the order of the files changes nothing. */
function compareFiles(
  { statement: a, name: nameA }: StatementFile,
  { statement: b, name: nameB }: StatementFile,
): number {
  return compare(a.from, b.from) || compare(a.to, b.to) || a.lines.length - b.lines.length || compare(nameA, nameB);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function append(merged: MergedStatements, file: StatementFile): MergedStatements {
  const { statement } = file;
  checkInside(file);
  if (statement.from > addDays(merged.to, 1))
    throw refused(file, "GAP", {
      from: addDays(merged.to, 1),
      to: addDays(statement.from, -1),
      otherFile: merged.sources.at(-1),
    });
  const posted = postedOf(file);
  const known = merged.lines.flatMap((line, place) =>
    line.date >= statement.from && line.date <= statement.to ? [{ line, source: merged.sources[place]! }] : [],
  );
  const unmatched = findByLine(known);
  const fresh: StatementLine[] = [];
  const doubled = new Map<string, number>();
  for (const line of posted) {
    const same = unmatched.take(line);
    if (same) doubled.set(same.source, (doubled.get(same.source) ?? 0) + 1);
    // The last day of the file before may have been written before the day ended.
    else if (line.date < merged.to)
      throw refused(file, "CONTRADICTION", { line: line.line, otherFile: merged.sources.at(-1) });
    else fresh.push(line);
  }
  // A line that only the earlier file has, on a day for which this one has others instead: the bank changed its text or
  // number in between. Counted as both, the money would count twice.
  const days = new Set(fresh.map(({ date }) => date));
  const missing = unmatched.left().find(({ line: { date } }) => date < statement.to || days.has(date));
  if (missing) throw refused(file, "CONTRADICTION", { line: null, otherFile: missing.source });
  const before = merged.openingCents + sum(merged.lines.filter(({ date }) => date < statement.from));
  checkChain(file, statement.openingCents ?? before);
  if (statement.openingCents !== null && statement.openingCents !== before)
    throw refused(file, "BALANCE", {
      line: statement.lines[0]?.line,
      expectedCents: before,
      foundCents: statement.openingCents,
    });
  return {
    ...merged,
    to: statement.to > merged.to ? statement.to : merged.to,
    lines: [...merged.lines, ...fresh],
    sources: [...merged.sources, ...fresh.map(() => file.name)],
    duplicates: [
      ...merged.duplicates,
      ...[...doubled].map(([otherFile, count]) => ({ file: file.name, otherFile, count })),
    ],
  };
}

interface Known {
  readonly line: StatementLine;
  readonly source: string;
}

/** Finds each known line once: by the bank's own number where both have one; else by day, amount and text. */
function findByLine(known: readonly Known[]) {
  const places = new Map<string, number[]>();
  const taken = new Set<number>();
  const keyOf = ({ date, cents }: StatementLine, kind: string, text: string) =>
    JSON.stringify([date, cents, kind, text]);
  const add = (key: string, place: number) => {
    const found = places.get(key);
    if (found) found.push(place);
    else places.set(key, [place]);
  };
  known.forEach(({ line }, place) => {
    if (line.id !== null) add(keyOf(line, "id", line.id), place);
    add(keyOf(line, line.id === null ? "text" : "text of one with an id", line.description), place);
  });
  const placeOf = (key: string) => places.get(key)?.find((place) => !taken.has(place));
  return {
    take(line: StatementLine): Known | undefined {
      const byText = placeOf(keyOf(line, "text", line.description));
      const other =
        line.id === null
          ? placeOf(keyOf(line, "text of one with an id", line.description))
          : placeOf(keyOf(line, "id", line.id));
      const place = byText === undefined || other === undefined ? (byText ?? other) : Math.min(byText, other);
      if (place === undefined) return undefined;
      taken.add(place);
      return known[place];
    },
    left: () => known.filter((_, place) => !taken.has(place)),
  };
}

function checkInside(file: StatementFile): void {
  const { from, to } = file.statement;
  if (from > to) throw refused(file, "OUTSIDE_PERIOD", { from, to });
  const outside = postedOf(file).find(({ date }) => date < from || date > to);
  if (outside) throw refused(file, "OUTSIDE_PERIOD", { line: outside.line, from, to });
}

function checkChain(file: StatementFile, openingCents: number): void {
  const { closingCents, closingLine } = file.statement;
  let cents = openingCents;
  for (const line of postedOf(file)) {
    cents += line.cents;
    if (line.balanceCents !== null && line.balanceCents !== cents)
      throw refused(file, "BALANCE", { line: line.line, expectedCents: cents, foundCents: line.balanceCents });
  }
  if (closingCents === null) throw refused(file, "CLOSING_NEEDED");
  if (closingCents !== cents)
    throw refused(file, "BALANCE", { line: closingLine, expectedCents: cents, foundCents: closingCents });
}

function postedOf({ statement }: StatementFile): readonly StatementLine[] {
  return statement.lines.filter(({ isPending }) => !isPending);
}

function sum(lines: readonly StatementLine[]): number {
  return lines.reduce((total, { cents }) => total + cents, 0);
}

function refused(
  { name }: StatementFile,
  code: ConstructorParameters<typeof BankStatementError>[0],
  detail: ConstructorParameters<typeof BankStatementError>[1] = {},
): BankStatementFileError {
  return new BankStatementFileError(name, new BankStatementError(code, detail));
}
