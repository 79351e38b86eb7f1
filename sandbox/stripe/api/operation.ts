// One call of Stripe's API: its path, its parameters, and the function that answers it.
import type { Param, Params } from "./params.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "./wire.ts";
import { readFileSync } from "node:fs";
import { invalid } from "./faults.ts";

export interface Call {
  deps: StripeDeps;
  params: Params;
  /** The `{id}` of the path; empty when the path has none. */
  id: string;
  /** The request has the page's own key, so it may touch only what a client secret opens. */
  isBrowser: boolean;
}

export interface Operation {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Stripe.js may call it with the publishable key. */
  isForBrowsers?: boolean;
  /** Runs synchronously, so two requests never interleave within it. */
  answer(call: Call): Wire;
}

// The parameters that each call accepts. Any other parameter is refused by name, as at Stripe.
/** Nested parameter names; `true` means none, "*" means any. */
interface Known {
  readonly [name: string]: Known | true | "*";
}

const PAGE: Known = { ending_before: true, limit: true, starting_after: true };
const RANGE: Known = { gt: true, gte: true, lt: true, lte: true };
const ADDRESS: Known = { city: true, country: true, line1: true, line2: true, postal_code: true, state: true };

const KNOWN: Readonly<Record<string, Known>> = {
  ...(JSON.parse(readFileSync(new URL("../schemas/parameters.json", import.meta.url), "utf8")) as Record<
    string,
    Known
  >),
  // Supported here in addition to the document.
  "GET /v1/charges": { created: RANGE, customer: true, payment_intent: true, transfer_group: true, ...PAGE },
  "GET /v1/customers/search": { limit: true, page: true, query: true },
  "GET /v1/refunds": { charge: true, created: RANGE, payment_intent: true, ...PAGE },
  "GET /v1/test_helpers/test_clocks": PAGE,
  "DELETE /v1/invoices/{id}": {},
  "POST /v1/invoices/{id}/mark_uncollectible": {},
  "POST /v1/invoices/{id}/send": {},
  "POST /v1/payment_methods": {
    allow_redisplay: true,
    billing_details: { address: ADDRESS, email: true, name: true, phone: true, tax_id: true },
    card: { cvc: true, exp_month: true, exp_year: true, networks: { preferred: true }, number: true, token: true },
    customer: true,
    link: "*",
    metadata: "*",
    payment_method: true,
    radar_options: { session: true },
    type: true,
    us_bank_account: "*",
  },
  "POST /v1/setup_intents/{id}/cancel": { cancellation_reason: true },
  "POST /v1/tokens": {
    account: "*",
    bank_account: "*",
    card: "*",
    customer: true,
    cvc_update: "*",
    person: "*",
    pii: "*",
  },
  "POST /v1/webhook_endpoints/{id}": {
    description: true,
    disabled: true,
    enabled_events: true,
    metadata: "*",
    url: true,
  },
};

/** Every call takes `expand`; the page's own key comes with the secret of what it opens. */
export function refuseUnknownParams({ method, path }: Operation, params: Params, isBrowser: boolean): void {
  const known = KNOWN[`${method} ${path}`];
  if (known === undefined) throw new Error(`No parameters are known of ${method} ${path}`);
  const [first, ...others] = unknownIn(params, { ...known, expand: true, ...(isBrowser && { client_secret: true }) });
  if (first === undefined) return;
  const names = [first, ...others].join(", ");
  throw invalid(`Received unknown parameter${others.length > 0 ? "s" : ""}: ${names}`, {
    param: first,
    code: "parameter_unknown",
  });
}

function unknownIn(param: Param, known: Known | true | "*", at = ""): string[] {
  if (typeof param === "string" || known === "*") return [];
  // A list's entries all have the same names.
  if (Array.isArray(param)) return param.flatMap((entry, index) => unknownIn(entry, known, `${at}[${String(index)}]`));
  return Object.entries(param).flatMap(([name, value]) => {
    const path = at === "" ? name : `${at}[${name}]`;
    const inner = known === true || !Object.hasOwn(known, name) ? undefined : known[name];
    return inner === undefined ? [path] : unknownIn(value, inner, path);
  });
}
