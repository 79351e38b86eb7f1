import type * as contract from "#features/posts/contract.ts";
import { aPost } from "#features/posts/server/test-posts.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

export const posts: RowsOf<typeof contract> = {
  listOwnPosts: { works: nothing, names: [] },
  listPostFeed: { works: nothing, names: [] },
  findOwnPost: { works: async (stage) => ({ id: await anOwn("post", stage) }), names: ["id"], kind: "post" },
  createOwnPost: { works: async () => aPost(), names: [] },
  updateOwnPost: {
    works: async (stage) => ({ ...aPost(), id: await anOwn("post", stage) }),
    names: ["id"],
    kind: "post",
  },
  deleteOwnPosts: { works: async (stage) => ({ ids: [await anOwn("post", stage)] }), names: ["ids"], kind: "post" },
  listPosts: { works: nothing, names: [] },
  findPost: { works: async (stage) => ({ id: await anOwn("post", stage) }), names: ["id"], kind: "post" },
  createPost: { works: async () => aPost(), names: [] },
  updatePost: {
    works: async (stage) => ({ ...aPost(), id: await anOwn("post", stage) }),
    names: ["id"],
    kind: "post",
  },
  deletePosts: { works: async (stage) => ({ ids: [await anOwn("post", stage)] }), names: ["ids"], kind: "post" },
};
