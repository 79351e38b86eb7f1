// Products: what is sold. Their prices are separate objects.
import { emit, emitChange } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { timeOf } from "../time.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import {
  changedMetadata,
  demandText,
  given,
  missingParam,
  type Params,
  readChoice,
  readCurrency,
  readFlag,
  readGroup,
  readInteger,
  readText,
  readTexts,
} from "../api/params.ts";
import type { Price, Product, Recurring } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

// Prices: an amount and an interval. An amount never changes; a lookup key leads to the current price.
const INTERVALS = ["day", "week", "month", "year"] as const;

function makePrice(deps: StripeDeps, params: Params): Price {
  const currency = readCurrency(params);
  if (currency === undefined) throw missingParam("currency");
  const price: Price = {
    id: newIdIn("prices"),
    created: timeOf(deps, null),
    active: readFlag(params, "active") ?? true,
    currency,
    product: productOf(deps, params),
    lookup_key: null,
    nickname: readText(params, "nickname") ?? null,
    recurring: params["recurring"] === undefined ? null : readRecurring(readGroup(params, "recurring")),
    tax_behavior: readText(params, "tax_behavior") ?? "unspecified",
    unit_amount: readAmount(params),
    metadata: changedMetadata(params),
  };
  const takesKey = takeLookupKey(deps, params, price);
  deps.data.prices[price.id] = price;
  takesKey();
  emit(deps, "price.created", show(deps, "prices", price), null);
  return price;
}

function productOf(deps: StripeDeps, params: Params): string {
  const product = readText(params, "product");
  if (typeof product === "string") return find(deps, "products", product, "product").id;
  if (params["product_data"] === undefined) throw missingParam("product");
  const data = readGroup(params, "product_data");
  const now = timeOf(deps, null);
  const id = readText(data, "id") ?? newIdIn("products");
  deps.data.products[id] = {
    id,
    created: now,
    updated: now,
    name: demandText(data, "name"),
    active: true,
    description: null,
    default_price: null,
    unit_label: readText(data, "unit_label") ?? null,
    metadata: changedMetadata(data),
  };
  return id;
}

function readAmount(params: Params): number {
  const amount = readInteger(params, "unit_amount") ?? readDecimal(params);
  if (amount === undefined) throw missingParam("unit_amount");
  if (amount < 0)
    throw invalid("This value must be greater than or equal to 0.", {
      param: "unit_amount",
      code: "parameter_invalid_integer",
    });
  return amount;
}

function readDecimal(params: Params): number | undefined {
  const text = readText(params, "unit_amount_decimal");
  if (text === undefined || text === null) return undefined;
  if (!/^\d{1,12}(\.0+)?$/.test(text))
    throw invalid("This sandbox takes whole cents.", { param: "unit_amount_decimal" });
  return Number(text);
}

export function readRecurring(params: Params): Recurring {
  const interval = readChoice(params, "interval", INTERVALS);
  if (interval === undefined) throw missingParam("recurring[interval]");
  return { interval, interval_count: readInteger(params, "interval_count") ?? 1 };
}

/** Checks the key now. The returned function gives it to `price`, and takes it from another price when allowed. */
function takeLookupKey(deps: StripeDeps, params: Params, price: Price): () => void {
  const key = readText(params, "lookup_key");
  if (key === undefined) return () => undefined;
  const holder = Object.values(deps.data.prices).find(
    (other) => other !== price && key !== null && other.lookup_key === key,
  );
  if (holder !== undefined && readFlag(params, "transfer_lookup_key") !== true)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. If you want to transfer the lookup key, set \`transfer_lookup_key\` to true.`,
      { param: "lookup_key", code: "resource_already_exists" },
    );
  return () => {
    if (holder !== undefined) holder.lookup_key = null;
    price.lookup_key = key;
  };
}

export const PRICE_OPERATIONS: readonly Operation[] = [
  { method: "POST", path: "/v1/prices", answer: ({ deps, params }) => show(deps, "prices", makePrice(deps, params)) },
  {
    method: "GET",
    path: "/v1/prices",
    answer({ deps, params }) {
      const keys = readTexts(params, "lookup_keys");
      const active = readFlag(params, "active");
      const product = readText(params, "product");
      const currency = readText(params, "currency");
      const type = readChoice(params, "type", ["recurring", "one_time"]);
      const { interval } = readGroup(params, "recurring");
      return page(
        deps,
        "/v1/prices",
        "prices",
        params,
        (price) =>
          (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
          (active === undefined || price.active === active) &&
          (product === undefined || price.product === product) &&
          (currency === undefined || price.currency === currency) &&
          (type === undefined || (type === "recurring") === (price.recurring !== null)) &&
          (interval === undefined || price.recurring?.interval === interval),
      );
    },
  },
  { method: "GET", path: "/v1/prices/{id}", answer: ({ deps, id }) => show(deps, "prices", find(deps, "prices", id)) },
  {
    method: "POST",
    path: "/v1/prices/{id}",
    answer({ deps, id, params }) {
      const price = find(deps, "prices", id);
      const takesKey = takeLookupKey(deps, params, price);
      const changes = given<Price>({
        active: readFlag(params, "active"),
        nickname: readText(params, "nickname"),
        metadata: changedMetadata(params, price.metadata),
      });
      emitChange(deps, "price.updated", "prices", price, () => {
        takesKey();
        Object.assign(price, changes);
      });
      return show(deps, "prices", price);
    },
  },
];

export const PRODUCT_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/products",
    answer({ deps, params }) {
      const now = timeOf(deps, null);
      const id = readText(params, "id") ?? newIdIn("products");
      if (deps.data.products[id] !== undefined)
        throw invalid(`Product already exists: ${id}`, { param: "id", code: "resource_already_exists" });
      const product: Product = {
        id,
        created: now,
        updated: now,
        name: demandText(params, "name"),
        active: readFlag(params, "active") ?? true,
        description: readText(params, "description") ?? null,
        default_price: null,
        unit_label: readText(params, "unit_label") ?? null,
        metadata: changedMetadata(params),
      };
      deps.data.products[id] = product;
      emit(deps, "product.created", show(deps, "products", product), null);
      if (params["default_price_data"] !== undefined)
        product.default_price = makePrice(deps, { ...readGroup(params, "default_price_data"), product: id }).id;
      return show(deps, "products", product);
    },
  },
  {
    method: "GET",
    path: "/v1/products",
    answer({ deps, params }) {
      const active = readFlag(params, "active");
      const ids = readTexts(params, "ids");
      return page(
        deps,
        "/v1/products",
        "products",
        params,
        (product) =>
          (active === undefined || product.active === active) && (ids === undefined || ids.includes(product.id)),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/products/{id}",
    answer: ({ deps, id }) => show(deps, "products", find(deps, "products", id)),
  },
  {
    method: "POST",
    path: "/v1/products/{id}",
    answer({ deps, id, params }) {
      const product = find(deps, "products", id);
      const price = readText(params, "default_price");
      if (typeof price === "string") find(deps, "prices", price, "default_price");
      const changes = given<Product>({
        name: params["name"] === undefined ? undefined : demandText(params, "name"),
        active: readFlag(params, "active"),
        description: readText(params, "description"),
        default_price: price,
        unit_label: readText(params, "unit_label"),
        metadata: changedMetadata(params, product.metadata),
      });
      emitChange(deps, "product.updated", "products", product, () =>
        Object.assign(product, changes, { updated: timeOf(deps, null) }),
      );
      return show(deps, "products", product);
    },
  },
];
