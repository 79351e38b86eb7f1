import { and, asc, eq, lt, sql } from "drizzle-orm";
import { MENTIONED_EVERY_MINUTES } from "#features/underwriting/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { findingComments, mentionEmails } from "./schema.ts";

export type CommentRow = typeof findingComments.$inferSelect;

const ofBorrower = prepared("finding_comments_of_borrower", () =>
  orm
    .select()
    .from(findingComments)
    .where(and(tenantFilter(findingComments), eq(findingComments.borrowerId, param("borrowerId"))))
    .orderBy(asc(findingComments.createdAt), asc(findingComments.id)),
);

const byId = prepared("finding_comment_by_id", () =>
  orm
    .select()
    .from(findingComments)
    .where(and(tenantFilter(findingComments), eq(findingComments.id, param("id")))),
);

/** The oldest first. */
export function readCommentsOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<CommentRow[]> {
  return db.run(scope, ofBorrower, { borrowerId });
}

export async function readComment(db: ReadDb, scope: Scope, id: string): Promise<CommentRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

/** The comment this person wrote with the same idempotency key. */
export async function readCommentByKey(
  db: ReadDb,
  scope: Scope,
  createdBy: string,
  idempotencyKey: string,
): Promise<CommentRow | undefined> {
  const isIt = and(eq(findingComments.createdBy, createdBy), eq(findingComments.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(findingComments)
      .where(and(tenantFilter(findingComments, scope), isIt)),
  );
  return row;
}

export async function insertComment(
  tx: Tx,
  scope: Scope,
  comment: Omit<typeof findingComments.$inferInsert, "organizationId">,
): Promise<CommentRow> {
  const [row] = await tx.orm
    .insert(findingComments)
    .values({ ...comment, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

/** The caller holds the borrower's lock. */
export async function updateComment(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Pick<CommentRow, "text" | "mentions">,
): Promise<CommentRow> {
  const [row] = await tx.orm
    .update(findingComments)
    .set({ ...change, ...bumpVersion(findingComments) })
    .where(and(tenantFilter(findingComments, scope), eq(findingComments.id, id)))
    .returning();
  return row!; // the caller has read it under the lock
}

export async function deleteComment(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(findingComments).where(and(tenantFilter(findingComments, scope), eq(findingComments.id, id)));
}

/** `false`: this person was emailed about the borrower within the last hour. */
export async function claimMentionEmail(
  tx: Tx,
  scope: Scope,
  { borrowerId, userId }: { borrowerId: string; userId: string },
): Promise<boolean> {
  const rows = await tx.orm
    .insert(mentionEmails)
    .values({ organizationId: scope.organizationId, borrowerId, userId })
    .onConflictDoUpdate({
      target: [mentionEmails.organizationId, mentionEmails.borrowerId, mentionEmails.userId],
      set: { sentAt: sql`now()` },
      setWhere: lt(mentionEmails.sentAt, sql`now() - ${MENTIONED_EVERY_MINUTES} * interval '1 minute'`),
    })
    .returning({ userId: mentionEmails.userId });
  return rows.length > 0;
}
