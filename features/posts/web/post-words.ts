// Owns what people read of a post's status and audience.
import { AUDIENCE_SCOPES, POST_STATUSES, type Audience, type PostStatus } from "#features/posts/contract.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

export const STATUS_WORDS: Readonly<Record<PostStatus, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: "Draft", tone: "grey" },
  published: { label: "Published", tone: "green" },
  archived: { label: "Archived", tone: "hollow" },
};
export const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label }));

const SCOPE_WORDS = { organization: "Organization", groups: "Groups", borrowers: "Borrowers" } as const;
export const SCOPE_OPTIONS = AUDIENCE_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }));

export function audienceWords({ scope, groupIds }: Audience): string {
  if (scope !== "groups") return SCOPE_WORDS[scope];
  return groupIds.length === 1 ? "1 group" : `${groupIds.length} groups`;
}
