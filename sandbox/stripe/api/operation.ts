// One call of Stripe's API: its path, its parameters, and the function that answers it.
import type { Params } from "./params.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "./wire.ts";

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
