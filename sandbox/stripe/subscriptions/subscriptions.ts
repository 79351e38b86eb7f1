import { collectAutomatically } from "../payments/collect.ts";
import { invalid } from "../api/faults.ts";
import { finalizeInvoice } from "../invoices/invoices.ts";
import { timeOf } from "../time.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { cut, page } from "../api/pages.ts";
import { demandText, given, readFlag, readGroup, readText } from "../api/params.ts";
import { addProration } from "../invoices/invoice-items.ts";
import type { Subscription } from "./billing-data.ts";
import { subscribe } from "./subscribing.ts";
import { endSubscription } from "./subscription-ends.ts";
import { invoiceSubscription } from "./subscription-invoices.ts";
import { itemsOf } from "./subscription-state.ts";
import { changeItems, updateSubscription } from "./subscription-updates.ts";
import { readItemChange } from "./subscription-changes.ts";
import { list } from "../api/wire.ts";

function hasStatus(subscription: Subscription, status: string | null | undefined): boolean {
  if (status === "all") return true;
  if (status === "ended") return subscription.ended_at !== null;
  if (typeof status === "string") return subscription.status === status;
  return subscription.status !== "canceled" && subscription.status !== "incomplete_expired";
}

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/subscriptions",
    answer: ({ deps, params }) => show(deps, "subscriptions", subscribe(deps, params)),
  },
  {
    method: "GET",
    path: "/v1/subscriptions",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      const price = readText(params, "price");
      const clock = readText(params, "test_clock") ?? null;
      const status = readText(params, "status");
      return page(
        deps,
        "/v1/subscriptions",
        "subscriptions",
        params,
        (subscription) =>
          hasStatus(subscription, status) &&
          (customer === undefined || subscription.customer === customer) &&
          // Objects on a clock are listed only when the request names the clock or their customer.
          (customer !== undefined || subscription.test_clock === clock) &&
          (price === undefined || itemsOf(deps, subscription).some((item) => item.price === price)),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/subscriptions/{id}",
    answer: ({ deps, id }) => show(deps, "subscriptions", find(deps, "subscriptions", id)),
  },
  {
    method: "POST",
    path: "/v1/subscriptions/{id}",
    answer({ deps, id, params }) {
      const subscription = find(deps, "subscriptions", id);
      updateSubscription(deps, subscription, params);
      return show(deps, "subscriptions", subscription);
    },
  },
  {
    method: "DELETE",
    path: "/v1/subscriptions/{id}",
    answer({ deps, id, params }) {
      const subscription = find(deps, "subscriptions", id);
      if (subscription.ended_at !== null)
        throw invalid(`No such subscription: '${id}'`, { param: "id", code: "resource_missing" });
      const details = readGroup(params, "cancellation_details");
      subscription.cancellation_details = {
        ...subscription.cancellation_details,
        ...given({ comment: readText(details, "comment"), feedback: readText(details, "feedback") }),
      };
      const isRunning = subscription.status !== "incomplete";
      if (isRunning && readFlag(params, "prorate") === true)
        for (const item of itemsOf(deps, subscription))
          addProration(deps, subscription, item, timeOf(deps, subscription.test_clock), -1);
      if (isRunning && readFlag(params, "invoice_now") === true) {
        const invoice = invoiceSubscription(deps, subscription, {
          billing_reason: "subscription_update",
          hasPeriods: false,
        });
        if (invoice !== null) finalizeInvoice(deps, invoice);
        if (invoice?.status === "open") collectAutomatically(deps, invoice);
      }
      endSubscription(deps, subscription, "cancellation_requested");
      return show(deps, "subscriptions", subscription);
    },
  },
  {
    method: "POST",
    path: "/v1/subscriptions/{id}/resume",
    answer({ deps, id }) {
      find(deps, "subscriptions", id);
      throw invalid("You cannot resume a subscription that is not paused.");
    },
  },
];

export const SUBSCRIPTION_ITEM_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/subscription_items",
    answer({ deps, params }) {
      const subscription = find(deps, "subscriptions", demandText(params, "subscription"), "subscription");
      changeItems(deps, subscription, [readItemChange(deps, params, null)], params);
      const made = itemsOf(deps, subscription).at(-1);
      return show(deps, "items", find(deps, "items", made?.id ?? newIdIn("items")));
    },
  },
  {
    method: "GET",
    path: "/v1/subscription_items",
    answer({ deps, params }) {
      const subscription = find(deps, "subscriptions", demandText(params, "subscription"), "subscription");
      const { shown, hasMore } = cut(itemsOf(deps, subscription), params);
      return list(
        "/v1/subscription_items",
        shown.map((item) => show(deps, "items", item)),
        hasMore,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/subscription_items/{id}",
    answer: ({ deps, id }) => show(deps, "items", find(deps, "items", id)),
  },
  {
    method: "POST",
    path: "/v1/subscription_items/{id}",
    answer({ deps, id, params }) {
      const item = find(deps, "items", id);
      const subscription = find(deps, "subscriptions", item.subscription);
      changeItems(deps, subscription, [readItemChange(deps, params, item)], params);
      return show(deps, "items", item);
    },
  },
  {
    method: "DELETE",
    path: "/v1/subscription_items/{id}",
    answer({ deps, id, params }) {
      const item = find(deps, "items", id);
      const subscription = find(deps, "subscriptions", item.subscription);
      const change = { ...readItemChange(deps, {}, item), isDeleted: true };
      changeItems(deps, subscription, [change], params);
      return { id, object: "subscription_item", deleted: true };
    },
  },
];
