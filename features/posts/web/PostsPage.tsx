import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { EmptyState, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { CreatePostLink, PostsTable } from "./PostsTable.tsx";
import { OWN_POSTS, allOwnPosts } from "./api.ts";
import { useRemoteOwnPosts } from "./columns.ts";

const PostFeed = lazy(() => import("./PostFeed.tsx").then((file) => ({ default: file.PostFeed })));

export function PostsPage() {
  const posts = useQuery(allOwnPosts());
  const create = <CreatePostLink area={OWN_POSTS} />;
  return (
    <Page title={OWN_POSTS.listTitle} action={posts.data?.length !== 0 && create}>
      <PostsTable
        area={OWN_POSTS}
        posts={posts}
        useRemote={useRemoteOwnPosts}
        empty={
          <EmptyState title="No posts yet" action={create}>
            Share rates, deadlines and how-tos with your organization.
          </EmptyState>
        }
      />
      <Suspense fallback={<Skeleton lines={4} />}>
        <PostFeed />
      </Suspense>
    </Page>
  );
}
