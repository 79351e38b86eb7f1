import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { areGroups } from "#features/organizations/server/groups/queries.ts";
import { POST_COLUMN_TEXTS } from "#features/posts/columns.ts";
import {
  postErrors,
  POST_COLUMNS,
  type Post,
  type PostDetails,
  type PostPage,
  POSTS_PER_ORGANIZATION,
} from "#features/posts/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import type { StreamedFile } from "#platform/server/http/file-reply.ts";
import type { ListedRows } from "#platform/server/database/pages.ts";
import { chosenColumns, exportList } from "#platform/server/list-export.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import * as pages from "./list-queries.ts";
import * as queries from "./queries.ts";

const SLUG_LENGTH = 80;

/** Lower case letters, digits and hyphens. A title without any becomes `post`. */
function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  return words.slice(0, SLUG_LENGTH).replace(/-$/, "") || "post";
}

/** The same with a unique suffix. */
function slugLike(slug: string): string {
  return `${slug}-${randomBytes(4).toString("hex")}`;
}

export function listOwnPosts({ db }: Context, actor: Actor, page: PostPage): Promise<Post[]> {
  return pages.readOwnPosts(db, actor.scope, actor.userId, page);
}

/** Of the organization, or of all organizations if the call's reach allows. */
export function listPosts({ db, system }: Context, actor: Actor, page: PostPage): Promise<Post[]> {
  return actor.reach === "all"
    ? pages.readAllPosts(db, system, page)
    : pages.readOrganizationPosts(db, actor.scope, page);
}

export function exportOwnPosts(ctx: Context, actor: Actor, page: PostPage): Promise<StreamedFile> {
  return toCsv(ctx, actor, page, pages.wholeOwnPosts(ctx.db, actor.scope, actor.userId, page));
}

/** As `listPosts`. */
export function exportPosts(ctx: Context, actor: Actor, page: PostPage): Promise<StreamedFile> {
  const { db, system } = ctx;
  const isOfAll = actor.reach === "all";
  const rows = isOfAll ? pages.wholePosts(db, system, page) : pages.wholeOrganizationPosts(db, actor.scope, page);
  return toCsv(ctx, actor, page, rows);
}

async function toCsv(ctx: Context, actor: Actor, { columns }: PostPage, rows: ListedRows<Post>): Promise<StreamedFile> {
  const { timeZone } = await readOrganization(ctx.db, actor.scope);
  return exportList(ctx, actor, {
    list: "posts",
    columns: POST_COLUMN_TEXTS,
    chosen: chosenColumns(columns, POST_COLUMNS),
    known: { zone: timeZone },
    rows,
  });
}

/** Posts by others in the organization that this user may read. */
export function listFeed({ db }: Context, actor: Actor): Promise<Post[]> {
  return pages.readFeed(db, actor.scope, actor.userId);
}

/** The post, if the call lets this user access it. Throws NOT_FOUND. */
export async function findPost(ctx: Context, actor: Actor, id: string): Promise<Post> {
  const post = await queries.readPost(ctx.db, await scopeFor(ctx, actor, id), id);
  if (!post || !reaches(actor, post.author.id)) throw new AppError("NOT_FOUND");
  return post;
}

/**
 * The actor becomes the author. The same key returns the first post. Throws VALIDATION_ERROR, NOT_FOUND, LIMIT_REACHED.
 */
export async function createPost(ctx: Context, actor: Actor, details: PostDetails): Promise<Post> {
  const findFirst = (userId: string, key: string) => queries.readPostByKey(ctx.db, actor.scope, userId, key);
  return createOnce(actor, findFirst, () => insertNew(ctx, actor, details));
}

function insertNew({ db }: Context, actor: Actor, details: PostDetails): Promise<Post> {
  const { scope, userId: authorId, idempotencyKey } = actor;
  const id = randomUUID();
  return db.transaction(scope, async (tx) => {
    // Under a lock, so that concurrent posts are all counted.
    await lockOrganization(tx, scope);
    requireWithinLimit(await queries.countPosts(tx, scope), POSTS_PER_ORGANIZATION);
    await requireSound(tx, scope, details);
    let slug = slugOf(details.title);
    while (!(await queries.insertPost(tx, scope, { ...details, id, slug, authorId, idempotencyKey })))
      slug = slugLike(slugOf(details.title));
    await record(tx, actor, "post.created", scope.organizationId, id);
    return requireFound(await queries.readPost(tx, scope, id));
  });
}

/** Throws STALE when the caller saw an older version. The slug stays, because links to it exist. */
export async function updatePost(
  ctx: Context,
  actor: Actor,
  { id, version, ...details }: PostDetails & { id: string; version?: number | undefined },
): Promise<Post> {
  const scope = await scopeFor(ctx, actor, id);
  return ctx.db.transaction(scope, async (tx) => {
    const before = requireFound(await queries.lockPost(tx, scope, id));
    if (!reaches(actor, before.author.id)) throw new AppError("NOT_FOUND");
    if (version !== undefined && version !== before.version) throw new AppError("STALE");
    await requireSound(tx, scope, details);
    const post = await queries.updatePostRow(tx, scope, id, details);
    await record(tx, actor, "post.edited", scope.organizationId, id);
    return post;
  });
}

/** Deletes all of them, or none when one is not found. */
export async function deletePosts({ db, system }: Context, actor: Actor, ids: readonly string[]): Promise<void> {
  const scope = actor.reach === "all" ? system : actor.scope;
  const named = new Set(ids.map((id) => id.toLowerCase()));
  await db.transaction(scope, async (tx) => {
    const found = (await queries.lockPosts(tx, scope, [...named])).filter(({ authorId }) => reaches(actor, authorId));
    if (found.length < named.size) throw new AppError("NOT_FOUND");
    await queries.deletePostRows(tx, scope, [...named]);
    for (const { organizationId, id, title } of found)
      await record(tx, actor, "post.deleted", organizationId, id, { title });
  });
}

/** The scope that contains the post: the actor's organization or, if the call's reach allows, the post's own. */
async function scopeFor({ db, system }: Context, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId = await queries.readOrganizationOf(db, system, id);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  return system.within(organizationId);
}

// The scope already hides posts of other organizations.
function reaches({ reach, userId }: Actor, authorId: string): boolean {
  if (reach === "own") return authorId === userId;
  return reach !== "none";
}

async function requireSound(tx: Tx, scope: Scope, details: PostDetails): Promise<void> {
  const errors = postErrors(details);
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { errors });
  if (!(await areGroups(tx, scope, details.audience.groupIds))) throw new AppError("NOT_FOUND");
}

function requireFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

function record(
  tx: Tx,
  { userId, address }: Actor,
  action: string,
  organizationId: string,
  objectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return appendAudit(tx, organizationId, { actorId: userId, action, objectType: "post", objectId, address, detail });
}
