import type { Stripe } from "stripe";
import { Id } from "#platform/contract/fields.ts";
import { AppError } from "#platform/contract/errors.ts";
import { ask, askForAll, createOnce, type StripeClient } from "./client.ts";
import { Charge, Invoice, InvoiceItem as Item, InvoicePayment, listOf, Made, Refund } from "./forms.ts";

/** One may be 20 kB, and an answer is refused above a million bytes. */
export const INVOICES_A_PAGE = 25;

// One that we do not know yet is taken for one that still asks for money.
const STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;

export interface ProviderInvoice {
  readonly id: string;
  readonly status: (typeof STATUSES)[number];
  /** Cents, before the customer's balance pays for a part of it; below zero for a credit. */
  readonly total: number;
  /** What the customer's balance paid of it as it was finalized. */
  readonly creditUsed: number;
  /** Taken off by credit notes, before and after it was paid; the latter may be refunds. */
  readonly notes: { readonly before: number; readonly after: number };
  readonly hostedUrl: string | null;
  readonly paidAt: string | null;
  /** Of an invoice of ours. */
  readonly statement: { readonly id: string; readonly organizationId: string } | null;
}

/** Lines of one kind and price. Their sum is the statement's, to the cent. */
export interface InvoiceItem {
  readonly description: string;
  readonly quantity: number;
  readonly amount: number;
}

export interface NewInvoice {
  readonly customerId: string;
  readonly statementId: string;
  readonly organizationId: string;
  readonly number: string;
  readonly daysUntilDue: number;
  readonly items: readonly InvoiceItem[];
}

/** Creates, fills and sends the invoice, each step once. A repeated call continues where the earlier one stopped. */
export async function sendInvoice(stripe: StripeClient, invoice: NewInvoice): Promise<ProviderInvoice> {
  const found = await findOfStatement(stripe, invoice);
  const draft = found ?? (await createDraft(stripe, invoice));
  if (draft.status !== "draft") return toInvoice(draft);
  const there = new Set((found ? await readItems(stripe, draft.id) : []).map(({ metadata }) => metadata?.["item"]));
  for (const [index, item] of invoice.items.entries())
    if (!there.has(String(index))) await addItem(stripe, invoice, draft.id, index, item);
  const finalized = await createOnce(`statement:${invoice.statementId}:finalize`, (options) =>
    ask(Invoice, stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true }, options)),
  );
  return toInvoice(finalized);
}

/** `null`: the provider has none, or no longer, as with a draft that was thrown away. */
export async function readInvoice(stripe: StripeClient, id: string): Promise<ProviderInvoice | null> {
  try {
    return toInvoice(await ask(Invoice, stripe.invoices.retrieve(id)));
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** All invoices of a customer, including those that we did not create. */
export async function listInvoices(stripe: StripeClient, customerId: string): Promise<ProviderInvoice[]> {
  const found = await askForAll(Invoice, stripe.invoices.list({ customer: customerId, limit: INVOICES_A_PAGE }));
  return found.map(toInvoice);
}

// The provider forgets an idempotency key after a day; a statement's invoice is found forever.
async function findOfStatement(stripe: StripeClient, { customerId, statementId }: NewInvoice) {
  const all = await askForAll(Invoice, stripe.invoices.list({ customer: customerId, limit: INVOICES_A_PAGE }));
  return all.find(({ metadata, status }) => metadata?.["statementId"] === statementId && status !== "void");
}

/** It does not advance by itself, so that an incomplete invoice is never sent. */
function createDraft(stripe: StripeClient, invoice: NewInvoice) {
  const { customerId, statementId, organizationId, number, daysUntilDue } = invoice;
  const params: Stripe.InvoiceCreateParams = {
    customer: customerId,
    currency: "usd",
    collection_method: "send_invoice",
    days_until_due: daysUntilDue,
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    description: `Statement ${number}`,
    metadata: { statementId, organizationId },
  };
  return createOnce(
    `statement:${statementId}`,
    (options) => ask(Invoice, stripe.invoices.create(params, options)),
    () => findOfStatement(stripe, invoice),
  );
}

async function addItem(
  stripe: StripeClient,
  { customerId, statementId }: NewInvoice,
  invoiceId: string,
  index: number,
  { description, quantity, amount }: InvoiceItem,
): Promise<void> {
  const params: Stripe.InvoiceItemCreateParams = {
    customer: customerId,
    invoice: invoiceId,
    currency: "usd",
    amount, // the sum as we have it: the provider multiplies nothing
    description: quantity === 1 ? description : `${description} (${quantity})`,
    metadata: { item: String(index) },
  };
  await createOnce(
    `statement:${statementId}:item:${index}`,
    (options) => ask(Made, stripe.invoiceItems.create(params, options)),
    async () => (await readItems(stripe, invoiceId)).find(({ metadata }) => metadata?.["item"] === String(index)),
  );
}

function readItems(stripe: StripeClient, invoiceId: string): Promise<Stripe.InvoiceItem[]> {
  return askForAll(Item, stripe.invoiceItems.list({ invoice: invoiceId, limit: 100 }));
}

function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const { statementId, organizationId } = invoice.metadata ?? {};
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id, // every invoice but a preview has one
    status: STATUSES.find((status) => status === invoice.status) ?? "open",
    total: invoice.total,
    creditUsed: invoice.total > 0 ? invoice.total - invoice.amount_due : 0,
    notes: { before: invoice.pre_payment_credit_notes_amount, after: invoice.post_payment_credit_notes_amount },
    hostedUrl: invoice.hosted_invoice_url ?? null,
    paidAt: paidAt === null ? null : new Date(paidAt * 1000).toISOString(),
    statement: isId(statementId) && isId(organizationId) ? { id: statementId, organizationId } : null,
  };
}

/** Others may write metadata too; only what can be an id is taken for one. */
function isId(text: string | undefined): text is string {
  return text !== undefined && Id.safeParse(text).success;
}

export interface ProviderRefund {
  readonly id: string;
  /** Cents, above zero. */
  readonly amount: number;
  readonly at: string;
  readonly invoiceId: string;
}

/** Of every invoice of a customer. One that failed or was called off gave nothing back. */
export async function listRefunds(stripe: StripeClient, customerId: string): Promise<ProviderRefund[]> {
  const found: ProviderRefund[] = [];
  for (const charge of await askForAll(Charge, stripe.charges.list({ customer: customerId, limit: 100 }))) {
    if (charge.amount_refunded === 0) continue;
    const invoiceId = await invoiceOf(stripe, idOf(charge.payment_intent));
    if (invoiceId === undefined) continue;
    const refunds = await askForAll(Refund, stripe.refunds.list({ charge: charge.id, limit: 100 }));
    for (const { id, amount, created, status } of refunds)
      if (status !== "failed" && status !== "canceled")
        found.push({ id, amount, at: new Date(created * 1000).toISOString(), invoiceId });
  }
  return found;
}

async function invoiceOf(stripe: StripeClient, intentId: string | undefined): Promise<string | undefined> {
  if (intentId === undefined) return undefined;
  const payment = { type: "payment_intent", payment_intent: intentId } as const;
  const { data } = await ask(
    listOf(InvoicePayment),
    stripe.invoicePayments.list({ payment, status: "paid", limit: 1 }),
  );
  return idOf(data[0]?.invoice);
}

function idOf(named: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof named === "string" ? named : named?.id;
}
