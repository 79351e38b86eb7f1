import type { Stripe } from "stripe";
import { AppError } from "#platform/contract/errors.ts";
import {
  ask,
  askForAll,
  askOfOurs,
  createOnce,
  CardProviderRefusal,
  cardProviderCodeOf,
  idOf,
  ownIdIn,
  timeOf,
  type StripeClient,
} from "./client.ts";
import { Invoice, Made, Subscription } from "./forms.ts";
import { INVOICES_A_PAGE } from "./invoices.ts";

/** What the card provider holds of a subscription. */
export interface CardSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Our organization's id from the metadata; `null`: we did not create the subscription. */
  readonly organizationId: string | null;
  readonly subscriptionId: string | null;
  readonly status: "incomplete" | "active" | "past_due" | "unpaid" | "canceled";
  readonly itemId: string;
  readonly priceId: string;
  /** ISO 8601. */
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** What charges failed on: its invoices, the oldest first. */
  readonly owed: {
    readonly invoiceIds: readonly string[];
    readonly amount: number;
    readonly failedAt: string | null;
  } | null;
  readonly charges: readonly CardCharge[];
  /** The customer's, in cents: below zero is credit, which pays before the card does; above zero is charged with the next. */
  readonly balance: number;
}

/** An invoice that is settled: `amount` is its total in cents, below zero where a switch gave back more than it charged. */
export interface CardCharge {
  readonly invoiceId: string;
  readonly amount: number;
  readonly at: string;
  /** Of what is paid for; `null`: an invoice without such a line. */
  readonly priceId: string | null;
  /** Cents that it charges, and cents for time that was paid and not used; `null`: they do not come to `amount`. */
  readonly parts: { readonly charged: number; readonly unused: number } | null;
}

export interface NewSubscription {
  /** Ours; the same again makes nothing twice. */
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly priceId: string;
}

/** Nothing is charged before the card is confirmed by the client secret. */
export async function beginSubscription(stripe: StripeClient, begun: NewSubscription): Promise<string> {
  const { id, organizationId, customerId, priceId } = begun;
  try {
    return await createOnce(
      id,
      async (options) => {
        const params: Stripe.SubscriptionCreateParams = {
          customer: customerId,
          items: [{ price: priceId }],
          payment_behavior: "default_incomplete",
          payment_settings: { save_default_payment_method: "on_subscription", payment_method_types: ["card"] },
          metadata: { organizationId, subscriptionId: id },
        };
        return (await askOfOurs(Made, stripe.subscriptions.create(params, options))).id;
      },
      () => findBegun(stripe, customerId, id),
    );
  } catch (error) {
    // Begun before with another price, or another process is beginning it right now.
    const found = isRepeated(error) && (await findBegun(stripe, customerId, id));
    if (found) return found;
    throw error;
  }
}

/** Finds a subscription that was created under our id, even if the answer was lost. */
export async function findBegun(stripe: StripeClient, customerId: string, id: string): Promise<string | undefined> {
  const all = await askForAll(
    Subscription,
    stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 }),
  );
  return all.find(({ metadata }) => metadata["subscriptionId"] === id)?.id;
}

/** Confirms the first payment in the browser; `null` once there is none to confirm. Never stored, never logged. */
export async function readClientSecret(stripe: StripeClient, id: string): Promise<string | null> {
  const found = await askOfOurs(
    Subscription,
    stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] }),
  );
  if (found.status !== "incomplete") return null;
  return invoiceOf(found)?.confirmation_secret?.client_secret ?? null;
}

/** Throws NOT_FOUND for what the provider has not. */
export async function readSubscription(stripe: StripeClient, id: string): Promise<CardSubscription> {
  const found = await ask(
    Subscription,
    stripe.subscriptions.retrieve(id, { expand: ["latest_invoice", "default_payment_method", "customer"] }),
  );
  const latest = invoiceOf(found);
  // The first invoice is the only one, which saves asking for all.
  const isFirst = latest?.billing_reason === "subscription_create";
  const invoices = isFirst ? [latest] : await listInvoicesOfSubscription(stripe, id);
  return toSubscription(found, invoices);
}

/** Ends a subscription in any state, and voids its open invoice, so that no open page can pay it. */
export async function endAtOnce(stripe: StripeClient, id: string): Promise<void> {
  const ended = await askOfOurs(Subscription, stripe.subscriptions.cancel(id, { expand: ["latest_invoice"] })).catch(
    async (error: unknown) => {
      // It may have ended before this request, which is the wanted result.
      const found = await askOfOurs(Subscription, stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] }));
      if (!isOver(found)) throw error;
      return found;
    },
  );
  const latest = invoiceOf(ended);
  if (latest?.status === "open") await askOfOurs(Made, stripe.invoices.voidInvoice(latest.id));
}

