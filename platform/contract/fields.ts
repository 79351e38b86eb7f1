import * as z from "zod/mini";

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
export const CENTS_MOST = 100_000_000_000;

/** Integer cents. */
export const Cents = whole(0, CENTS_MOST);
