import type { SortDirection } from "#platform/contract/paging.ts";
import { compareValues, isMissing, textOf, valueOf, words } from "../engine/engine.ts";

const PAUSE_EVERY = 512;
/** So many different values are looked up when they come again; a greater map grows by long jerks. */
const REMEMBERED = 16_384;
const NO_PLACE = 2 ** 32 - 1; // of what is missing

export interface ColumnRanks {
  /** Of each row the place of its value among all different ones; equal values share theirs. */
  readonly ranks: Uint32Array;
  /** The rank of what is missing: one after the last. */
  readonly missing: number;
}

/** Ranks the rows of a column without arrays, yielding between bits of work. */
export function* rankSteps(rows: readonly object[], column: string): Generator<undefined, ColumnRanks> {
  const places = new Map<unknown, number>();
  const values: unknown[] = [];
  const ranks = new Uint32Array(rows.length); // until they are known, the places of the rows' values
  for (let at = 0; at < rows.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    const value = valueOf(rows[at]!, column); // within the loop's bounds
    const known = isMissing(value) ? NO_PLACE : places.get(value);
    ranks[at] = known ?? values.push(value) - 1;
    if (known === undefined && places.size < REMEMBERED) places.set(value, values.length - 1);
  }
  const { rankOfPlace, missing } = yield* valueRankSteps(values);
  for (let at = 0; at < ranks.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    ranks[at] = rankOfPlace[ranks[at]!] ?? missing;
  }
  return { ranks, missing };
}

function* valueRankSteps(
  values: readonly unknown[],
): Generator<undefined, { rankOfPlace: Uint32Array; missing: number }> {
  const compare = yield* comparisonSteps(values);
  const sorted = yield* sortSteps(Uint32Array.from(values.keys()), compare);
  const rankOfPlace = new Uint32Array(values.length);
  let rank = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    const place = sorted[at]!;
    if (at > 0 && compare(sorted[at - 1]!, place) !== 0) rank++;
    rankOfPlace[place] = rank;
  }
  return { rankOfPlace, missing: sorted.length === 0 ? 0 : rank + 1 };
}

/** How two of the values, named by their places, compare: by their beginnings as numbers, or in full where these leave it open. */
function* comparisonSteps(values: readonly unknown[]): Generator<undefined, (one: number, other: number) => number> {
  const hasNumbers = values.some((value) => typeof value === "number");
  const begins = new Float64Array(values.length).fill(NaN);
  const keys: (string | null)[] = [];
  for (const [at, value] of values.entries()) {
    if (at % PAUSE_EVERY === 0) yield;
    const key = hasNumbers ? null : collationKey(textOf(value));
    keys.push(key);
    if (key !== null) begins[at] = beginOf(key);
    else if (typeof value === "number") begins[at] = value;
  }
  function inFull(one: number, other: number): number {
    const [left, right] = [keys[one] ?? null, keys[other] ?? null];
    if (left === null || right === null) return compareValues(values[one], values[other]);
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }
  return (one, other) => begins[one]! - begins[other]! || inFull(one, other); // places are within it
}

/** The rows' places in this direction: equal ones as they stood, what is missing last. Yields between bits of work. */
export function* dealOutSteps(
  { ranks, missing }: ColumnRanks,
  direction: SortDirection,
): Generator<undefined, Uint32Array> {
  const turned = (rank: number) => (direction === "ascending" || rank === missing ? rank : missing - 1 - rank);
  const next = new Uint32Array(missing + 2); // where the next row of each rank goes; its places are ranks and one more
  for (let at = 0; at < ranks.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    next[turned(ranks[at]!) + 1]!++;
  }
  for (let rank = 1; rank < next.length; rank++) next[rank]! += next[rank - 1]!;
  const order = new Uint32Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    order[next[turned(ranks[at]!)]!++] = at;
  }
  return order;
}

