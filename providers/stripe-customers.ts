// Owns how an organization is known to the card provider.
import { ask, type StripeClient } from "./stripe-client.ts";
import { Made } from "./stripe-forms.ts";

/** The same one for an organization however often it is asked: nothing else is sent that could differ between two tries. */
export async function createCustomer(stripe: StripeClient, organizationId: string): Promise<string> {
  const { id } = await ask(
    Made,
    stripe.customers.create({ metadata: { organizationId } }, { idempotencyKey: `customer:${organizationId}` }),
  );
  return id;
}

/** What receipts and invoices say and where they go; the provider refuses an invoice to nobody's address. */
export async function describeCustomer(
  stripe: StripeClient,
  customerId: string,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await ask(Made, stripe.customers.update(customerId, { name, email }));
}
