import {
  createOwnPost,
  createPost,
  deleteOwnPosts,
  deletePosts,
  updateOwnPost,
  updatePost,
} from "#features/posts/contract.ts";
import * as data from "./data.ts";

export const OWN_POSTS = {
  listTitle: "Posts",
  createTitle: "Create Post",
  editTitle: "Edit Post",
  list: "/account/posts/all",
  create: "/account/posts/create",
  edit: "/account/posts/edit/",
  calls: { create: createOwnPost, update: updateOwnPost, remove: deleteOwnPosts },
  post: data.ownPost,
  useCreate: data.useCreateOwnPost,
  useUpdate: data.useUpdateOwnPost,
  useDelete: data.useDeleteOwnPosts,
} as const;

export const ALL_POSTS = {
  listTitle: "All Posts",
  createTitle: "Create Organization Post",
  editTitle: "Edit Organization Post",
  list: "/admin/posts",
  create: "/admin/posts/create",
  edit: "/admin/posts/edit/",
  calls: { create: createPost, update: updatePost, remove: deletePosts },
  post: data.organizationPost,
  useCreate: data.useCreatePost,
  useUpdate: data.useUpdatePost,
  useDelete: data.useDeletePosts,
} as const;

export type PostArea = typeof OWN_POSTS | typeof ALL_POSTS;
