import type { Context } from "#platform/server/context.ts";
import { NOTIFY_EVERY_MINUTES } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { publish } from "#platform/server/events.ts";
import { changeBorrower, findForReader, type Principal } from "./borrowers.ts";
import { lenderNotified } from "./events.ts";
import { lockBorrower } from "./queries.ts";

/**
 * Any principal who may read the borrower may call it. Within the hour a second call does nothing and returns the time
 * of the first.
 */
export async function notifyLender(
  ctx: Context,
  principal: Principal,
  id: string,
): Promise<{ notifiedAt: string; isNew: boolean }> {
  const { db, system } = ctx;
  const { organizationId } = (await findForReader(ctx, principal, id)).borrower;
  const scope = system.within(organizationId); // a reader may be of another organization
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrower(tx, scope, id); // Of simultaneous calls, one sends and the others find it done.
    if (!before) throw new AppError("NOT_FOUND");
    const { lenderNotifiedAt: last } = before;
    if (last !== null && Date.now() - Date.parse(last) < NOTIFY_EVERY_MINUTES * 60_000)
      return { notifiedAt: last, isNew: false };
    const borrower = await changeBorrower(tx, scope, id, { lenderNotifiedAt: new Date().toISOString() });
    await publish(ctx, tx, lenderNotified, { scope, borrower });
    // Appends to the chain of the borrower's organization, whatever organization the reader belongs to.
    const act = { action: "borrower.lender-notified", objectType: "borrower", objectId: id };
    await recordAuditEvent(tx, principal, act, organizationId);
    return { notifiedAt: borrower.lenderNotifiedAt!, isNew: true }; // as it was just written
  });
}
