import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";

export function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "No more can be mailed now: your organization, or this address, has had as many invitations as it may within 24 hours, or the person declined. Try again tomorrow.";
    case "LAST_ADMIN":
      return "This is the last admin of the organization. Make someone else an admin first, then change or remove this one.";
    case "STALE":
      return "Someone else updated this user. Your changes aren't saved yet: review them, then save again.";
    default:
      return explain(error);
  }
}

/** For a change of a member's role and groups. */
export function explainChange(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "A group that you chose has as many people as it may. Choose another one.";
    case "NOT_FOUND":
      return "This user, or a group that you chose, is gone, so nothing was saved. Reload the page, then choose again.";
    default:
      return errorMessage(error);
  }
}
