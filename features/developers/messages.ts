import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  apiKey: {
    LIMIT_REACHED: "Your organization has reached the limit of API keys. Revoke one you no longer use.",
    NOT_FOUND: "This key was revoked. Reload the page to see the current keys.",
  },
} as const satisfies Record<string, ErrorMessages>;
