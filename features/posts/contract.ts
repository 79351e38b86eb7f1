import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import type { FieldError } from "#platform/contract/errors.ts";
import { GivenTimestamp, Id, listOf, orNull, text, Timestamp, Version } from "#platform/contract/fields.ts";
import { paged } from "#platform/contract/paging.ts";

export const POST_STATUSES = ["draft", "published", "archived"] as const;
export const PostStatus = z.enum(POST_STATUSES);
export type PostStatus = z.infer<typeof PostStatus>;

export const AUDIENCE_SCOPES = ["organization", "groups", "borrowers"] as const;

/** Who may read a published post, besides its author and the admins. */
export const Audience = z.object({
  scope: z.enum(AUDIENCE_SCOPES),
  /** Only for `groups`. */
  groupIds: z._default(listOf(Id, 50), []),
});
export type Audience = z.infer<typeof Audience>;

/** The most characters of a body. */
const BODY_LENGTH = 20_000;

/** Markdown, stored exactly as typed. HTML in it is removed when it is shown. */
const Body = z.string().check(z.maxLength(BODY_LENGTH), z.refine(isWritable, "INVALID_FORMAT"));

/** What its author enters. */
export const PostDetails = z.object({
  title: text(200),
  body: z._default(Body, ""),
  summary: z._default(text(300, { min: 0 }), ""),
  status: z._default(PostStatus, "published"),
  audience: z._default(Audience, { scope: "organization", groupIds: [] }),
  /** Listed before the others. */
  pinned: z._default(z.boolean(), false),
  /** Not shown before. */
  publishAt: orNull(GivenTimestamp),
  /** Not shown after. Later than `publishAt`. */
  expireAt: orNull(GivenTimestamp),
});
export type PostDetails = z.infer<typeof PostDetails>;

/** Fields that conflict with each other in a post whose single fields are valid. */
export function postErrors({
  audience,
  publishAt,
  expireAt,
}: Pick<PostDetails, "audience" | "publishAt" | "expireAt">) {
  const { scope, groupIds } = audience;
  const errors: FieldError[] = [];
  if (scope === "groups" && groupIds.length === 0) errors.push({ field: "audience.groupIds", code: "REQUIRED" });
  if (scope !== "groups" && groupIds.length > 0) errors.push({ field: "audience.groupIds", code: "INVALID_VALUE" });
  if (publishAt !== null && expireAt !== null && Date.parse(expireAt) <= Date.parse(publishAt))
    errors.push({ field: "expireAt", code: "TOO_SMALL" });
  return errors;
}

export const Post = z.object({
  id: Id,
  ...PostDetails.shape,
  /** The first title in letters, digits and hyphens. Unique in the organization. */
  slug: z.string(),
  author: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Post = z.infer<typeof Post>;

/** The most posts in an organization. */
export const POSTS_PER_ORGANIZATION = 1_000;
/** The most posts in a feed. */
export const FEED_ROWS = 100;
/** The most posts in one deletion. */
export const DELETE_AT_ONCE = 100;

const ById = z.object({ id: Id });
const Several = z.object({ ids: listOf(Id, DELETE_AT_ONCE, 1) });
const Changed = z.extend(PostDetails, { version: z.optional(Version) });
/** Of a list as CSV. */
export const POST_COLUMNS = ["title", "status", "author", "audience", "pinned", "updatedAt"] as const;
export type PostColumn = (typeof POST_COLUMNS)[number];
export const PostPage = paged({ sortable: ["title", "status", "updatedAt", "createdAt"], columns: POST_COLUMNS });
export type PostPage = z.infer<typeof PostPage>;

const WRITERS = ["root", "admin", "editor", "registered"] as const;
const READERS = ["root", "admin", "editor", "observer", "registered"] as const;
const ADMINS = { who: ["root", "admin"], reach: { root: "all", admin: "organization" } } as const;

export const listOwnPosts = call({
  method: "GET",
  path: "/account/post",
  summary: "List your posts",
  who: READERS,
  query: PostPage,
  reply: z.array(Post),
});

export const listPostFeed = call({
  method: "GET",
  path: "/account/post-feed",
  summary: "List posts from others",
  who: READERS,
  reply: z.array(Post),
});

export const findOwnPost = call({
  method: "GET",
  path: "/account/post/{id}",
  summary: "Read one of your posts",
  who: READERS,
  params: ById,
  reply: Post,
});

export const createOwnPost = call({
  method: "POST",
  path: "/account/post",
  summary: "Create a post",
  who: WRITERS,
  confirmed: true,
  idempotent: true,
  body: PostDetails,
  reply: Post,
  status: 201,
  errors: ["LIMIT_REACHED"],
  limits: { perMinute: 60 },
});

export const updateOwnPost = call({
  method: "PUT",
  path: "/account/post/{id}",
  summary: "Update one of your posts",
  who: WRITERS,
  confirmed: true,
  params: ById,
  body: Changed,
  reply: Post,
  errors: ["STALE"],
});

export const deleteOwnPosts = call({
  method: "POST",
  path: "/account/post/delete-multiple",
  summary: "Delete your posts",
  who: WRITERS,
  confirmed: true,
  body: Several,
  reply: null,
});

export const listPosts = call({
  method: "GET",
  path: "/admin/post",
  summary: "List the organization's posts",
  ...ADMINS,
  query: PostPage,
  reply: z.array(Post),
});

export const findPost = call({
  method: "GET",
  path: "/admin/post/{id}",
  summary: "Read a post of the organization",
  ...ADMINS,
  params: ById,
  reply: Post,
});

export const createPost = call({
  method: "POST",
  path: "/admin/post",
  summary: "Create a post for the organization",
  who: ["root", "admin"],
  confirmed: true,
  idempotent: true,
  body: PostDetails,
  reply: Post,
  status: 201,
  errors: ["LIMIT_REACHED"],
  limits: { perMinute: 60 },
});

export const updatePost = call({
  method: "PUT",
  path: "/admin/post/{id}",
  summary: "Update a post of the organization",
  ...ADMINS,
  confirmed: true,
  params: ById,
  body: Changed,
  reply: Post,
  errors: ["STALE"],
});

export const deletePosts = call({
  method: "POST",
  path: "/admin/post/delete-multiple",
  summary: "Delete posts of the organization",
  ...ADMINS,
  confirmed: true,
  body: Several,
  reply: null,
});

// Line breaks and tabs belong to Markdown. Other control characters and unpaired surrogates are refused.
function isWritable(body: string): boolean {
  return body.isWellFormed() && /^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u.test(body);
}
