import type { Context } from "#platform/server/context.ts";
import { syncPrice } from "#providers/stripe/plans.ts";
import { keepPrice, readOfferedPlans } from "./plan-queries.ts";

interface SyncedPlan {
  readonly name: string;
  /** The provider's id of the price. */
  readonly price: string;
  readonly isNew: boolean;
}

/**
 * A changed amount makes a new price; existing subscribers continue to pay the old one. Throws PROVIDER_UNAVAILABLE.
 */
export async function syncPlans({
  db,
  system,
  settings: { productName },
  providers: { stripe },
}: Context): Promise<SyncedPlan[]> {
  const synced: SyncedPlan[] = [];
  for (const { id, name, price: amount, pricingLevel, pricingPeriod: period, stripePriceId } of await readOfferedPlans(
    db,
    system,
  )) {
    const productKey = `keyturn_${pricingLevel}`;
    const product = { productKey, productName: `${productName} plan` };
    const price = await syncPrice(stripe, { ...product, key: `${productKey}_${period}`, name, amount, period });
    if (price.id !== stripePriceId) await db.transaction(system, (tx) => keepPrice(tx, system, id, price.id));
    synced.push({ name, price: price.id, isNew: price.isNew });
  }
  return synced;
}
