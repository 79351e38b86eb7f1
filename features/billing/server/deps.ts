// Owns what the rules on billing are handed.
import type { Database, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import type { StripeClient } from "#providers/stripe-client.ts";

export interface BillingDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
  readonly stripe: StripeClient;
  /** Whether the organization pays for a plan; subscriptions bring it. */
  readonly hasSubscription: (tx: Tx, scope: Scope) => Promise<boolean>;
  /** Tells the operator that our figures and the card provider's do not agree. */
  readonly onDrift: (found: { organizationId: string; ours: number; theirs: number }) => void;
  /** Tells the operator what did not work for one organization while the rest went on. */
  readonly onTrouble: (what: string, found: { organizationId: string; statementId?: string; err?: unknown }) => void;
  readonly publicUrl: string;
  readonly productName: string;
}
