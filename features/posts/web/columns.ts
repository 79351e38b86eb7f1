import {
  AUDIENCE_SCOPES,
  listOwnPosts,
  listPosts,
  POST_STATUSES,
  type Post,
  type PostPage,
  type PostStatus,
} from "#features/posts/contract.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { audienceWords, SCOPE_LABELS, STATUS_LABELS } from "#features/posts/columns.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";
import { pageRequest, useRemoteList, type UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import { organizationPosts, ownPosts } from "./api.ts";

export const STATUS_TONES: Readonly<Record<PostStatus, Tone>> = {
  draft: "grey",
  published: "green",
  archived: "hollow",
};
export const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
export const SCOPE_OPTIONS = AUDIENCE_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));

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
  readonly post: Post;
}

export function toRow(post: Post): PostTableRow {
  const { id, title, body, status, audience, pinned, author, updatedAt } = post;
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
    post,
  };
}

/** The server's names of the table's columns. It sorts by no others. */
const SORTS: Readonly<Record<string, NonNullable<PostPage["sort"]>>> = {
  title: "title",
  step: "status",
  updatedAt: "updatedAt",
};

export const useRemoteOwnPosts = remote(ownPosts, listOwnPosts);
export const useRemoteOrganizationPosts = remote(organizationPosts, listPosts);

function remote(
  list: typeof ownPosts | typeof organizationPosts,
  call: typeof listOwnPosts | typeof listPosts,
): UseRemote<PostTableRow> {
  return function useRemotePosts(query) {
    return useRemoteList(query, {
      pageOf: (page) => list(pageRequest(page, SORTS)),
      csvOf: (page, columns) => csvOf(call, { ...pageRequest(page, SORTS), columns }),
      toRow,
    });
  };
}
