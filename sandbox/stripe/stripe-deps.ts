// What the operations of the Stripe stand-in work with.
import type { Memory } from "../house/state-file.ts";
import type { Steering } from "./steering.ts";
import type { StripeConfig } from "./stripe-config.ts";
import type { StripeData } from "./stripe-data.ts";
import type { Webhooks } from "./events/webhooks.ts";

export interface StripeDeps {
  config: StripeConfig;
  memory: Memory<StripeData>;
  data: StripeData;
  steering: Steering;
  webhooks: Webhooks;
  /** The request that is being answered: its id stands in the events that it causes. */
  request: { id: string | null; idempotency_key: string | null };
  /** The moment that is being made up for, in Unix seconds, while what fell due is done; null = now. */
  catchingUpAt: number | null;
  /** Nothing may be done or written any more. */
  isClosed: boolean;
}
