// Comparing with the collator itself a million times takes seconds.
import { words } from "./row-values.ts";

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

/** `null` for text with other letters than those of ASCII and their accented kin: only the collator knows where they belong. */
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
