import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readOurInvoices } from "../comparison/check-store.ts";
import { closeDue, closeRunning } from "../months/close-month.ts";
import type { BillingDeps } from "../deps.ts";
import { billLeaver } from "../jobs.ts";
import { insertLeaver, type Recipient } from "./leaver-store.ts";
import { askForMissing, forgetBilledLeaver } from "../comparison/reconcile.ts";

/**
 * Runs in the transaction that removes the organization's last member, whatever its scope. The leaver's name and
 * address are read before they are erased, and stored until the invoices exist.
 */
export async function closeAccount(
  { jobs }: Pick<BillingDeps, "jobs">,
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
  leaver: Recipient,
): Promise<void> {
  await insertLeaver(tx, organizationId, leaver);
  await jobs.send(tx, billLeaver, { organizationId });
}

/** Job: bills past months, the running month, and statements without an invoice. */
export async function billAll(deps: BillingDeps, scope: Scope): Promise<void> {
  await closeDue(deps, scope);
  await closeRunning(deps, scope);
  await askForMissing(deps, scope, await readOurInvoices(deps.db, scope));
  await forgetBilledLeaver(deps, scope);
}
