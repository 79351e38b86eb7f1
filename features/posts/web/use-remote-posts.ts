import type { PostPage } from "#features/posts/contract.ts";
import { askedPage } from "#platform/web/table/remote/asked-page.ts";
import type { UseRemote } from "#platform/web/table/remote/remote-rows.ts";
import { useRemoteList } from "#platform/web/table/remote/use-remote-list.ts";
import { organizationPosts, ownPosts } from "./data.ts";
import { toRow, type PostTableRow } from "./post-row.ts";

/** The server's names of the table's columns. It sorts by no others. */
const SORTS: Readonly<Record<string, NonNullable<PostPage["sort"]>>> = {
  title: "title",
  step: "status",
  updatedAt: "updatedAt",
};

export const useRemoteOwnPosts = remote(ownPosts);
export const useRemoteOrganizationPosts = remote(organizationPosts);

function remote(list: typeof ownPosts | typeof organizationPosts): UseRemote<PostTableRow> {
  return function useRemotePosts(asked) {
    return useRemoteList(list(askedPage(asked, SORTS)), { limit: asked.limit, toRow });
  };
}
