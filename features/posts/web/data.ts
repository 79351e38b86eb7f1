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
import { useChange } from "#platform/web/http/change.ts";
import { query } from "#platform/web/http/query.ts";
import { sendWhole } from "#platform/web/http/send-whole.ts";

export const ownPosts = query(listOwnPosts, sendWhole);
export const organizationPosts = query(listPosts, sendWhole);
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
