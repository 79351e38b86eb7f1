import { ScimError } from "./scim-error.ts";

const MAX_LENGTH = 1_000;
const MAX_COMPARISONS = 5;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
// Entra's documentation shows values without quotes.
const COMPARISON =
  /\s*([a-z][\w.:-]*(?:\[type\s+eq\s+"[a-z]{1,20}"\](?:\.value)?)?)\s+eq\s+("(?:[^"\\]|\\.)*"|[^\s"()]+)(?:\s+and(?=\s)|\s*$)/iy;

export interface Comparison {
  /** In lower case, without the URN of the core schema. */
  readonly attribute: string;
  readonly value: string;
}

/** `eq`, and several joined by `and`: what directories send. Throws ScimError. */
export function readFilter(text: string | undefined): Comparison[] {
  if (text === undefined) return [];
  if (text.length > MAX_LENGTH) throw refused("The filter is too long.");
  const comparisons: Comparison[] = [];
  COMPARISON.lastIndex = 0;
  while (COMPARISON.lastIndex < text.length) {
    const [, attribute, value] = COMPARISON.exec(text) ?? [];
    if (attribute === undefined || value === undefined) throw refused("Only eq, joined by and, is supported.");
    comparisons.push({ attribute: attributeOf(attribute), value: valueOf(value) });
    if (comparisons.length > MAX_COMPARISONS) throw refused("The filter has too many comparisons.");
  }
  if (comparisons.length === 0) throw refused("The filter is empty.");
  return comparisons;
}

/** As SCIM compares names: in lower case, and without the schema that it would have anyway. */
export function attributeOf(name: string): string {
  return name.toLowerCase().replace(CORE, "");
}

/** Throws on control characters, which PostgreSQL cannot store. */
function valueOf(value: string): string {
  const text = value.startsWith('"') ? unquoted(value) : value;
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw refused("A value of the filter has control characters.");
  return text;
}

function unquoted(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    throw refused("A value of the filter isn't valid JSON.");
  }
}

function refused(detail: string): ScimError {
  return new ScimError(400, "invalidFilter", detail);
}
