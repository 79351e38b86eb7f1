// Owns that the card provider knows every plan at the price that we show.
import { syncPrice } from "#providers/stripe-plans.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { keepPrice, readOfferedPlans } from "./plan-store.ts";

interface SyncedPlan {
  readonly name: string;
  /** The provider's id of the price. */
  readonly price: string;
  readonly isNew: boolean;
}

/** A changed amount makes a new price; who subscribed before keeps paying the old one. Throws PROVIDER_UNAVAILABLE. */
export async function syncPlans({
  billing: { db, across, productName },
  stripe,
}: Pick<SubscriptionDeps, "billing" | "stripe">): Promise<SyncedPlan[]> {
  const synced: SyncedPlan[] = [];
  for (const { id, name, price: amount, pricingLevel, pricingPeriod: period, stripePriceId } of await readOfferedPlans(
    db,
    across,
  )) {
    const productKey = `keyturn_${pricingLevel}`;
    const product = { productKey, productName: `${productName} plan` };
    const price = await syncPrice(stripe, { ...product, key: `${productKey}_${period}`, name, amount, period });
    if (price.id !== stripePriceId) await db.transaction(across, (tx) => keepPrice(tx, across, id, price.id));
    synced.push({ name, price: price.id, isNew: price.isNew });
  }
  return synced;
}
