import type { Memory } from "../shared/state-file.ts";
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
  /** The current request. Events that it causes contain its id. */
  request: { id: string | null; idempotency_key: string | null };
  /** The time at which an overdue action counts as done, in Unix seconds; null means now. */
  catchingUpAt: number | null;
  /** True after closing, when nothing may be done or written any more. */
  isClosed: boolean;
}
