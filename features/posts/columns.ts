import type { Audience, Post, PostColumn, PostStatus } from "./contract.ts";
import { longDay } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { formatCount } from "#platform/text/text.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";

export const STATUS_LABELS: Readonly<Record<PostStatus, string>> = {
  draft: "Draft",
  published: "Published",
  archived: "Archived",
};

export const SCOPE_LABELS = { organization: "Organization", groups: "Groups", borrowers: "Borrowers" } as const;

export function audienceWords({ scope, groupIds }: Audience): string {
  return scope === "groups" ? formatCount(groupIds.length, "group") : SCOPE_LABELS[scope];
}

interface Known {
  /** IANA name. */
  readonly zone: string;
}

export const POST_COLUMN_TEXTS: ListColumns<PostColumn, Post, Known> = {
  title: { header: "Title", text: ({ title }) => title },
  status: { header: "Status", text: ({ status }) => STATUS_LABELS[status] },
  author: { header: "Author", text: ({ author }) => `${author.firstName} ${author.lastName}` },
  audience: { header: "Audience", text: ({ audience }) => audienceWords(audience) },
  pinned: { header: "Pinned", text: ({ pinned }) => (pinned ? "Pinned" : "") },
  updatedAt: { header: "Updated", text: ({ updatedAt }, { zone }) => longDay(dayIn(updatedAt, zone)) },
};