const RUN = 256;
const PAUSE_MERGE_EVERY = 1024;

/** Yields after every bit of work; gives the items in order. Sorts in place and beside. */
function* sortSteps(
  items: Uint32Array,
  compare: (one: number, other: number) => number,
): Generator<undefined, Uint32Array> {
  for (let start = 0; start < items.length; start += RUN) {
    items.subarray(start, start + RUN).sort(compare);
    yield;
  }
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let width = RUN; width < items.length; width *= 2) {
    for (let left = 0; left < items.length; left += 2 * width) yield* mergeSteps(from, to, left, width, compare);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the two runs of `width` that begin at `start`. */
function* mergeSteps(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (one: number, other: number) => number,
): Generator<undefined> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(middle + width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    if (at % PAUSE_MERGE_EVERY === 0) yield;
    const one = from[left] ?? 0;
    const other = from[right] ?? 0;
    const isLeft = right >= end || (left < middle && compare(one, other) <= 0);
    to[at] = isLeft ? one : other;
    if (isLeft) left++;
    else right++;
  }
}

const FIRST = 0x20; // space
const LAST = 0x7e; // tilde
const ZERO = 0x30;
const NINE = 0x39;
const MAX_DIGITS = 100; // so that their count stays within BASE; beyond 250 the collator cuts numbers into pieces
const FIRST_ACCENTED = 0xc0; // À
const LAST_ACCENTED = 0x24f; // the end of Latin Extended-B
const NOWHERE = 0xffff;
const BASE = 128; // above every code in a key
const BEGIN = 7; // a number holds so many codes exactly
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Signs to their places in the collator's order; letters that differ by case or accent alone share one. 0: not asked yet. */
const places = placesOfSigns();
const NUMBER = String.fromCharCode(places[ZERO] ?? 0);

/**
 * Comparing with the collator itself a million times takes seconds.
 *
 * `null` for text with other letters than those of ASCII and their accented kin: only the collator knows where they belong.
 */
export function collationKey(text: string): string | null {
  let key = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const place = placeOf(code);
    if (place === NOWHERE) return null;
    if (!isDigit(code)) {
      key += String.fromCharCode(place);
      continue;
    }
    // A number is its count of digits, then its digits: the longer is the greater.
    let start = at;
    while (isDigit(text.charCodeAt(at + 1))) at++;
    while (start <= at && text.charCodeAt(start) === ZERO) start++;
    const digits = text.slice(start, at + 1);
    if (digits.length > MAX_DIGITS) return null;
    key += NUMBER + String.fromCharCode(digits.length) + digits;
  }
  return key;
}

/** A number for the key's first codes: of two keys whose numbers differ, the lesser has the lesser. */
export function beginOf(key: string): number {
  let begin = 0;
  for (let at = 0; at < BEGIN; at++) begin = begin * BASE + (at < key.length ? key.charCodeAt(at) : 0);
  return begin;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function placeOf(code: number): number {
  if (code >= FIRST && code <= LAST) return places[code]!; // all of them have one
  if (code < FIRST_ACCENTED || code > LAST_ACCENTED) return NOWHERE;
  return (places[code] ||= placeOfLetter(String.fromCharCode(code)));
}

/** That of the plain letter which the collator takes for the same. */
function placeOfLetter(accented: string): number {
  const plain = LETTERS.find((letter) => words.compare(letter, accented) === 0);
  return plain === undefined ? NOWHERE : places[plain.charCodeAt(0)]!; // a letter of ASCII
}

function placesOfSigns(): Uint16Array {
  const signs = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCharCode(FIRST + at));
  const places = new Uint16Array(LAST_ACCENTED + 1);
  let place = 0;
  signs.sort(words.compare).forEach((sign, at, sorted) => {
    if (at === 0 || words.compare(sorted[at - 1] ?? "", sign) !== 0) place++;
    places[sign.charCodeAt(0)] = place;
  });
  return places;
}
