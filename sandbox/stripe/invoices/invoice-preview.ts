// What the next invoice, or the invoice of a change, would be: tried out on a copy.
import { invalid } from "../api/faults.ts";
import { type Params, readGroup, readText } from "../api/params.ts";
import { timeOf } from "../time.ts";
import { find, findCustomer, randomSigns } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { rehearse, type StripeDeps } from "../stripe-deps.ts";
import { renew } from "../subscriptions/subscription-invoices.ts";
import type { Invoice } from "../subscriptions/billing-data.ts";
import { subscribe } from "../subscriptions/subscribing.ts";
import { itemsOf } from "../subscriptions/subscription-state.ts";
import { updateSubscription } from "../subscriptions/subscription-updates.ts";
import { showInvoice } from "../subscriptions/billing-wire.ts";

/** What `subscription_details` may hold that also changes a subscription. */
const CHANGES = [
  "items",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "cancel_at",
  "cancel_at_period_end",
];

function foresee(
  deps: StripeDeps,
  subscriptionId: string | undefined,
  customerId: string,
  details: Params,
): Invoice | undefined {
  const changes = Object.fromEntries(Object.entries(details).filter(([name]) => CHANGES.includes(name)));
  if (subscriptionId === undefined) {
    const wanted = { items: details["items"] ?? [], customer: customerId, payment_behavior: "default_incomplete" };
    return deps.data.invoices[subscribe(deps, wanted).latest_invoice ?? ""];
  }
  const subscription = find(deps, "subscriptions", subscriptionId, "subscription");
  const before = subscription.latest_invoice;
  if (Object.keys(changes).length > 0)
    updateSubscription(deps, subscription, { ...changes, payment_behavior: "default_incomplete" });
  if (subscription.latest_invoice === before) {
    const [item] = itemsOf(deps, subscription);
    const end = item?.current_period_end ?? timeOf(deps, subscription.test_clock);
    const clock = deps.data.clocks[subscription.test_clock ?? ""];
    if (clock === undefined) deps.catchingUpAt = end;
    else clock.frozen_time = end;
    renew(deps, subscription);
  }
  return deps.data.invoices[subscription.latest_invoice ?? ""];
}

export const INVOICE_PREVIEW_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/invoices/create_preview",
    answer({ deps, params }) {
      const subscription = readText(params, "subscription") ?? undefined;
      const customer =
        readText(params, "customer") ??
        (subscription === undefined ? undefined : find(deps, "subscriptions", subscription, "subscription").customer);
      if (customer === undefined)
        throw invalid("You must provide either a customer or a subscription to preview an invoice.", {
          param: "customer",
        });
      findCustomer(deps, customer, "customer");
      const copy = rehearse(deps, customer);
      const invoice = foresee(copy, subscription, customer, readGroup(params, "subscription_details"));
      if (invoice === undefined)
        throw invalid("No upcoming invoices for customer: " + customer, { code: "invoice_upcoming_none" });
      const owed = invoice.total + invoice.starting_balance;
      const due = invoice.status === "draft" ? Math.max(0, owed) : invoice.amount_due;
      const preview: Invoice = {
        ...invoice,
        id: `upcoming_in_1${randomSigns(22)}`,
        status: "draft",
        number: null,
        amount_due: due,
        amount_remaining: due,
        amount_paid: 0,
        ending_balance: owed - due,
        attempted: false,
        attempt_count: 0,
        finalized_at: null,
        effective_at: null,
        paid_at: null,
      };
      return showInvoice(copy.data, deps.config.baseUrl(), preview);
    },
  },
];
