// Products: what is sold. Their prices are separate objects.
import { emit, emitChange } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { timeOf } from "../customers/moments.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { changedMetadata, demandText, given, readFlag, readGroup, readText, readTexts } from "../api/params.ts";
import { makePrice } from "./prices.ts";
import type { Product } from "./billing-data.ts";

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
