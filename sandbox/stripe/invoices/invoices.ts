// Invoices: made as a draft, finalized with a number and a payment intent, then paid or voided.
import { emit, emitChange } from "../events/events.ts";
import { StripeFault } from "../api/faults.ts";
import { find, newIdIn, randomSigns, show } from "../api/objects.ts";
import { cancelIntent, makeIntent } from "../payments/charges.ts";
import { DAY, HOUR, timeOf } from "../time.ts";
import type { Invoice, InvoicePayment } from "../subscriptions/billing-data.ts";
import type { Customer } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { activate, cardToCharge } from "../subscriptions/subscription-state.ts";

/** Stripe charges no card for less; smaller amounts wait on the customer's balance. */
const SMALLEST_CHARGE = 50;

export function tellInvoice(deps: StripeDeps, invoice: Invoice, what: string): void {
  emit(deps, `invoice.${what}`, show(deps, "invoices", invoice), invoice.test_clock);
}

export function makeInvoice(
  deps: StripeDeps,
  customer: Customer,
  wanted: Partial<Invoice> & Pick<Invoice, "billing_reason" | "lines">,
): Invoice {
  const now = timeOf(deps, customer.test_clock);
  const total = wanted.lines.reduce((sum, { amount }) => sum + amount, 0);
  const isAutomatic = wanted.auto_advance ?? true;
  const invoice: Invoice = {
    id: newIdIn("invoices"),
    created: now,
    customer: customer.id,
    subscription: null,
    subscription_metadata: {},
    status: "draft",
    collection_method: "charge_automatically",
    currency: "usd",
    description: null,
    footer: null,
    number: null,
    subtotal: total,
    total,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    starting_balance: customer.balance,
    ending_balance: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: isAutomatic,
    automatically_finalizes_at: isAutomatic ? now + HOUR : null,
    next_payment_attempt: isAutomatic && wanted.collection_method !== "send_invoice" ? now + HOUR : null,
    first_failure_at: null,
    default_payment_method: null,
    due_date: null,
    days_until_due: null,
    effective_at: null,
    period_start: now,
    period_end: now,
    payment_intent: null,
    page_secret: `test_${randomSigns(40)}`,
    finalized_at: null,
    paid_at: null,
    voided_at: null,
    marked_uncollectible_at: null,
    test_clock: customer.test_clock,
    metadata: {},
    ...wanted,
  };
  deps.data.invoices[invoice.id] = invoice;
  customer.currency ??= "usd";
  tellInvoice(deps, invoice, "created");
  return invoice;
}

