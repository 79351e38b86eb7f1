import { POST_STATUSES, type Post, type PostStatus } from "#features/posts/contract.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { audienceWords } from "./post-labels.ts";

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
