import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { FEED_ROWS, POST_STATUSES, type PostPage } from "#features/posts/contract.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import { contains, pagesOf, type ListedRows } from "#platform/server/database/pages.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { fields, type PostRow } from "./queries.ts";
import { posts } from "./schema.ts";

const LIFE = POST_STATUSES.map((status) => `'${status}'`).join(", ");

const readPage = pagesOf({
  table: "posts",
  reaches: {
    own: and(tenantFilter(posts), eq(posts.authorId, param("userId"))),
    of_organization: tenantFilter(posts),
    everywhere: undefined,
  },
  orders: {
    title: { column: "sort_title" },
    status: { column: "status", key: sql.raw(`array_position(array[${LIFE}], status)`) },
    updatedAt: { column: "updated_at" },
    createdAt: { column: "created_at" },
  },
  matches: or(contains(sql.raw("title")), contains(sql.raw("body"))),
  build: ({ where, orderBy, name, further }) =>
    orm
      .select({ ...fields, ...further })
      .from(posts)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

export function readOwnPosts(db: ReadDb, scope: Scope, userId: string, page: PostPage): Promise<PostRow[]> {
  return readPage(db, scope, "own", page, { userId });
}

export function readOrganizationPosts(db: ReadDb, scope: Scope, page: PostPage): Promise<PostRow[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Of all organizations, only for root. */
export function readAllPosts(db: ReadDb, system: SystemScope, page: PostPage): Promise<PostRow[]> {
  return readPage(db, system, "everywhere", page);
}

/** The same without a page, and the pages to the end. */
export function wholeOwnPosts(db: ReadDb, scope: Scope, userId: string, page: PostPage): ListedRows<PostRow> {
  return readPage.whole(db, scope, "own", page, { userId });
}

export function wholeOrganizationPosts(db: ReadDb, scope: Scope, page: PostPage): ListedRows<PostRow> {
  return readPage.whole(db, scope, "of_organization", page);
}

/** Of all organizations, only for root. */
export function wholePosts(db: ReadDb, system: SystemScope, page: PostPage): ListedRows<PostRow> {
  return readPage.whole(db, system, "everywhere", page);
}

const isShownNow = sql`(publish_at is null or publish_at <= now()) and (expire_at is null or expire_at > now())`;
// Column names are written out, because Drizzle omits the table name in a statement on one table.
const isForReader = sql`(audience_scope = 'organization' or audience_scope = 'groups' and exists (
  select from memberships m
  join group_members gm on gm.organization_id = m.organization_id and gm.membership_id = m.id
  where m.organization_id = posts.organization_id and m.user_id = ${param("userId")} and m.status = 'active'
    and gm.group_id = any(posts.audience_group_ids)))`;

const feed = prepared("posts_feed", () =>
  orm
    .select(fields)
    .from(posts)
    .where(
      and(
        tenantFilter(posts),
        eq(posts.status, "published"),
        ne(posts.authorId, param("userId")),
        isShownNow,
        isForReader,
      ),
    )
    .orderBy(desc(posts.pinned), sql`coalesce(publish_at, created_at) desc`, desc(posts.id))
    .limit(FEED_ROWS),
);

const forBorrowers = prepared("posts_for_borrowers", () =>
  orm
    .select(fields)
    .from(posts)
    .where(and(tenantFilter(posts), eq(posts.status, "published"), eq(posts.audienceScope, "borrowers"), isShownNow))
    .orderBy(desc(posts.pinned), sql`coalesce(publish_at, created_at) desc`, desc(posts.id))
    .limit(FEED_ROWS),
);

/** Posts that borrowers of the organization may read now, in the same order. */
export function readBorrowerPosts(db: ReadDb, scope: Scope): Promise<PostRow[]> {
  return db.run(scope, forBorrowers);
}

/** Posts by others that this user may read now: pinned first, then the newest. */
export function readFeed(db: ReadDb, scope: Scope, userId: string): Promise<PostRow[]> {
  return db.run(scope, feed, { userId });
}
