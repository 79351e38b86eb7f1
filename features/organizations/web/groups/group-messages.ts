import { formatCount } from "#platform/text/text.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import type { ErrorTexts } from "#platform/web/form/error-text.ts";

export const NAME_ERRORS: ErrorTexts = { NAME_TAKEN: "Another group has this name. Choose a different one" };

export function groupErrorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "Your organization has reached the limit of groups. Delete one you no longer need.";
    case "NOT_FOUND":
      return "The group was deleted, or someone you chose left the organization. Reload the page, then choose again.";
    case "GROUP_IN_USE":
      return "Some borrowers are only in this group. Move them to another group first. Otherwise everyone in your organization could see them.";
    case "STALE":
      return "Someone else updated this group. Your changes aren't saved yet: review them, then save again.";
    default:
      return explain(error);
  }
}

export function peopleCount(count: number): string {
  if (count === 0) return "No one yet";
  return formatCount(count, "person", "people");
}
