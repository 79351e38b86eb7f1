import { POSTS_PER_ORGANIZATION } from "./contract.ts";
import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  post: {
    LIMIT_REACHED: `Your organization has ${POSTS_PER_ORGANIZATION.toLocaleString("en-US")} posts, the maximum. Delete some you no longer need, then save again.`,
    STALE: "Someone else saved this post. Loading their version.",
    VALIDATION_ERROR: "Some fields aren't valid. Check them, then save again.",
    NOT_FOUND: "The post or a group in its audience was deleted. Choose the audience again, or save as a new post.",
  },
} as const satisfies Record<string, ErrorMessages>;
