import type { Context } from "#platform/server/context.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { areGroups } from "#features/organizations/server/groups/queries.ts";
import { isMember } from "#features/organizations/server/members/queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announceBorrower, lockBorrowerFor, recordBorrower } from "./borrowers.ts";
import { type BorrowerRow, updateBorrowerRow } from "./queries.ts";

/** The new assignee and groups of a borrower. A field that is left out does not change. */
interface Assignment {
  /** An active member of the organization; `null`: no one. */
  readonly userId?: string | null | undefined;
  readonly groupIds?: readonly string[] | undefined;
}

/**
 * Throws NOT_FOUND and STALE, and VALIDATION_ERROR if a user restricted to their groups would open the borrower to
 * everyone.
 */
export async function assignBorrower(
  ctx: Context,
  actor: Actor,
  { id, version, ...assignment }: Assignment & { id: string; version?: number | undefined },
): Promise<Borrower> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id, version);
    await requireKnown(tx, actor.scope, assignment);
    requireMayMove(actor, before, assignment);
    return assign(ctx, tx, actor, before, assignment);
  });
}

/** Assigns all of them, or none if one is not found. */
export async function assignBorrowers(
  ctx: Context,
  actor: Actor,
  { ids, userId }: { ids: readonly string[]; userId: string | null },
): Promise<Borrower[]> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    await requireKnown(tx, actor.scope, { userId });
    const assigned: Borrower[] = [];
    // Lock in one order, so that two users who assign the same borrowers at once wait for each other and never
    // deadlock.
    for (const id of new Set(ids.map((id) => id.toLowerCase()).toSorted()))
      assigned.push(await assign(ctx, tx, actor, await lockBorrowerFor(tx, actor, id), { userId }));
    return assigned;
  });
}

async function assign(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  before: BorrowerRow,
  { userId = before.assignedUserId, groupIds = before.groupIds }: Assignment,
): Promise<Borrower> {
  const change = { assignedUserId: userId, groupIds: [...new Set(groupIds)] };
  const borrower = await updateBorrowerRow(tx, actor.scope, before.id, change);
  const detail = { from: before.assignedUserId, to: userId, groups: change.groupIds };
  await recordBorrower(ctx, tx, actor, "borrower.assigned", borrower, detail);
  // Notify the previous assignee as well.
  if (before.assignedUserId !== userId)
    await announceBorrower(tx, actor.scope, { ...before, version: borrower.version });
  return borrower;
}

/**
 * A user restricted to their groups may move a borrower only between those groups, and may not open it to anyone else.
 */
function requireMayMove({ onlyGroups }: Actor, before: BorrowerRow, { groupIds }: Assignment): void {
  if (onlyGroups === null || groupIds === undefined) return;
  const moved = [
    ...before.groupIds.filter((id) => !groupIds.includes(id)),
    ...groupIds.filter((id) => !before.groupIds.includes(id)),
  ];
  if (!moved.every((id) => onlyGroups.includes(id))) throw new AppError("NOT_FOUND");
  if (before.groupIds.length > 0 && groupIds.length === 0)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "groupIds", code: "REQUIRED" }] });
}

async function requireKnown(tx: Tx, scope: Scope, { userId, groupIds }: Assignment): Promise<void> {
  if (userId && !(await isMember(tx, scope, userId))) throw new AppError("NOT_FOUND");
  if (groupIds && !(await areGroups(tx, scope, groupIds))) throw new AppError("NOT_FOUND");
}
