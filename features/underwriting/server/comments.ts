import { randomUUID } from "node:crypto";
import { fullName } from "#features/borrowers/contract.ts";
import { findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { readViewers } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import {
  COMMENT_CHANGED,
  COMMENT_MENTIONED,
  type CommentDetails,
  COMMENTS_PER_BORROWER,
  type FindingComment,
} from "#features/underwriting/contract.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import { announce } from "#platform/server/live/live.ts";
import * as queries from "./comment-queries.ts";
import type { CommentRow } from "./comment-queries.ts";
import { commentMentioned } from "./jobs.ts";
import { readNewestEvaluation } from "./report-queries.ts";

export async function listComments(
  { db }: Context,
  actor: Actor,
  borrowerId: string,
): Promise<{ comments: FindingComment[]; mentionable: { id: string; name: string }[] }> {
  const borrower = await findBorrower(db, actor, borrowerId);
  const rows = await queries.readCommentsOf(db, actor.scope, borrowerId);
  const viewers = await readViewers(db, actor.scope, borrower);
  return {
    comments: await toComments(db, actor, rows),
    mentionable: viewers
      .filter(({ userId }) => userId !== actor.userId)
      .map((viewer) => ({ id: viewer.userId, name: fullName(viewer) })),
  };
}

type NewComment = CommentDetails & { borrowerId: string; findingKey: string };

/** Returns the first comment written with the same idempotency key. Throws LIMIT_REACHED, VALIDATION_ERROR. */
export async function addComment(ctx: Context, actor: Actor, details: NewComment): Promise<FindingComment> {
  const { scope } = actor;
  const findFirst = async (userId: string, key: string) => {
    const first = await queries.readCommentByKey(ctx.db, scope, userId, key);
    // The assignee may have changed since; check access again.
    if (first) await findBorrower(ctx.db, actor, first.borrowerId);
    return first;
  };
  const row = await createOnce(actor, findFirst, () =>
    ctx.db.transaction(scope, (tx) => insertNew(ctx, tx, actor, details)),
  );
  return toComment(ctx.db, actor, row);
}

async function insertNew(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { borrowerId, findingKey, text, mentions }: NewComment,
): Promise<CommentRow> {
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  const { length } = await queries.readCommentsOf(tx, actor.scope, borrowerId);
  requireWithinLimit(length, COMMENTS_PER_BORROWER);
  await requireFinding(tx, actor, borrower, findingKey);
  await requireViewers(tx, actor, borrower, mentions);
  const row = await queries.insertComment(tx, actor.scope, {
    ...{ id: randomUUID(), borrowerId, findingKey, text, mentions: [...mentions] },
    createdBy: actor.userId,
    idempotencyKey: actor.idempotencyKey,
  });
  await tell(ctx, tx, actor, borrower, { row, mentioned: mentions });
  await record(tx, actor, "comment.added", row);
  return row;
}

/** Throws STALE, VALIDATION_ERROR, and NOT_FOUND for someone else's comment. */
export async function changeComment(
  ctx: Context,
  actor: Actor,
  { id, version, text, mentions }: CommentDetails & { id: string; version: number },
): Promise<FindingComment> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await lockOwnComment(tx, actor, id);
    if (before.version !== version) throw new AppError("STALE");
    await requireViewers(tx, actor, borrower, mentions);
    const row = await queries.updateComment(tx, actor.scope, id, { text, mentions: [...mentions] });
    const mentioned = mentions.filter((one) => !before.mentions.includes(one));
    await tell(ctx, tx, actor, borrower, { row, mentioned });
    await record(tx, actor, "comment.edited", row);
    return toComment(tx, actor, row);
  });
}

/** Throws NOT_FOUND for someone else's comment. */
export async function removeComment(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await lockOwnComment(tx, actor, id);
    await queries.deleteComment(tx, actor.scope, id);
    await tell(ctx, tx, actor, borrower, { row: before, mentioned: [] });
    await record(tx, actor, "comment.removed", before);
  });
}

async function lockOwnComment(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ before: CommentRow; borrower: BorrowerRow }> {
  const seen = await queries.readComment(tx, actor.scope, id);
  if (!seen) throw new AppError("NOT_FOUND");
  const borrower = await lockBorrower(tx, actor.scope, seen.borrowerId);
  const before = await queries.readComment(tx, actor.scope, id);
  if (!borrower || before?.createdBy !== actor.userId) throw new AppError("NOT_FOUND");
  // The assignee may have changed since; check access again.
  const viewers = await readViewers(tx, actor.scope, borrower);
  if (!viewers.some(({ userId }) => userId === actor.userId)) throw new AppError("NOT_FOUND");
  return { before, borrower };
}

/** A finding or a condition of the newest evaluation. */
async function requireFinding(
  tx: Tx,
  { scope }: Actor,
  { latestReportId }: BorrowerRow,
  findingKey: string,
): Promise<void> {
  const evaluation = latestReportId ? await readNewestEvaluation(tx, scope, latestReportId) : undefined;
  const known = [...(evaluation?.findings ?? []), ...(evaluation?.conditions ?? [])];
  if (!known.some(({ key }) => key === findingKey)) throw refused("findingKey");
}

async function requireViewers(
  tx: Tx,
  { scope }: Actor,
  borrower: BorrowerRow,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return;
  const viewers = new Set((await readViewers(tx, scope, borrower)).map(({ userId }) => userId));
  if (!mentions.every((id) => viewers.has(id))) throw refused("mentions");
}

function refused(field: string): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field, code: "INVALID_VALUE" }] });
}

/** Open pages read the thread again; those who were mentioned are notified. */
async function tell(
  ctx: Context,
  tx: Tx,
  { scope, organizationId, userId }: Actor,
  borrower: BorrowerRow,
  { row, mentioned }: { row: CommentRow; mentioned: readonly string[] },
): Promise<void> {
  const { id, version } = borrower;
  const viewers = (await readViewers(tx, scope, borrower)).map((viewer) => viewer.userId);
  await announce(tx, { organizationId, to: viewers, event: { type: COMMENT_CHANGED, id, version } });
  const others = mentioned.filter((one) => one !== userId);
  if (others.length === 0) return;
  await notify(ctx, tx, scope, {
    kind: "mentioned",
    borrower,
    to: others,
    detail: { by: userId },
    event: COMMENT_MENTIONED,
    isPersonal: true,
    async email(one) {
      if (await queries.claimMentionEmail(tx, scope, { borrowerId: id, userId: one }))
        await ctx.jobs.send(tx, commentMentioned, { organizationId, commentId: row.id, userId: one });
    },
  });
}

function record(tx: Tx, actor: Actor, action: string, { id, borrowerId }: CommentRow): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "comment", objectId: id, detail: { borrowerId } });
}

async function toComment(db: ReadDb, actor: Actor, row: CommentRow): Promise<FindingComment> {
  const [comment] = await toComments(db, actor, [row]);
  return comment!; // one for each row
}

async function toComments(
  db: ReadDb,
  { scope, userId }: Actor,
  rows: readonly CommentRow[],
): Promise<FindingComment[]> {
  const names = await readNames(
    db,
    scope,
    rows.flatMap(({ createdBy, mentions }) => [createdBy, ...mentions]),
  );
  const nameOf = (id: string) => ({ id, name: names.get(id) ?? null });
  return rows.map(({ id, borrowerId, findingKey, text, mentions, createdBy, createdAt, updatedAt, version }) => ({
    ...{ id, borrowerId, findingKey, text, createdAt, updatedAt, version },
    mentions: mentions.map(nameOf),
    author: nameOf(createdBy),
    isOwn: createdBy === userId,
  }));
}
