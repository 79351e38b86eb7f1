// Owns what pages ask about posts and what they change.
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
import { useChange } from "#kit/web/http/change.ts";
import { query } from "#kit/web/http/query.ts";
import { sendWhole } from "#kit/web/http/send-whole.ts";

export const ownPosts = query(listOwnPosts, sendWhole);
export const organizationPosts = query(listPosts, sendWhole);
export const postFeed = query(listPostFeed);
export const ownPost = query(findOwnPost);
export const organizationPost = query(findPost);

/** An admin's own posts stand in both lists. */
const lists = [ownPosts, organizationPosts, postFeed];
const refreshes = [...lists, ownPost, organizationPost];

export const useCreateOwnPost = () => useChange(createOwnPost, { refreshes });
export const useUpdateOwnPost = () => useChange(updateOwnPost, { refreshes });
export const useDeleteOwnPosts = () => useChange(deleteOwnPosts, { refreshes: lists });
export const useCreatePost = () => useChange(createPost, { refreshes });
export const useUpdatePost = () => useChange(updatePost, { refreshes });
export const useDeletePosts = () => useChange(deletePosts, { refreshes: lists });
