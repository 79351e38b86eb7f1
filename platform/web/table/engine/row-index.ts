import { dealOutSteps, rankSteps, type ColumnRanks } from "../columns/column-order.ts";
import {
  CAN_NOT_SORT_ARRAY,
  holdsArrays,
  isListed,
  search,
  valueOf,
  wantedIn,
  textOf,
  type Range,
  type SortState,
} from "./engine.ts";

// Many rows in one lowercased string: browsers search that fastest.
/** Separates two values. A search term that contains it is checked row by row instead. */
const SEPARATOR = "\u0000";

const ROWS = 512;

interface Chunk {
  readonly text: string;
  /** Where each row begins, and after them where the text ends. */
  readonly starts: Uint32Array;
}

type SearchText = readonly Chunk[];

/** Yields after each chunk. */
function* searchTextSteps(rows: readonly object[], keys: readonly string[]): Generator<undefined, SearchText> {
  const chunks: Chunk[] = [];
  for (let first = 0; first < rows.length; first += ROWS) {
    chunks.push(chunkOf(rows.slice(first, first + ROWS), keys));
    yield;
  }
  return chunks;
}

function chunkOf(rows: readonly object[], keys: readonly string[]): Chunk {
  const starts = new Uint32Array(rows.length + 1);
  const texts: string[] = [];
  let end = 0;
  for (const [at, row] of rows.entries()) {
    for (const key of keys) {
      const text = textOf(valueOf(row, key)).toLowerCase() + SEPARATOR;
      texts.push(text);
      end += text.length;
    }
    starts[at + 1] = end;
  }
  return { text: texts.join(""), starts };
}

/** One for every row that holds the term, which is lowered and not empty. */
function matchesIn(chunks: SearchText, wanted: string, rowCount: number): Uint8Array {
  const matches = new Uint8Array(rowCount);
  for (const [place, { text, starts }] of chunks.entries()) {
    let row = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
      while (starts[row + 1]! <= at) row++; // `at` is before the text's end, which is the last start
      matches[place * ROWS + row] = 1;
      row++;
    }
  }
  return matches;
}

/** What is asked of the rows. */
export interface Question {
  readonly searchTerm: string;
  readonly searchKeys: readonly string[];
  readonly sortColumn: string | null;
  readonly sortDirection: SortState;
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  readonly ranges: Readonly<Record<string, Range>>;
}

export interface RowIndex<Row extends object> {
  readonly rows: readonly Row[];
  /** Whether the column holds no arrays. */
  canSort(column: string): boolean;
  /** Whether `find` answers at once. */
  isReadyFor(question: Question): boolean;
  /** Works out what the question needs, yielding between bits of work; what is done stays done. */
  prepare(question: Question): Generator<undefined>;
  /** The places of the rows found, in order. Throws CAN_NOT_SORT_ARRAY for a column that holds arrays. */
  find(question: Question): Uint32Array;
}

export function indexRows<Row extends object>(rows: readonly Row[]): RowIndex<Row> {
  const texts = new Map<string, SearchText>();
  const sortable = new Map<string, boolean>();
  const ranked = new Map<string, ColumnRanks>();
  const orders = new Map<string, Uint32Array>();
  const numbers = new Map<string, Float64Array>();
  const begun = new Map<string, Generator<undefined, unknown>>();

  function* once<T>(made: Map<string, T>, name: string, make: () => Generator<undefined, T>): Generator<undefined> {
    const work = (begun.get(name) as Generator<undefined, T> | undefined) ?? make(); // begun under this name by `make`
    while (!made.has(name)) {
      begun.set(name, work);
      const step = work.next();
      if (step.done) made.set(name, step.value);
      else yield;
    }
    begun.delete(name);
  }

  function* prepare({ searchTerm, searchKeys, sortColumn, sortDirection }: Question): Generator<undefined> {
    if (wantedIn(searchTerm) !== "") yield* once(texts, nameOf(searchKeys), () => searchTextSteps(rows, searchKeys));
    if (sortColumn !== null && sortDirection !== "none") {
      if (!canSort(sortColumn)) throw new Error(CAN_NOT_SORT_ARRAY);
      yield* once(ranked, sortColumn, () => rankSteps(rows, sortColumn));
      const ranks = ranked.get(sortColumn)!; // since just now
      yield* once(orders, orderName(sortColumn, sortDirection), () => dealOutSteps(ranks, sortDirection));
    }
  }

  function canSort(column: string): boolean {
    const known = sortable.get(column) ?? !holdsArrays(rows, column);
    sortable.set(column, known);
    return known;
  }

  function matching(term: string, keys: readonly string[]): Uint8Array {
    const wanted = wantedIn(term);
    if (wanted === "") return new Uint8Array(rows.length).fill(1);
    if (!wanted.includes(SEPARATOR)) return matchesIn(texts.get(nameOf(keys)) ?? [], wanted, rows.length);
    const found = new Set(search(rows, term, keys));
    return Uint8Array.from(rows, (row) => Number(found.has(row)));
  }

  function numbersOf(column: string): Float64Array {
    const known = numbers.get(column);
    if (known) return known;
    const made = Float64Array.from(rows, (row) => {
      const value = valueOf(row, column);
      return typeof value === "number" ? value : NaN;
    });
    numbers.set(column, made);
    return made;
  }

  return {
    rows,
    canSort,
    isReadyFor: ({ searchTerm, searchKeys, sortColumn, sortDirection }) =>
      (wantedIn(searchTerm) === "" || texts.has(nameOf(searchKeys))) &&
      (sortColumn === null || sortDirection === "none" || orders.has(orderName(sortColumn, sortDirection))),
    prepare,
    find(question) {
      const rest = prepare(question);
      while (!rest.next().done);
      const passes = matching(question.searchTerm, question.searchKeys);
      for (const [column, allowed] of Object.entries(question.values)) keepListed(rows, column, allowed, passes);
      for (const [column, range] of Object.entries(question.ranges)) keepWithin(numbersOf(column), range, passes);
      const { sortColumn, sortDirection } = question;
      const order = sortColumn === null ? undefined : orders.get(orderName(sortColumn, sortDirection));
      return passing(passes, order ?? null);
    },
  };
}

/** `\n` cannot stand in a column's key. */
function nameOf(keys: readonly string[]): string {
  return `search\n${keys.join("\n")}`;
}

function orderName(column: string, direction: SortState): string {
  return `${direction}\n${column}`;
}

// Plain loops from here: they run over every row at every key.

function keepListed(rows: readonly object[], column: string, allowed: readonly unknown[], passes: Uint8Array): void {
  if (allowed.length === 0) return;
  for (let at = 0; at < passes.length; at++) {
    if (passes[at] === 1 && !isListed(valueOf(rows[at]!, column), allowed)) passes[at] = 0; // a place for every row
  }
}

function keepWithin(numbers: Float64Array, [low, high]: Range, passes: Uint8Array): void {
  if (low === null && high === null) return;
  const [least, most] = [low ?? -Infinity, high ?? Infinity];
  for (let at = 0; at < passes.length; at++) {
    const number = numbers[at] ?? NaN; // not a number is within no range
    if (!(number >= least && number <= most)) passes[at] = 0;
  }
}

/** The places that pass, along `order` or as they stand. */
function passing(passes: Uint8Array, order: Uint32Array | null): Uint32Array {
  const found = new Uint32Array(passes.length);
  let count = 0;
  for (let next = 0; next < passes.length; next++) {
    const at = order === null ? next : (order[next] ?? 0);
    if (passes[at] === 1) found[count++] = at;
  }
  return found.subarray(0, count);
}
