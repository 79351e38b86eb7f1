import { ask, askOfOurs, type StripeClient, timeOf } from "./client.ts";
import { InvoicePreview, listOf, Made, Price } from "./forms.ts";
import type { Stripe } from "stripe";
import type { CardSubscription } from "./subscriptions.ts";

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

/** In cents: `charge - credit + balanceBefore - balanceAfter` is `dueNow`. */
export interface SwitchPreview {
  /** For the new price, with what is added to it. */
  readonly charge: number;
  /** The credit for the unused part of the paid period; not below zero. */
  readonly credit: number;
  /** The customer's, before and after: below zero is credit. */
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  /** Charged to the card at once. */
  readonly dueNow: number;
  readonly nextChargeAt: string;
  readonly nextCharge: number;
}

type Switched = Pick<CardSubscription, "id" | "customerId" | "itemId">;

/** Changes nothing. @param at Unix seconds: hand the same to `switchPrice`, and it charges what was shown. */
export async function previewSwitch(
  stripe: StripeClient,
  { id, customerId, itemId }: Switched,
  { priceId, at }: { priceId: string; at: number },
): Promise<SwitchPreview> {
  const [preview, price] = await Promise.all([
    askOfOurs(
      InvoicePreview,
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: id,
        subscription_details: {
          items: [{ id: itemId, price: priceId }],
          proration_behavior: "always_invoice",
          proration_date: at,
        },
      }),
    ),
    askOfOurs(Price, stripe.prices.retrieve(priceId)),
  ]);
  const { total, starting_balance: balanceBefore, amount_due: dueNow } = preview;
  const given = preview.lines.data.filter(({ amount }) => amount < 0);
  const credit = -given.reduce((sum, { amount }) => sum + amount, 0);
  // A credit that was not used up pays for a part of the next charge; a sum too small for a card is charged with it.
  const balanceAfter = balanceBefore + total - dueNow;
  return {
    charge: total + credit,
    credit,
    balanceBefore,
    balanceAfter,
    dueNow,
    nextChargeAt: endOfNext(preview, price, at),
    nextCharge: Math.max(0, (price.unit_amount ?? 0) + balanceAfter),
  };
}

/** Charged at once: a card that is refused leaves the old price. Throws CARD_DECLINED. */
export async function switchPrice(
  stripe: StripeClient,
  { id, itemId }: Switched,
  { priceId, at }: { priceId: string; at: number },
): Promise<void> {
  await askOfOurs(
    Made,
    stripe.subscriptions.update(
      id,
      {
        items: [{ id: itemId, price: priceId }],
        proration_behavior: "always_invoice",
        proration_date: at,
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: `switch:${id}:${priceId}:${at}` },
    ),
  );
}

/** A period of another length begins with the switch. */
function endOfNext({ lines }: Stripe.Invoice, { recurring }: Stripe.Price, at: number): string {
  const ends = lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
  if (ends.length > 0) return timeOf(Math.max(...ends));
  const end = new Date(at * 1000);
  if (recurring?.interval === "year") end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end.toISOString();
}
