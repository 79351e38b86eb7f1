import { and, count, eq, inArray, sql, type SQL } from "drizzle-orm";
import { users } from "#features/directory/server/schema.ts";
import type { Post, PostDetails } from "#features/posts/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, AnyScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import { posts } from "./schema.ts";

/** A post with the one field that rules need and no reply shows. */
export interface PostRow extends Post {
  readonly organizationId: string;
}

// Column names are written out, because Drizzle omits the table name in a statement on one table.
const author = sql<Post["author"]>`(
  select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
  from ${users} u where u.id = posts.author_id)`;
// Groups that were deleted since then are left out.
const audience = sql<Post["audience"]>`json_build_object('scope', posts.audience_scope, 'groupIds',
  case when posts.audience_scope = 'groups' then (
    select coalesce(json_agg(g.id order by g.name, g.id), '[]') from groups g
    where g.organization_id = posts.organization_id and g.id = any(posts.audience_group_ids)) else '[]' end)`;

export const fields = {
  organizationId: posts.organizationId,
  id: posts.id,
  title: posts.title,
  body: posts.body,
  summary: posts.summary,
  slug: posts.slug,
  status: posts.status,
  audience: audience.as("audience"),
  pinned: posts.pinned,
  publishAt: posts.publishAt,
  expireAt: posts.expireAt,
  author: author.as("author"),
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  version: posts.version,
};

const byId = prepared("post_by_id", () =>
  orm
    .select(fields)
    .from(posts)
    .where(and(tenantFilter(posts), eq(posts.id, param("id")))),
);

const everywhereById = prepared("post_everywhere_by_id", () =>
  orm
    .select({ organizationId: posts.organizationId })
    .from(posts)
    .where(eq(posts.id, param("id"))),
);

export async function readPost(db: ReadDb, scope: Scope, id: string): Promise<PostRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

/** The organization of a post, for users who may access all organizations. */
export async function readOrganizationOf(db: ReadDb, system: SystemScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(system, everywhereById, { id });
  return row?.organizationId;
}

/** The post that this user created with this idempotency key, if any. */
export async function readPostByKey(
  db: ReadDb,
  scope: Scope,
  authorId: string,
  idempotencyKey: string,
): Promise<PostRow | undefined> {
  const isIt = and(eq(posts.authorId, authorId), eq(posts.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select(fields)
      .from(posts)
      .where(and(tenantFilter(posts, scope), isIt)),
  );
  return row;
}

interface NewPost {
  readonly id: string;
  readonly slug: string;
  readonly authorId: string;
  readonly idempotencyKey: string | null;
}

export async function countPosts(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.orm.select({ count: count() }).from(posts).where(tenantFilter(posts, scope));
  return row!.count; // count() always returns one row.
}

/** `false`: another post of the organization has the slug. */
export async function insertPost(tx: Tx, scope: Scope, { audience, ...post }: PostDetails & NewPost): Promise<boolean> {
  const rows = await tx.orm
    .insert(posts)
    .values({ ...post, ...audienceColumns(audience), organizationId: scope.organizationId })
    .onConflictDoNothing({ target: [posts.organizationId, posts.slug] })
    .returning({ id: posts.id });
  return rows.length > 0;
}

export async function updatePostRow(
  tx: Tx,
  scope: Scope,
  id: string,
  { audience, ...details }: PostDetails,
): Promise<PostRow> {
  await tx.orm
    .update(posts)
    .set({ ...details, ...audienceColumns(audience), ...bumpVersion(posts) })
    .where(and(tenantFilter(posts, scope), eq(posts.id, id)));
  const row = await readPost(tx, scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

/** Locks the row until the transaction ends, so that changes of one post run one after another. */
export async function lockPost(tx: Tx, scope: Scope, id: string): Promise<PostRow | undefined> {
  await tx.orm
    .select({ id: posts.id })
    .from(posts)
    .where(and(tenantFilter(posts, scope), eq(posts.id, id)))
    .for("update");
  return readPost(tx, scope, id);
}

type LockedPost = Pick<PostRow, "organizationId" | "id" | "title"> & { readonly authorId: string };

/** Locks in a fixed order, so that two users who delete the same posts wait for each other and never deadlock. */
export function lockPosts(tx: Tx, scope: AnyScope, ids: readonly string[]): Promise<LockedPost[]> {
  return tx.orm
    .select({ organizationId: posts.organizationId, id: posts.id, title: posts.title, authorId: posts.authorId })
    .from(posts)
    .where(and(within(scope), inArray(posts.id, [...ids])))
    .orderBy(posts.id)
    .for("update");
}

export async function deletePostRows(tx: Tx, scope: AnyScope, ids: readonly string[]): Promise<void> {
  await tx.orm.delete(posts).where(and(within(scope), inArray(posts.id, [...ids])));
}

// The system scope has no organization to filter by. It is for users who may access all posts.
function within(scope: AnyScope): SQL | undefined {
  return scope.role === "keyturn_tenant" ? tenantFilter(posts, scope) : undefined;
}

function audienceColumns({ scope, groupIds }: PostDetails["audience"]) {
  return { audienceScope: scope, audienceGroupIds: [...new Set(groupIds)] };
}