/** Ends an unpaid subscription. Its invoice is voided first: the provider refuses that once it is paid, so it stays. */
export async function cancelIfUnpaid(stripe: StripeClient, id: string): Promise<void> {
  const read = () => askOfOurs(Subscription, stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] }));
  const found = await read();
  const latest = invoiceOf(found);
  if (found.status !== "incomplete" || latest?.status === "paid") return;
  if (latest?.status === "open")
    try {
      await askOfOurs(Made, stripe.invoices.voidInvoice(latest.id));
    } catch (error) {
      const now = await read();
      if (now.status !== "incomplete" || invoiceOf(now)?.status === "paid") return;
      if (invoiceOf(now)?.status !== "void") throw error;
    }
  await endAtOnce(stripe, id);
}

export async function endWithPeriod(stripe: StripeClient, id: string, endsThen: boolean): Promise<void> {
  await askOfOurs(Made, stripe.subscriptions.update(id, { cancel_at_period_end: endsThen }));
}

function isRepeated(error: unknown): boolean {
  const code = cardProviderCodeOf(error);
  return code === "StripeIdempotencyError" || code === "idempotency_error" || code === "idempotency_key_in_use";
}

async function listInvoicesOfSubscription(stripe: StripeClient, id: string): Promise<Stripe.Invoice[]> {
  return askForAll(Invoice, stripe.invoices.list({ subscription: id, limit: INVOICES_A_PAGE }));
}

function isOver({ ended_at: endedAt, status }: Stripe.Subscription): boolean {
  return endedAt !== null || status === "incomplete_expired";
}

function invoiceOf({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | undefined {
  return latest !== null && typeof latest === "object" ? latest : undefined;
}

const STATUS: Record<string, CardSubscription["status"]> = {
  incomplete: "incomplete",
  active: "active",
  trialing: "active",
  past_due: "past_due",
  unpaid: "unpaid",
  paused: "unpaid",
  canceled: "canceled",
  incomplete_expired: "canceled",
};

function toSubscription(found: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): CardSubscription {
  const status = STATUS[found.status];
  const item = found.items.data[0]!; // its form asks for one
  if (!status) throw new AppError("PROVIDER_UNAVAILABLE", { cause: new CardProviderRefusal("UNEXPECTED_ANSWER") });
  const { default_payment_method: method } = found;
  const card = method !== null && typeof method === "object" ? method.card : undefined;
  return {
    id: found.id,
    customerId: idOf(found.customer),
    organizationId: ownIdIn(found.metadata, "organizationId"),
    subscriptionId: ownIdIn(found.metadata, "subscriptionId"),
    status,
    itemId: item.id,
    priceId: item.price.id,
    periodStart: timeOf(item.current_period_start),
    periodEnd: timeOf(item.current_period_end),
    cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
    endedAt: found.ended_at === null ? null : timeOf(found.ended_at),
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    owed: status === "past_due" || status === "unpaid" ? owedOn(invoices) : null,
    charges: invoices.filter(({ status: paid }) => paid === "paid").map(toCharge),
    balance: balanceOf(found),
  };
}

/** A customer that was deleted has none. */
function balanceOf({ customer }: Stripe.Subscription): number {
  return typeof customer === "object" && !customer.deleted ? customer.balance : 0;
}

/** All that is open, the oldest first, as it is to be paid. */
function owedOn(invoices: readonly Stripe.Invoice[]): CardSubscription["owed"] {
  const open = invoices
    .filter(({ status, amount_remaining: left }) => status === "open" && left > 0)
    .toSorted((one, other) => one.created - other.created);
  const [oldest] = open;
  if (!oldest) return null;
  return {
    invoiceIds: open.map(({ id }) => id),
    amount: open.reduce((sum, { amount_remaining: left }) => sum + left, 0),
    failedAt: oldest.attempt_count > 0 ? timeOf(oldest.status_transitions.finalized_at ?? oldest.created) : null,
  };
}

function toCharge(invoice: Stripe.Invoice): CardCharge {
  const lines = invoice.lines.data;
  const charged = sumOf(lines.filter(({ amount }) => amount > 0));
  const unused = -sumOf(lines.filter(({ amount }) => amount < 0));
  const paidFor = lines.findLast(({ amount }) => amount > 0) ?? lines[0];
  const price = paidFor?.pricing?.price_details?.price;
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  return {
    invoiceId: invoice.id,
    amount: invoice.total,
    at: timeOf(paidAt),
    priceId: price == null ? null : idOf(price),
    // A tax or a discount is in no line.
    parts: charged - unused === invoice.total ? { charged, unused } : null,
  };
}

function sumOf(lines: readonly { readonly amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
