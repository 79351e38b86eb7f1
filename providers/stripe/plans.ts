import { ask, type StripeClient } from "./client.ts";
import { listOf, Made, Price } from "./forms.ts";

export interface PlanPrice {
  /** The same for every amount that the plan ever had, for example `keyturn_basic_monthly`. */
  readonly key: string;
  readonly productKey: string;
  /** What receipts call the product. */
  readonly productName: string;
  readonly name: string;
  /** Cents of USD. */
  readonly amount: number;
  readonly period: "monthly" | "yearly";
}

/** The price of today's amount, made where there is none. Asked again it changes nothing. */
export async function syncPrice(stripe: StripeClient, plan: PlanPrice): Promise<{ id: string; isNew: boolean }> {
  const { key, amount, name, period } = plan;
  const interval = period === "yearly" ? "year" : "month";
  const { data } = await ask(listOf(Price), stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }));
  const [current] = data;
  if (current?.unit_amount === amount && current.currency === "usd" && current.recurring?.interval === interval)
    return { id: current.id, isNew: false };
  const product = await getOrCreateProduct(stripe, plan);
  const { id } = await ask(
    Made,
    stripe.prices.create({
      product,
      currency: "usd",
      unit_amount: amount,
      recurring: { interval },
      nickname: name,
      lookup_key: key,
      transfer_lookup_key: true, // a price never changes: the key moves on to the new one
    }),
  );
  return { id, isNew: true };
}

/** Made under an id of ours, so that it is there once. */
async function getOrCreateProduct(
  stripe: StripeClient,
  { productKey: id, productName: name }: PlanPrice,
): Promise<string> {
  const { data } = await ask(listOf(Made), stripe.products.list({ ids: [id], limit: 1 }));
  if (data.length === 0) await ask(Made, stripe.products.create({ id, name }));
  return id;
}
