import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { CreatePostLink, PostsTable } from "./PostsTable.tsx";
import { ALL_POSTS, allOrganizationPosts } from "./api.ts";
import { useRemoteOrganizationPosts } from "./columns.ts";

export function AdminPostsPage() {
  const posts = useQuery(allOrganizationPosts());
  const create = <CreatePostLink area={ALL_POSTS} />;
  return (
    <Page title={ALL_POSTS.listTitle} action={posts.data?.length !== 0 && create}>
      <PostsTable
        area={ALL_POSTS}
        posts={posts}
        useRemote={useRemoteOrganizationPosts}
        showsAuthor
        empty={
          <EmptyState title="No posts yet" action={create}>
            Posts by you and your colleagues appear here.
          </EmptyState>
        }
      />
    </Page>
  );
}
