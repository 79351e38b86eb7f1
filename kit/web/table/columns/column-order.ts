// Owns the order that a column puts rows in, worked out once: after that a sort only deals rows out.
import type { SortDirection } from "#kit/contract/paging.ts";
import { collationKey } from "../engine/collation-key.ts";
import { compareValues, isMissing, textOf, valueOf, words } from "../engine/row-values.ts";
import { sortSteps } from "../engine/sort-steps.ts";

const PAUSE_EVERY = 2048;

export interface ColumnOrder {
  /** Of each row the place of its value among all different ones; equal values share theirs. */
  readonly ranks: Uint32Array;
  /** The rank of what is missing: one after the last. */
  readonly missing: number;
}

/** Ranks the rows of a column without arrays, yielding between bits of work. */
export function* orderSteps(rows: readonly object[], column: string): Generator<undefined, ColumnOrder> {
  const places = new Map<unknown, number>();
  const placeOfRow = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    const value = valueOf(rows[at]!, column); // within the loop's bounds
    const known = isMissing(value) ? null : value;
    const place = places.get(known) ?? places.size;
    if (place === places.size) places.set(known, place);
    placeOfRow[at] = place;
  }
  const { rankOfPlace, missing } = yield* rankSteps([...places.keys()]);
  return { ranks: placeOfRow.map((place) => rankOfPlace[place] ?? missing), missing };
}

/** The ranks of different values; `null` is what is missing. */
function* rankSteps(values: readonly unknown[]): Generator<undefined, { rankOfPlace: Uint32Array; missing: number }> {
  const compare = yield* comparisonSteps(values);
  const known = Uint32Array.from(values.keys()).filter((place) => values[place] !== null);
  const sorted = yield* sortSteps(known, compare);
  const rankOfPlace = new Uint32Array(values.length);
  let rank = 0;
  for (let at = 0; at < sorted.length; at++) {
    const place = sorted[at] ?? 0;
    if (at > 0 && compare(sorted[at - 1] ?? 0, place) !== 0) rank++;
    rankOfPlace[place] = rank;
  }
  const missing = sorted.length === 0 ? 0 : rank + 1;
  const missingPlace = values.indexOf(null);
  if (missingPlace !== -1) rankOfPlace[missingPlace] = missing;
  return { rankOfPlace, missing };
}

/** How two of the values, named by their places, compare. */
function* comparisonSteps(values: readonly unknown[]): Generator<undefined, (one: number, other: number) => number> {
  if (values.some((value) => typeof value === "number")) {
    return (one, other) => compareValues(values[one], values[other]);
  }
  const keys: (string | null)[] = [];
  for (const [at, value] of values.entries()) {
    if (at % PAUSE_EVERY === 0) yield;
    keys.push(collationKey(textOf(value)));
  }
  return (one, other) => {
    const [left, right] = [keys[one] ?? null, keys[other] ?? null];
    if (left === null || right === null) return words.compare(textOf(values[one]), textOf(values[other]));
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
}

/** The rows' places in this direction: equal ones as they stood, what is missing last. */
export function dealOut({ ranks, missing }: ColumnOrder, direction: SortDirection): Uint32Array {
  const turned =
    direction === "ascending" ? ranks : ranks.map((rank) => (rank === missing ? rank : missing - 1 - rank));
  const next = new Uint32Array(missing + 2); // where the next row of each rank goes; its places are ranks and one more
  for (let at = 0; at < turned.length; at++) next[turned[at]! + 1]!++;
  for (let rank = 1; rank < next.length; rank++) next[rank]! += next[rank - 1]!;
  const order = new Uint32Array(ranks.length);
  for (let at = 0; at < turned.length; at++) order[next[turned[at]!]!++] = at;
  return order;
}
