import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readOurInvoices } from "../comparison/check-queries.ts";
import { closeDue, closeRunning } from "../months/close-month.ts";
import { billLeaver } from "../jobs.ts";
import { askForMissing, forgetBilledLeaver } from "../comparison/reconcile.ts";
import { insertLeaver, type Recipient } from "./charge-queries.ts";

/**
 * Runs in the transaction that removes the organization's last member, whatever its scope. The leaver's name and
 * address are read before they are erased, and stored until the invoices exist.
 */
export async function closeAccount(
  { jobs }: Context,
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
  leaver: Recipient,
): Promise<void> {
  await insertLeaver(tx, organizationId, leaver);
  await jobs.send(tx, billLeaver, { organizationId });
}

/** Job: bills past months, the running month, and statements without an invoice. */
export async function billAll(ctx: Context, scope: Scope): Promise<void> {
  await closeDue(ctx, scope);
  await closeRunning(ctx, scope);
  await askForMissing(ctx, scope, await readOurInvoices(ctx.db, scope));
  await forgetBilledLeaver(ctx, scope);
}
