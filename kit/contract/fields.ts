// Owns the field types that every noun shares: ids, names, emails, versions, times, money.
import { z } from "zod";

/** Random UUID v4 in text; opaque to callers. Anything else is simply not found. */
export const Id = z.uuid();

/** Whole text without control characters, trimmed; line breaks only where `multiline`. */
export function text(max: number, { multiline = false, min = 1 } = {}) {
  const controls = multiline ? /^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u : /^[^\p{Cc}\u2028\u2029]*$/u;
  return z.string().trim().min(min).max(max).regex(controls);
}

/** First, middle and last names of people. */
export const Name = text(100);

/** At most 254 characters, as typed; compared in lower case. */
export const Email = z.string().trim().min(1).max(254).pipe(z.email());

/** Counts changes of a row, from 1; a stale one is refused with 409 STALE. */
export const Version = z.int().min(1);

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();

/** Integer cents; at most 10^11, which is a billion dollars. */
export const Cents = z.int().min(0).max(100_000_000_000);
