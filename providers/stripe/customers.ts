import { ask, type StripeClient } from "./client.ts";
import { Made } from "./forms.ts";

/** The same one for an organization however often it is asked: nothing else is sent that could differ between two tries. */
export async function createCustomer(stripe: StripeClient, organizationId: string): Promise<string> {
  const { id } = await ask(
    Made,
    stripe.customers.create({ metadata: { organizationId } }, { idempotencyKey: `customer:${organizationId}` }),
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
