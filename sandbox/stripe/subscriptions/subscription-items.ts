import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { cut } from "../api/pages.ts";
import { demandText } from "../api/params.ts";
import { readItemChange } from "./subscription-changes.ts";
import { itemsOf } from "./subscription-state.ts";
import { changeItems } from "./subscription-updates.ts";
import { list } from "../api/wire.ts";

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
