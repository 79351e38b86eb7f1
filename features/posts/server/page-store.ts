// Owns the SQL of lists of posts.
import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { FEED_ROWS, POST_STATUSES, type PostPage } from "#features/posts/contract.ts";
import { orm, type Reads } from "#kit/server/database/database.ts";
import { contains, pagesOf } from "#kit/server/database/pages.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { fields, type PostRow } from "./store.ts";
import { posts } from "./tables.ts";

const LIFE = POST_STATUSES.map((status) => `'${status}'`).join(", ");

const readPage = pagesOf({
  table: "posts",
  reaches: {
    own: and(inScope(posts), eq(posts.authorId, arg("userId"))),
    of_organization: inScope(posts),
    everywhere: undefined,
  },
  orders: {
    title: { key: sql.raw("sort_title") },
    status: { key: sql.raw(`array_position(array[${LIFE}], status)`) },
    updatedAt: { key: sql.raw("updated_at") },
    createdAt: { key: sql.raw("created_at") },
  },
  matches: or(contains(sql.raw("title")), contains(sql.raw("body"))),
  build: ({ where, orderBy, name }) =>
    orm
      .select(fields)
      .from(posts)
      .where(where)
      .orderBy(...orderBy)
      .limit(arg("limit"))
      .prepare(name),
});

export function readOwnPosts(db: Reads, scope: Scope, userId: string, page: PostPage): Promise<PostRow[]> {
  return readPage(db, scope, "own", page, { userId });
}

export function readOrganizationPosts(db: Reads, scope: Scope, page: PostPage): Promise<PostRow[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Of all organizations: for root alone. */
export function readAllPosts(db: Reads, across: AcrossScope, page: PostPage): Promise<PostRow[]> {
  return readPage(db, across, "everywhere", page);
}

const isShownNow = sql`(publish_at is null or publish_at <= now()) and (expire_at is null or expire_at > now())`;
// Names written out: in a statement of one table Drizzle would leave the table away.
const isForReader = sql`(audience_scope = 'organization' or audience_scope = 'groups' and exists (
  select from memberships m
  join group_members gm on gm.organization_id = m.organization_id and gm.membership_id = m.id
  where m.organization_id = posts.organization_id and m.user_id = ${arg("userId")} and m.status = 'active'
    and gm.group_id = any(posts.audience_group_ids)))`;

const feed = orm
  .select(fields)
  .from(posts)
  .where(and(inScope(posts), eq(posts.status, "published"), ne(posts.authorId, arg("userId")), isShownNow, isForReader))
  .orderBy(desc(posts.pinned), sql`coalesce(publish_at, created_at) desc`, desc(posts.id))
  .limit(FEED_ROWS)
  .prepare("posts_feed");

const forBorrowers = orm
  .select(fields)
  .from(posts)
  .where(and(inScope(posts), eq(posts.status, "published"), eq(posts.audienceScope, "borrowers"), isShownNow))
  .orderBy(desc(posts.pinned), sql`coalesce(publish_at, created_at) desc`, desc(posts.id))
  .limit(FEED_ROWS)
  .prepare("posts_for_borrowers");

/** What borrowers of the organization may read now, in the same order. */
export function readBorrowerPosts(db: Reads, scope: Scope): Promise<PostRow[]> {
  return db.run(scope, forBorrowers);
}

/** What others wrote for this person to read now: pinned first, then the newest. */
export function readFeed(db: Reads, scope: Scope, userId: string): Promise<PostRow[]> {
  return db.run(scope, feed, { userId });
}
