import { AppError } from "#platform/contract/errors.ts";

/** All requests of one act together. */
export const DEADLINE_MS = 4_500;

/** GitHub refuses requests that do not say who asks. */
export const USER_AGENT = "Keyturn";

export function refusedCode(provider: string, reason: string): AppError {
  return new AppError("SOCIAL_REFUSED", { cause: new Error(`${provider}: ${reason}`) });
}
