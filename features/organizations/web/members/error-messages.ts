import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";

export function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "This invitation can't be sent now. Your organization or this address has reached the limit for 24 hours, or the person declined. Try again tomorrow.";
    case "LAST_ADMIN":
      return "This is the only admin. Make someone else an admin first.";
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
      return "A group you chose is full. Choose another one.";
    case "NOT_FOUND":
      return "This user or a group you chose was deleted. Nothing was saved. Reload the page, then choose again.";
    default:
      return errorMessage(error);
  }
}
