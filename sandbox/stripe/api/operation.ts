// One call of Stripe's API: its path, what may be asked, and the function that answers it.
import type { Params } from "./form-body.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "./wire.ts";

export interface Call {
  deps: StripeDeps;
  params: Params;
  /** The `{id}` of the path; empty where it has none. */
  id: string;
  /** The page's own key was sent: only what a client secret opens may be touched. */
  isBrowser: boolean;
}

export interface Operation {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Stripe.js may call it with the publishable key. */
  isForBrowsers?: boolean;
  /** Works at once: two requests never interleave within it. */
  answer(call: Call): Wire;
}
