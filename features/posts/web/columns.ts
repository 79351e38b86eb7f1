import {
  AUDIENCE_SCOPES,
  POST_STATUSES,
  type Audience,
  type Post,
  type PostPage,
  type PostStatus,
} from "#features/posts/contract.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { formatCount } from "#platform/text/text.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";
import { pageRequest, useRemoteList, type UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import { organizationPosts, ownPosts } from "./api.ts";

export const STATUS_LABELS: Readonly<Record<PostStatus, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: "Draft", tone: "grey" },
  published: { label: "Published", tone: "green" },
  archived: { label: "Archived", tone: "hollow" },
};
export const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].label }));

const SCOPE_LABELS = { organization: "Organization", groups: "Groups", borrowers: "Borrowers" } as const;
export const SCOPE_OPTIONS = AUDIENCE_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));

function audienceWords({ scope, groupIds }: Audience): string {
  if (scope !== "groups") return SCOPE_LABELS[scope];
  return formatCount(groupIds.length, "group");
}

export interface PostTableRow extends TableRow {
  readonly title: string;
  readonly body: string;
  readonly status: PostStatus;
  /** The position of the status in the life of a post, for sorting. */
  readonly step: number;
  readonly audience: string;
  readonly pinned: "Pinned" | null;
  readonly author: string;
  readonly updatedAt: string;
}

export function toRow({ id, title, body, status, audience, pinned, author, updatedAt }: Post): PostTableRow {
  return {
    id,
    title,
    body,
    status,
    step: POST_STATUSES.indexOf(status),
    audience: audienceWords(audience),
    pinned: pinned ? "Pinned" : null,
    author: `${author.firstName} ${author.lastName}`,
    updatedAt,
  };
}

/** The server's names of the table's columns. It sorts by no others. */
const SORTS: Readonly<Record<string, NonNullable<PostPage["sort"]>>> = {
  title: "title",
  step: "status",
  updatedAt: "updatedAt",
};

export const useRemoteOwnPosts = remote(ownPosts);
export const useRemoteOrganizationPosts = remote(organizationPosts);

function remote(list: typeof ownPosts | typeof organizationPosts): UseRemote<PostTableRow> {
  return function useRemotePosts(query) {
    return useRemoteList(query, (page) => list(pageRequest(page, SORTS)), toRow);
  };
}
