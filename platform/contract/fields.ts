import * as z from "zod/mini";
import type { FieldError } from "./errors.ts";

/** Random UUID v4 in text; opaque to callers. Anything else is simply not found. */
export const Id = z.uuid();

/** Whole text without control characters and halves of signs, trimmed; line breaks only where `multiline`. */
export function text(max: number, { multiline = false, min = 1 } = {}) {
  // \p{Cs} is a surrogate by itself: JSON can say it, UTF-8 and the database cannot.
  const controls = multiline ? /^[^\p{Cc}\p{Cs}]*(?:[\n\r\t][^\p{Cc}\p{Cs}]*)*$/u : /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
  return z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(controls));
}

/** Text of any characters, taken as it is: passwords, tokens, codes. */
export function verbatim(max: number) {
  return z.string().check(z.minLength(1), z.maxLength(max));
}

/**
 * A web address without what browsers correct or leave out, such as backslashes and line breaks, so that the checked
 * address is the one that is loaded. `normalize` gives it as browsers write it.
 */
export function webAddress(max: number, { protocol = /^https?$/, ...options }: AddressOptions = {}) {
  return z.pipe(
    z.string().check(z.trim(), z.regex(/^[A-Za-z]+:\/\/[^\\\p{Cc}\p{Cs}]*$/u)),
    z.url({ protocol, ...options }).check(z.maxLength(max)),
  );
}

interface AddressOptions {
  readonly protocol?: RegExp;
  readonly hostname?: RegExp;
  readonly normalize?: boolean;
}

/** Characters of so many bytes in base64. */
export const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** A whole number in bounds. */
export function whole(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max));
}

/** A whole number in a query: digits alone, so neither `1e2` nor `0x10`. `described`: what else its description says. */
export function digits(min: number, max: number, described: object = {}) {
  const isDigits = (value: unknown) => /^\d{1,16}$/.test(String(value));
  const asText = z.custom<number | `${number}`>(isDigits, "INVALID_FORMAT");
  return z.pipe(
    asText.register(z.globalRegistry, { type: "integer", minimum: min, maximum: max, ...described }),
    z.pipe(z.transform(Number), whole(min, max)),
  );
}

/** A list of so many at most. */
export function listOf<S extends z.core.$ZodType>(schema: S, max: number, min = 0) {
  return z.array(schema).check(z.minLength(min), z.maxLength(max));
}

/** What may be left out, which is the same as `null`. */
export function orNull<S extends z.ZodMiniType>(schema: S) {
  return z._default(z.nullable(schema), null);
}

/** First, middle and last names of people. */
export const Name = text(100);

/** At most 254 characters, as typed; compared in lower case. */
export const Email = z.pipe(z.string().check(z.trim(), z.minLength(1), z.maxLength(254)), z.email());

/** A phone number in E.164: `+15550102030`. */
export const Phone = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

/** A SHA-256 in hexadecimal. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Counts changes of a row, from 1; a stale one is refused with 409 STALE. */
export const Version = z.int().check(z.minimum(1));

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A timestamp in a request. It starts in 1970: PostgreSQL has no year 0, and no data here is that old. */
// A pipe, so that an invalid time gives one error, not two.
export const GivenTimestamp = z.pipe(Timestamp, z.string().check(z.refine((at) => at >= "1970", "TOO_SMALL")));

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();

/** A sum of lines, of which some may be credits: integer cents, below zero where more is owed to the customer. */
export const SignedCents = z.int();

/** A sum of what a bank reports, which may be more than anyone may enter: integer cents. */
export const SumCents = z.int().check(z.minimum(0));

/** A billion dollars. */
export const MAX_CENTS = 100_000_000_000;

/** Integer cents. */
export const Cents = whole(0, MAX_CENTS);

/** Zod's issues, parsed with `reportInput`, in our words. A missing key is REQUIRED, whatever it should have been. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const field = issue.path.map(String).join(".");
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, code: "UNKNOWN_FIELD" }));
    return [{ field, code: codeOf(issue) }];
  });
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return "REQUIRED";
  switch (issue.code) {
    case "invalid_type":
      return "INVALID_TYPE";
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1 ? "REQUIRED" : "TOO_SMALL";
    case "too_big":
      return "TOO_BIG";
    case "invalid_value":
      return "INVALID_VALUE";
    case "invalid_format":
      return "INVALID_FORMAT";
    case "custom":
      return issue.message === "Invalid input" ? "INVALID_VALUE" : issue.message;
    default:
      return "INVALID_VALUE";
  }
}

/** Digits of a number, by themselves or in groups. */
const DIGITS = /(?<!\d\.?)\d(?:[ -]?\d){12,18}(?!\.?\d)/g;
/**
 * By prefix and length: Visa, Mastercard, American Express, Discover, JCB, Diners. Without them one number of ten would
 * pass for a card's, the 18 digits of a loan in MERS among them, which end in the same check digit.
 */
const BRANDS =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11})$/;

/** Whether a text holds what is in all likelihood the number of a payment card, which is never to be stored. */
export function holdsCardNumber(text: string): boolean {
  return (text.match(DIGITS) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, "");
    return BRANDS.test(digits) && passesLuhn(digits);
  });
}

/** For a text that people write freely. */
export const withoutCardNumber = z.refine<string | null>(
  (value) => value === null || !holdsCardNumber(value),
  "CARD_NUMBER",
);

// ISO/IEC 7812-1, annex B.
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
