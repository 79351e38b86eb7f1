import {
  createOwnPost,
  createPost,
  deleteOwnPosts,
  deletePosts,
  findOwnPost,
  findPost,
  listOwnPosts,
  listPostFeed,
  listPosts,
  updateOwnPost,
  updatePost,
} from "#features/posts/contract.ts";
import { useChange, query, wholeQuery } from "#platform/web/http/query.ts";

export const ownPosts = query(listOwnPosts);
export const allOwnPosts = wholeQuery(listOwnPosts);
export const organizationPosts = query(listPosts);
export const allOrganizationPosts = wholeQuery(listPosts);
export const postFeed = query(listPostFeed);
export const ownPost = query(findOwnPost);
export const organizationPost = query(findPost);

/** An admin's own posts are in both lists. */
const lists = [ownPosts, organizationPosts, postFeed];
const refreshes = [...lists, ownPost, organizationPost];

export const useCreateOwnPost = () => useChange(createOwnPost, { refreshes });
export const useUpdateOwnPost = () => useChange(updateOwnPost, { refreshes });
export const useDeleteOwnPosts = () => useChange(deleteOwnPosts, { refreshes: lists });
export const useCreatePost = () => useChange(createPost, { refreshes });
export const useUpdatePost = () => useChange(updatePost, { refreshes });
export const useDeletePosts = () => useChange(deletePosts, { refreshes: lists });

export const OWN_POSTS = {
  listTitle: "Posts",
  createTitle: "Create Post",
  editTitle: "Edit Post",
  list: "/account/posts/all",
  create: "/account/posts/create",
  edit: "/account/posts/edit/",
  calls: { create: createOwnPost, update: updateOwnPost, remove: deleteOwnPosts },
  post: ownPost,
  useCreate: useCreateOwnPost,
  useUpdate: useUpdateOwnPost,
  useDelete: useDeleteOwnPosts,
} as const;

export const ALL_POSTS = {
  listTitle: "All Posts",
  createTitle: "Create Organization Post",
  editTitle: "Edit Organization Post",
  list: "/admin/posts",
  create: "/admin/posts/create",
  edit: "/admin/posts/edit/",
  calls: { create: createPost, update: updatePost, remove: deletePosts },
  post: organizationPost,
  useCreate: useCreatePost,
  useUpdate: useUpdatePost,
  useDelete: useDeletePosts,
} as const;

export type PostArea = typeof OWN_POSTS | typeof ALL_POSTS;
