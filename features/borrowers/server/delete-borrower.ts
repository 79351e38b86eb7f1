import type { Context } from "#platform/server/context.ts";
import { BORROWER_DELETED, isNameOf } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { meetsCondition } from "#features/organizations/server/conditions.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announce } from "#platform/server/live/live.ts";
import { publish } from "#platform/server/events.ts";
import { lockBorrowerFor, ownersOf } from "./borrowers.ts";
import { borrowerDeleted } from "./events.ts";
import { type BorrowerRow, deleteBorrowerRow } from "./queries.ts";

/**
 * Deletes a borrower with everything that is stored about them. Throws VALIDATION_ERROR for another name, LEGAL_HOLD,
 * and HAS_REPORT if it takes an admin.
 */
export async function deleteBorrower(
  ctx: Context,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { scope, userId, address } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, id);
    if (!isNameOf(borrower, name))
      throw new AppError("VALIDATION_ERROR", { errors: [{ field: "name", code: "INVALID_VALUE" }] });
    if (borrower.legalHold) throw new AppError("LEGAL_HOLD");
    if (borrower.reportState !== "none" && !(await mayDeleteReports(tx, actor))) throw new AppError("HAS_REPORT");
    await deleteRecords(ctx, tx, scope, borrower, { actorId: userId, address, cause: "request" });
  });
}

/** Admins, and someone who has no admin to ask because they are the only member. */
async function mayDeleteReports(tx: Tx, actor: Actor): Promise<boolean> {
  const { role } = actor;
  return role === "root" || role === "admin" || (await meetsCondition(tx, actor, "sole-member"));
}

interface Deletion {
  /** `null`: the retention policy. */
  readonly actorId: string | null;
  readonly address: string | null;
  readonly cause: "request" | "retention";
}

/**
 * Deletes the borrower's row, and with it every row that belongs to it. Line items and audit events stay under the
 * random id. The caller holds the borrower's lock and has checked for a legal hold.
 */
export async function deleteRecords(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  { actorId, address, cause }: Deletion,
): Promise<void> {
  await publish(ctx, tx, borrowerDeleted, { scope, borrowerId: borrower.id });
  await deleteBorrowerRow(tx, scope, borrower.id);
  await announce(tx, {
    organizationId: scope.organizationId,
    to: ownersOf(borrower),
    event: { type: BORROWER_DELETED, id: borrower.id, version: borrower.version },
  });
  await appendAudit(tx, scope.organizationId, {
    actorId,
    action: "borrower.deleted",
    objectType: "borrower",
    objectId: borrower.id,
    address,
    detail: { cause },
  });
}
