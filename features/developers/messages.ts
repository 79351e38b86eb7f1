import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  apiKey: {
    LIMIT_REACHED: "Your organization has reached the limit of API keys. Revoke one you no longer use.",
    STALE: "Someone else changed this key. Look at it again, then repeat your change.",
    NOT_FOUND: "This key was revoked. Reload the page to see the current keys.",
  },
  webhook: {
    LIMIT_REACHED: "Your organization has reached the limit of webhook endpoints. Delete one you no longer use.",
    STALE: "Someone else changed this endpoint. Look at it again, then repeat your change.",
    NOT_FOUND: "This endpoint was deleted. Reload the page to see the current endpoints.",
    ENDPOINT_DISABLED: "This endpoint is disabled. Enable it first.",
  },
} as const satisfies Record<string, ErrorMessages>;
