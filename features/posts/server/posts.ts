// Owns the rules on posts: who finds which, and what may be done with one.
import { randomUUID } from "node:crypto";
import { areGroups } from "#features/groups/server/are-groups.ts";
import {
  faultsOf,
  POSTS_PER_ORGANIZATION,
  type Post,
  type PostDetails,
  type PostPage,
} from "#features/posts/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Database, Tx } from "#kit/server/database/database.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import * as pages from "./page-store.ts";
import { slugLike, slugOf } from "./slug.ts";
import * as store from "./store.ts";

export interface PostDeps {
  readonly db: Database;
  readonly across: AcrossScope;
}

export function listOwnPosts({ db }: PostDeps, actor: Actor, page: PostPage): Promise<Post[]> {
  return pages.readOwnPosts(db, actor.scope, actor.userId, page);
}

/** Of the organization, or of all as far as the call reaches. */
export function listPosts({ db, across }: PostDeps, actor: Actor, page: PostPage): Promise<Post[]> {
  return actor.reach === "all"
    ? pages.readAllPosts(db, across, page)
    : pages.readOrganizationPosts(db, actor.scope, page);
}

/** What others of the organization wrote for this person. */
export function listFeed({ db }: PostDeps, actor: Actor): Promise<Post[]> {
  return pages.readFeed(db, actor.scope, actor.userId);
}

/** The post if the call lets this person reach it by id. Else NOT_FOUND. */
export async function findPost(deps: PostDeps, actor: Actor, id: string): Promise<Post> {
  const post = await store.readPost(deps.db, await scopeFor(deps, actor, id), id);
  if (!post || !reaches(actor, post.author.id)) throw new AppError("NOT_FOUND");
  return post;
}

/** Belongs to whoever creates it; the same key again returns the first. Throws VALIDATION_ERROR, NOT_FOUND, LIMIT_REACHED. */
export async function createPost(deps: PostDeps, actor: Actor, details: PostDetails): Promise<Post> {
  const { idempotencyKey: key } = actor;
  const made = () => key && store.readPostByKey(deps.db, actor.scope, actor.userId, key);
  try {
    return (await made()) || (await insertNew(deps, actor, details));
  } catch (error) {
    // Two first calls at once: one was written, and both return it.
    const first = store.isMadeAlready(error) && (await made());
    if (first) return first;
    throw error;
  }
}

function insertNew({ db }: PostDeps, actor: Actor, details: PostDetails): Promise<Post> {
  const { scope, userId: authorId, idempotencyKey } = actor;
  const id = randomUUID();
  return db.transaction(scope, async (tx) => {
    // Under a lock, so that those made at once are all counted.
    await lockOrganization(tx, scope);
    requireWithinLimit(await store.countPosts(tx, scope), POSTS_PER_ORGANIZATION);
    await requireSound(tx, scope, details);
    let slug = slugOf(details.title);
    while (!(await store.insertPost(tx, scope, { ...details, id, slug, authorId, idempotencyKey })))
      slug = slugLike(slugOf(details.title));
    await record(tx, actor, "post.created", scope.organizationId, id);
    return requireFound(await store.readPost(tx, scope, id));
  });
}

/** Throws STALE when the caller saw an older version. The slug stays: links to it are out. */
export async function updatePost(
  deps: PostDeps,
  actor: Actor,
  { id, version, ...details }: PostDetails & { id: string; version?: number | undefined },
): Promise<Post> {
  const scope = await scopeFor(deps, actor, id);
  return deps.db.transaction(scope, async (tx) => {
    const before = requireFound(await store.lockPost(tx, scope, id));
    if (!reaches(actor, before.author.id)) throw new AppError("NOT_FOUND");
    if (version !== undefined && version !== before.version) throw new AppError("STALE");
    await requireSound(tx, scope, details);
    const post = await store.updatePostRow(tx, scope, id, details);
    await record(tx, actor, "post.edited", scope.organizationId, id);
    return post;
  });
}

/** All of them, or none where one is not found. */
export async function deletePosts({ db, across }: PostDeps, actor: Actor, ids: readonly string[]): Promise<void> {
  const scope = actor.reach === "all" ? across : actor.scope;
  const named = new Set(ids.map((id) => id.toLowerCase()));
  await db.transaction(scope, async (tx) => {
    const found = (await store.lockPosts(tx, scope, [...named])).filter(({ authorId }) => reaches(actor, authorId));
    if (found.length < named.size) throw new AppError("NOT_FOUND");
    await store.deletePostRows(tx, scope, [...named]);
    for (const { organizationId, id, title } of found)
      await record(tx, actor, "post.deleted", organizationId, id, { title });
  });
}

/** Where the post is to be found: one's own organization, or its own as far as the call reaches. */
async function scopeFor({ db, across }: PostDeps, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId = await store.readOrganizationOf(db, across, id);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  return across.within(organizationId);
}

// Of a post that the scope shows: another organization's is not found in the first place.
function reaches({ reach, userId }: Actor, authorId: string): boolean {
  if (reach === "own") return authorId === userId;
  return reach !== "none";
}

async function requireSound(tx: Tx, scope: Scope, details: PostDetails): Promise<void> {
  const errors = faultsOf(details);
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
