// How the Stripe stand-in is set up.

/** What becomes of a subscription when every retry of its invoice has failed. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

export interface StripeConfig {
  publishableKey: string;
  secretKey: string;
  /** Signs what is sent to `webhookUrl`. */
  webhookSecret: string;
  /** The endpoint that is always told, as if set up in the dashboard; null = none. */
  webhookUrl: string | null;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Days after the first failure on which a renewal is tried again. */
  retryDays: readonly number[];
  afterRetries: AfterRetries;
  /** Where the stand-in keeps its state; null = nowhere. */
  folder: string | null;
  /** The stand-in's own address, known once it listens. */
  baseUrl: () => string;
  now: () => Date;
  say: (line: string) => void;
}
