import type { Context } from "#platform/server/context.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import type { Actor } from "#platform/server/actor.ts";
import { lockBorrowerFor, recordBorrower } from "./borrowers.ts";
import { updateBorrowerRow } from "./queries.ts";

/** Sets a hold, or a new reason for it, or lifts it. Lifting none changes nothing. */
export async function setLegalHold(
  ctx: Context,
  actor: Actor,
  { id, isOn, reason }: { id: string; isOn: boolean; reason: string },
): Promise<Borrower> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id);
    if (!isOn && !before.legalHold) return before;
    const legalHold = isOn ? { at: new Date().toISOString(), by: actor.userId, reason } : null;
    const borrower = await updateBorrowerRow(tx, actor.scope, id, { legalHold });
    await recordBorrower(ctx, tx, actor, isOn ? "borrower.legal-hold-set" : "borrower.legal-hold-lifted", borrower, {
      reason,
    });
    return borrower;
  });
}
