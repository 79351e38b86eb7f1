import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/posts/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as posts from "./posts.ts";

export function postRoutes(ctx: Context): Route[] {
  return [
    route(
      calls.listOwnPosts,
      (actor, page) => posts.listOwnPosts(ctx, actor, page),
      (actor, page) => posts.exportOwnPosts(ctx, actor, page),
    ),
    route(calls.listPostFeed, (actor) => posts.listFeed(ctx, actor)),
    route(calls.findOwnPost, (actor, { id }) => posts.findPost(ctx, actor, id)),
    route(calls.createOwnPost, (actor, details) => posts.createPost(ctx, actor, details)),
    route(calls.updateOwnPost, (actor, details) => posts.updatePost(ctx, actor, details)),
    route(calls.deleteOwnPosts, (actor, { ids }) => posts.deletePosts(ctx, actor, ids)),
    route(
      calls.listPosts,
      (actor, page) => posts.listPosts(ctx, actor, page),
      (actor, page) => posts.exportPosts(ctx, actor, page),
    ),
    route(calls.findPost, (actor, { id }) => posts.findPost(ctx, actor, id)),
    route(calls.createPost, (actor, details) => posts.createPost(ctx, actor, details)),
    route(calls.updatePost, (actor, details) => posts.updatePost(ctx, actor, details)),
    route(calls.deletePosts, (actor, { ids }) => posts.deletePosts(ctx, actor, ids)),
  ];
}
