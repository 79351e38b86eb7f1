// How the Plaid stand-in is set up.
export interface PlaidConfig {
  clientId: string;
  secret: string;
  /** From asking for a report to its being ready, in milliseconds; under 5,000. */
  reportDelayMs: number;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Where the stand-in keeps its state; null = nowhere. */
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}
