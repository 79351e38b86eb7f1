/** What happens to a subscription when every retry of its invoice has failed. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

export interface StripeConfig {
  publishableKey: string;
  secretKey: string;
  /** The secret that signs webhooks to `webhookUrl`. */
  webhookSecret: string;
  /** The endpoint that gets every event, as if set up in the dashboard. null means none. */
  webhookUrl: string | null;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Days after the first failure on which a renewal is retried. */
  retryDays: readonly number[];
  afterRetries: AfterRetries;
  /** Where the sandbox stores Stripe's state. With null it is not stored. */
  folder: string | null;
  /** The sandbox's own address, known once it listens. */
  baseUrl: () => string;
  now: () => Date;
  say: (line: string) => void;
}
