import { formatCount } from "#platform/text/text.ts";
import { AUDIENCE_SCOPES, POST_STATUSES, type Audience, type PostStatus } from "#features/posts/contract.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

export const STATUS_LABELS: Readonly<Record<PostStatus, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: "Draft", tone: "grey" },
  published: { label: "Published", tone: "green" },
  archived: { label: "Archived", tone: "hollow" },
};
export const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].label }));

const SCOPE_LABELS = { organization: "Organization", groups: "Groups", borrowers: "Borrowers" } as const;
export const SCOPE_OPTIONS = AUDIENCE_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));

export function audienceWords({ scope, groupIds }: Audience): string {
  if (scope !== "groups") return SCOPE_LABELS[scope];
  return formatCount(groupIds.length, "group");
}
