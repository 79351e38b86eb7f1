import { AppError } from "#platform/contract/errors.ts";
import { ask, askOfOurs, createOnce, cardProviderCodeOf, idOf, ownIdIn, type StripeClient } from "./client.ts";
import { Invoice, listOf, Made, SetupIntent } from "./forms.ts";
import type { CardSubscription } from "./subscriptions.ts";

export interface CardOwner {
  readonly customerId: string;
  readonly organizationId: string;
  readonly subscriptionId: string;
}

/** The secret confirms the card in the browser; it is never stored and never logged. */
export async function beginCard(stripe: StripeClient, owner: CardOwner): Promise<string> {
  const { customerId, organizationId, subscriptionId } = owner;
  const { client_secret: secret } = await askOfOurs(
    SetupIntent,
    stripe.setupIntents.create({
      customer: customerId,
      usage: "off_session",
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      metadata: { organizationId, subscriptionId },
    }),
  );
  if (!secret) throw new AppError("PROVIDER_UNAVAILABLE");
  return secret;
}

/** A card that its holder confirmed; `customerId` says whose. Throws NOT_FOUND for one that was not. */
export async function readConfirmedCard(
  stripe: StripeClient,
  setupIntentId: string,
): Promise<CardOwner & { methodId: string }> {
  // An invalid id would otherwise become part of the address.
  if (!/^seti_\w{1,200}$/.test(setupIntentId)) throw new AppError("NOT_FOUND");
  const found = await ask(SetupIntent, stripe.setupIntents.retrieve(setupIntentId));
  if (found.status !== "succeeded" || !found.customer || !found.payment_method) throw new AppError("NOT_FOUND");
  const organizationId = ownIdIn(found.metadata, "organizationId");
  const subscriptionId = ownIdIn(found.metadata, "subscriptionId");
  if (organizationId === null || subscriptionId === null) throw new AppError("NOT_FOUND");
  return { customerId: idOf(found.customer), methodId: idOf(found.payment_method), organizationId, subscriptionId };
}

/** Whether no other card of this customer was confirmed after it. A late event must not undo a newer choice. */
export async function isNewestCard(
  stripe: StripeClient,
  { customerId, methodId }: { customerId: string; methodId: string },
): Promise<boolean> {
  const { data } = await askOfOurs(
    listOf(Made),
    stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 1 }),
  );
  return data[0]?.id === methodId; // the newest comes first
}

/** Charged from now on, by the subscription and whatever else is billed. */
export async function chargeFromNowOn(
  stripe: StripeClient,
  { id, customerId }: Pick<CardSubscription, "id" | "customerId">,
  methodId: string,
): Promise<void> {
  await askOfOurs(Made, stripe.subscriptions.update(id, { default_payment_method: methodId }));
  await askOfOurs(
    Made,
    stripe.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } }),
  );
}

const ASKS_THE_HOLDER = new Set([
  "invoice_payment_intent_requires_action",
  "authentication_required",
  "subscription_payment_intent_requires_action",
]);

/** `null`: all are paid, one after the other. It stops at the first that asks for the card holder, or is declined. */
export async function payInvoices(
  stripe: StripeClient,
  invoiceIds: readonly string[],
  methodId: string,
): Promise<string | null> {
  for (const invoiceId of invoiceIds) {
    const clientSecret = await payInvoice(stripe, invoiceId, methodId);
    if (clientSecret !== null) return clientSecret;
  }
  return null;
}

/** `null`: it is paid. Else the client secret by which the card holder confirms it. Throws CARD_DECLINED. */
async function payInvoice(stripe: StripeClient, invoiceId: string, methodId: string): Promise<string | null> {
  try {
    await askOfOurs(Made, stripe.invoices.pay(invoiceId, { payment_method: methodId, off_session: false }));
    return null;
  } catch (error) {
    const code = cardProviderCodeOf(error);
    const found = await askOfOurs(Invoice, stripe.invoices.retrieve(invoiceId, { expand: ["confirmation_secret"] }));
    if (found.status === "paid") return null; // by another try of this very moment
    if (code && ASKS_THE_HOLDER.has(code) && found.confirmation_secret) return found.confirmation_secret.client_secret;
    throw error;
  }
}

/** The same one for an organization however often it is asked: nothing else is sent that could differ between two tries. */
export async function createCustomer(stripe: StripeClient, organizationId: string): Promise<string> {
  const { id } = await createOnce(`customer:${organizationId}`, (options) =>
    ask(Made, stripe.customers.create({ metadata: { organizationId } }, options)),
  );
  return id;
}

/** Sets the name and address for receipts and invoices. The provider refuses an invoice without an email address. */
export async function describeCustomer(
  stripe: StripeClient,
  customerId: string,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await ask(Made, stripe.customers.update(customerId, { name, email }));
}
