// Owns what becomes of charges when an organization's last person goes: billed at once, to the address they leave with.
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { readOurInvoices } from "../comparison/check-store.ts";
import { closeDue, closeRunning } from "../months/close-month.ts";
import type { BillingDeps } from "../deps.ts";
import { billLeaver } from "../jobs.ts";
import { insertLeaver, type Recipient } from "./leaver-store.ts";
import { askForMissing, forgetBilledLeaver } from "../comparison/reconcile.ts";

/**
 * In the transaction in which the organization is left without anybody, whatever its scope: `leaver` is read before the
 * names are forgotten, and kept until the invoices are made.
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

/** Job: months that are over, the one that runs, and statements whose invoice was not made yet. */
export async function billAll(deps: BillingDeps, scope: Scope): Promise<void> {
  await closeDue(deps, scope);
  await closeRunning(deps, scope);
  await askForMissing(deps, scope, await readOurInvoices(deps.db, scope));
  await forgetBilledLeaver(deps, scope);
}
