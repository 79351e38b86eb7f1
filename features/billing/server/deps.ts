import type { Database, Tx } from "#platform/server/database/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import type { StripeClient } from "#providers/stripe/client.ts";

export interface BillingDeps {
  readonly db: Database;
  readonly system: SystemScope;
  readonly jobs: Jobs;
  readonly stripe: StripeClient;
  /** Whether the organization pays for a plan. The subscriptions part provides it. */
  readonly hasSubscription: (tx: Tx, scope: Scope) => Promise<boolean>;
  /** Alerts the operator that our figures and the card provider's differ. */
  readonly onDrift: (found: { organizationId: string; ours: number; theirs: number }) => void;
  /** Alerts the operator that a step failed for one organization while the others continued. */
  readonly onTrouble: (what: string, found: { organizationId: string; statementId?: string; err?: unknown }) => void;
  readonly publicUrl: string;
  readonly productName: string;
}
