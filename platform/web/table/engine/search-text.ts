// Many rows in one lowercased string: browsers search that fastest.
import { textOf, valueOf } from "./row-values.ts";

/** Separates two values. A search term that contains it is checked row by row instead. */
export const SEPARATOR = "\u0000";

const ROWS = 512;

interface Chunk {
  readonly text: string;
  /** Where each row begins, and after them where the text ends. */
  readonly starts: Uint32Array;
}

export type SearchText = readonly Chunk[];

/** Yields after each chunk. */
export function* searchTextSteps(rows: readonly object[], keys: readonly string[]): Generator<undefined, SearchText> {
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
export function matchesIn(chunks: SearchText, wanted: string, rowCount: number): Uint8Array {
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
