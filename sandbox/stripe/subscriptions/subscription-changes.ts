// Changes of a subscription's items within a period, and the resulting prorations.
import { periodEndAfter, timeOf } from "../time.ts";
import { invalid } from "../api/faults.ts";
import { changedMetadata, demandText, type Params, readFlag, readInteger, readText } from "../api/params.ts";
import { find, newIdIn } from "../api/objects.ts";
import { addProration } from "../invoices/invoice-items.ts";
import type { Recurring, Subscription, SubscriptionItem } from "./billing-data.ts";
import type { Metadata } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { itemsOf } from "./subscription-state.ts";

export interface ItemChange {
  /** null means a new item. */
  item: SubscriptionItem | null;
  price: string;
  quantity: number;
  metadata: Metadata;
  isDeleted: boolean;
}

export function readItemChange(deps: StripeDeps, params: Params, item: SubscriptionItem | null): ItemChange {
  const price = readText(params, "price") ?? item?.price ?? demandText(params, "price");
  const { recurring, active } = find(deps, "prices", price, "price");
  if (recurring === null)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      {
        param: "items[0][price]",
      },
    );
  if (!active && price !== item?.price)
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param: "items[0][price]",
    });
  const quantity = readInteger(params, "quantity") ?? item?.quantity ?? 1;
  if (quantity < 0)
    throw invalid("Invalid non-negative integer", { param: "quantity", code: "parameter_invalid_integer" });
  return {
    item,
    price,
    quantity,
    metadata: changedMetadata(params, item?.metadata),
    isDeleted: readFlag(params, "deleted") ?? false,
  };
}

/** The items of a new subscription, or the changes to an existing one. */
export function readItemChanges(deps: StripeDeps, given: Params[], subscription: Subscription | null): ItemChange[] {
  return given.map((params) => {
    const id = readText(params, "id");
    if (typeof id !== "string") return readItemChange(deps, params, null);
    const item = find(deps, "items", id, "items[0][id]");
    if (item.subscription !== subscription?.id)
      throw invalid(`Item ${id} does not belong to this subscription.`, { param: "items[0][id]" });
    return readItemChange(deps, params, item);
  });
}

/** How often all of them are billed; a subscription has only one interval. */
export function rhythmOf(deps: StripeDeps, prices: readonly string[]): Recurring {
  const [first, ...others] = prices.map((price) => find(deps, "prices", price, "price").recurring);
  if (first == null) throw invalid("A subscription must have at least one item.", { param: "items" });
  const isMixed = others.some(
    (other) => other?.interval !== first.interval || other.interval_count !== first.interval_count,
  );
  if (isMixed)
    throw invalid("Currency and interval fields must match across all plans on this subscription.", { param: "items" });
  return first;
}

interface ChangeOptions {
  isProrated: boolean;
  /** The time from which prorations count. */
  at: number;
  /** A new period begins now. */
  restarts: boolean;
}

/** Changes the items. Returns whether a new period began, which is invoiced at once. */
export function applyChanges(
  deps: StripeDeps,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { isProrated, at, restarts }: ChangeOptions,
): boolean {
  const before = itemsOf(deps, subscription);
  const rhythm = rhythmOf(
    deps,
    before.map(({ price }) => price),
  );
  const untouched = before.filter((item) => !changes.some((change) => change.item === item));
  const left = changes.filter(({ isDeleted }) => !isDeleted);
  const next = rhythmOf(
    deps,
    [...untouched, ...left].map(({ price }) => price),
  );
  const begins = restarts || next.interval !== rhythm.interval || next.interval_count !== rhythm.interval_count;
  const worthwhile = changes.filter(changesWorth);
  if (isProrated) {
    const credited = begins ? before : worthwhile.flatMap(({ item }) => item ?? []);
    for (const item of credited) addProration(deps, subscription, item, at, -1);
  }
  for (const change of changes) {
    const item = applyChange(deps, subscription, change, before[0]);
    const isCharged = isProrated && !begins && item !== null && worthwhile.includes(change);
    if (isCharged) addProration(deps, subscription, item, at, 1);
  }
  if (begins) restartPeriod(deps, subscription, next);
  return begins;
}

function changesWorth({ item, price, quantity, isDeleted }: ItemChange): boolean {
  return item === null || isDeleted || item.price !== price || item.quantity !== quantity;
}

/** Returns the item as it is now; null when it is gone. */
function applyChange(
  deps: StripeDeps,
  subscription: Subscription,
  { item, price, quantity, metadata, isDeleted }: ItemChange,
  pattern: SubscriptionItem | undefined,
): SubscriptionItem | null {
  if (isDeleted) {
    subscription.item_ids = subscription.item_ids.filter((id) => id !== item?.id);
    return null;
  }
  const changed = item ?? newItem(subscription.id, timeOf(deps, subscription.test_clock), pattern);
  Object.assign(changed, { price, quantity, metadata });
  deps.data.items[changed.id] = changed;
  if (item === null) subscription.item_ids = [...subscription.item_ids, changed.id];
  return changed;
}

export function newItem(subscription: string, created: number, pattern?: SubscriptionItem): SubscriptionItem {
  return {
    id: newIdIn("items"),
    created,
    subscription,
    price: "",
    quantity: 1,
    current_period_start: pattern?.current_period_start ?? created,
    current_period_end: pattern?.current_period_end ?? created,
    metadata: {},
  };
}

function restartPeriod(deps: StripeDeps, subscription: Subscription, rhythm: Recurring): void {
  const now = timeOf(deps, subscription.test_clock);
  subscription.billing_cycle_anchor = now;
  for (const item of itemsOf(deps, subscription)) {
    item.current_period_start = now;
    item.current_period_end = periodEndAfter(now, rhythm, now);
  }
}
