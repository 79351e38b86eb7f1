import { ask, askForAll, type StripeClient } from "./client.ts";
import { Charge, InvoicePayment, listOf, Refund } from "./forms.ts";

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
