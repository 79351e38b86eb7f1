import { AppError } from "#platform/contract/errors.ts";

/** Throws LIMIT_REACHED where `more` do not fit beside those `held`. Only a count under a lock is still true when they are written. */
export function requireWithinLimit(held: number, most: number, more = 1): void {
  if (held + more > most) throw new AppError("LIMIT_REACHED");
}
