// Owns what the rules on organizations are handed.
import type { Database, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";

export interface OrganizationDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  /** Once the spend cap is another: tells those who pay what of it is used already. Billing brings it. */
  readonly warnOfSpending: (tx: Tx, scope: Scope) => Promise<void>;
}
