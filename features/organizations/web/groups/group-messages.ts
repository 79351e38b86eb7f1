import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import type { ErrorTexts } from "#platform/web/form/error-text.ts";

export const NAME_ERRORS: ErrorTexts = { NAME_TAKEN: "Another group has this name. Choose one of its own" };

export function groupErrorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "Your organization has as many groups as it may. Delete one that is no longer needed.";
    case "NOT_FOUND":
      return "The group is gone, or someone you chose has left the organization. Reload the page, then choose again.";
    case "GROUP_IN_USE":
      return "Borrowers are in this group alone. Put them into another group first, or they would be open to everybody.";
    case "STALE":
      return "Someone else updated this group. Your changes aren't saved yet: review them, then save again.";
    default:
      return explain(error);
  }
}

export function peopleCount(count: number): string {
  if (count === 0) return "No one yet";
  return count === 1 ? "1 person" : `${count} people`;
}
