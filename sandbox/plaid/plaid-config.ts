export interface PlaidConfig {
  clientId: string;
  secret: string;
  /** Time from the request for a report until it is ready, in milliseconds; under 5,000. */
  reportDelayMs: number;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Where the sandbox stores Plaid's state. With null it is not stored. */
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}
