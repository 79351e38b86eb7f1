import { chargeSubscription } from "#features/billing/server/charges/ledger.ts";
import { dollars } from "#features/billing/server/format.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { CardCharge } from "#providers/stripe/subscriptions.ts";
import { readPlan, readPlanByPrice } from "../plans/plan-store.ts";
import type { SubscriptionRow } from "../store.ts";

export async function recordCharges(
  tx: Tx,
  scope: Scope,
  { planId }: Pick<SubscriptionRow, "planId">,
  charges: readonly CardCharge[],
): Promise<void> {
  const names = new Map<string | null, string>();
  for (const charge of charges) {
    const { invoiceId: providerInvoiceId, priceId, amount, at } = charge;
    const name = names.get(priceId) ?? (await nameOfPlan(tx, scope, priceId, planId));
    names.set(priceId, name);
    await chargeSubscription(tx, scope, { providerInvoiceId, amount, at, description: chargeWords(name, charge) });
  }
}

/** An older price of a plan still identifies the same plan. */
async function nameOfPlan(tx: Tx, scope: Scope, priceId: string | null, planId: string): Promise<string> {
  const known = priceId === null ? undefined : await readPlanByPrice(tx, scope, priceId);
  return (known ?? (await readPlan(tx, scope, planId))).name;
}

/** The sums in the text add up to the line's amount. */
function chargeWords(plan: string, { amount, parts }: Pick<CardCharge, "amount" | "parts">): string {
  if (parts === null || parts.unused === 0) return plan;
  const { charged, unused } = parts;
  const credited = amount < 0 ? `, ${dollars(-amount)} goes to credit` : "";
  if (charged === 0) return `${plan}: ${dollars(unused)} unused${credited}`;
  return `Switch to ${plan}: ${dollars(charged)} less ${dollars(unused)} unused${credited}`;
}