/** Fixes the amounts, takes the customer's balance into account, and opens the payment. */
export function finalizeInvoice(deps: StripeDeps, invoice: Invoice): void {
  refuseStatus(invoice, ["draft"], "finalized");
  const customer = find(deps, "customers", invoice.customer);
  const now = timeOf(deps, invoice.test_clock);
  const due = settleBalance(deps, customer, invoice);
  Object.assign(invoice, {
    status: "open",
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`,
    amount_due: due,
    amount_remaining: due,
    effective_at: now,
    finalized_at: now,
    automatically_finalizes_at: null,
    due_date:
      invoice.collection_method === "send_invoice"
        ? (invoice.due_date ?? now + (invoice.days_until_due ?? 30) * DAY)
        : null,
  } satisfies Partial<Invoice>);
  customer.next_invoice_sequence += 1;
  if (due > 0) openPayment(deps, customer, invoice);
  deps.memory.changed();
  tellInvoice(deps, invoice, "finalized");
  if (due === 0) markPaid(deps, invoice, null);
}

/** Returns what is left to pay; a negative total and sums too small to charge go to the balance. */
function settleBalance(deps: StripeDeps, customer: Customer, invoice: Invoice): number {
  invoice.starting_balance = customer.balance;
  const owed = invoice.total + customer.balance;
  const due = owed >= SMALLEST_CHARGE ? owed : 0;
  const after = owed >= SMALLEST_CHARGE ? 0 : owed;
  invoice.ending_balance = after;
  if (after !== customer.balance)
    emitChange(deps, "customer.updated", "customers", customer, () => {
      customer.balance = after;
    });
  return due;
}

function openPayment(deps: StripeDeps, customer: Customer, invoice: Invoice): void {
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""] ?? null;
  const card = cardToCharge(deps, customer, subscription, invoice.default_payment_method);
  const intent = makeIntent(deps, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customer.id,
    description: subscription === null ? `Payment for Invoice ${invoice.number ?? ""}` : subscriptionWords(invoice),
    payment_method: invoice.collection_method === "send_invoice" ? null : (card?.id ?? null),
    setup_future_usage: subscription === null ? null : "off_session",
    automatic_payment_methods: true,
    invoice: invoice.id,
    test_clock: invoice.test_clock,
  });
  invoice.payment_intent = intent.id;
  const payment: InvoicePayment = {
    id: newIdIn("invoicePayments"),
    created: intent.created,
    invoice: invoice.id,
    payment_intent: intent.id,
    amount_requested: invoice.amount_due,
    amount_paid: null,
    currency: invoice.currency,
    status: "open",
    canceled_at: null,
    paid_at: null,
  };
  deps.data.invoicePayments[payment.id] = payment;
}

function subscriptionWords({ billing_reason }: Invoice): string {
  return billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update";
}

/** Paid by `card`, or without any when nothing was due. */
export function markPaid(deps: StripeDeps, invoice: Invoice, card: string | null): void {
  const paid_at = timeOf(deps, invoice.test_clock);
  const payment = paymentOf(deps, invoice);
  if (payment !== undefined) Object.assign(payment, { status: "paid", amount_paid: payment.amount_requested, paid_at });
  emitChange(deps, "invoice.updated", "invoices", invoice, () =>
    Object.assign(invoice, {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      next_payment_attempt: null,
      auto_advance: false,
      paid_at,
    } satisfies Partial<Invoice>),
  );
  tellInvoice(deps, invoice, "paid");
  tellInvoice(deps, invoice, "payment_succeeded");
  if (payment !== undefined)
    emit(deps, "invoice_payment.paid", show(deps, "invoicePayments", payment), invoice.test_clock);
  const customer = deps.data.customers[invoice.customer];
  if (customer?.delinquent === true)
    emitChange(deps, "customer.updated", "customers", customer, () => {
      customer.delinquent = false;
    });
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""];
  if (subscription !== undefined) activate(deps, subscription, invoice.id, card);
}

export function voidInvoice(deps: StripeDeps, invoice: Invoice): void {
  refuseStatus(invoice, ["open", "uncollectible"], "voided");
  const now = timeOf(deps, invoice.test_clock);
  const payment = paymentOf(deps, invoice);
  if (payment !== undefined) Object.assign(payment, { status: "canceled", canceled_at: now });
  const intent = deps.data.paymentIntents[invoice.payment_intent ?? ""];
  if (intent !== undefined) cancelIntent(deps, intent, "void_invoice");
  giveBalanceBack(deps, invoice);
  Object.assign(invoice, {
    status: "void",
    voided_at: now,
    auto_advance: false,
    next_payment_attempt: null,
  } satisfies Partial<Invoice>);
  deps.memory.changed();
  tellInvoice(deps, invoice, "voided");
}

/** Credit that the invoice had used up is the customer's again. */
function giveBalanceBack(deps: StripeDeps, invoice: Invoice): void {
  const customer = find(deps, "customers", invoice.customer);
  const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
  if (used === 0) return;
  emitChange(deps, "customer.updated", "customers", customer, () => {
    customer.balance += used;
  });
}

function paymentOf({ data }: StripeDeps, { payment_intent }: Invoice): InvoicePayment | undefined {
  if (payment_intent === null) return undefined;
  return Object.values(data.invoicePayments).find((payment) => payment.payment_intent === payment_intent);
}

export function refuseStatus(invoice: Invoice, allowed: readonly string[], act: string): void {
  if (allowed.includes(invoice.status)) return;
  throw new StripeFault(400, {
    type: "invalid_request_error",
    ...(invoice.status === "paid" ? { code: "invoice_already_paid" } : { code: "invoice_not_editable" }),
    message:
      invoice.status === "paid"
        ? "Invoice is already paid"
        : `This invoice is ${invoice.status} and can't be ${act}; it must be ${allowed.join(" or ")}.`,
  });
}
