// Owns keys that plain comparison puts in the collator's order: asking the collator itself a million times takes seconds.
import { words } from "./row-values.ts";

const FIRST = 0x20; // space
const LAST = 0x7e; // tilde
const ZERO = 0x30;
const NINE = 0x39;
const MAX_DIGITS = 200; // beyond that the collator cuts numbers into pieces

/** Printable ASCII to its place in the collator's order; letters that differ by case alone share one. */
const places = placesOfSigns();
const NUMBER = String.fromCharCode(places[ZERO] ?? 0);

/** `null` for text with letters outside ASCII: only the collator knows where they belong. */
export function collationKey(text: string): string | null {
  let key = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST || code > LAST) return null;
    if (!isDigit(code)) {
      key += String.fromCharCode(places[code] ?? 0);
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

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function placesOfSigns(): Uint16Array {
  const signs = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCharCode(FIRST + at));
  const places = new Uint16Array(LAST + 1);
  let place = 0;
  signs.sort(words.compare).forEach((sign, at, sorted) => {
    if (at === 0 || words.compare(sorted[at - 1] ?? "", sign) !== 0) place++;
    places[sign.charCodeAt(0)] = place;
  });
  return places;
}
