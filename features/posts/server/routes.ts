import * as calls from "#features/posts/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as posts from "./posts.ts";

export function postRoutes(deps: posts.PostDeps): Route[] {
  return [
    route(calls.listOwnPosts, (actor, page) => posts.listOwnPosts(deps, actor, page)),
    route(calls.listPostFeed, (actor) => posts.listFeed(deps, actor)),
    route(calls.findOwnPost, (actor, { id }) => posts.findPost(deps, actor, id)),
    route(calls.createOwnPost, (actor, details) => posts.createPost(deps, actor, details)),
    route(calls.updateOwnPost, (actor, details) => posts.updatePost(deps, actor, details)),
    route(calls.deleteOwnPosts, (actor, { ids }) => posts.deletePosts(deps, actor, ids)),
    route(calls.listPosts, (actor, page) => posts.listPosts(deps, actor, page)),
    route(calls.findPost, (actor, { id }) => posts.findPost(deps, actor, id)),
    route(calls.createPost, (actor, details) => posts.createPost(deps, actor, details)),
    route(calls.updatePost, (actor, details) => posts.updatePost(deps, actor, details)),
    route(calls.deletePosts, (actor, { ids }) => posts.deletePosts(deps, actor, ids)),
  ];
}
