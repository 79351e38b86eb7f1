import type { Database, Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";

export interface OrganizationDeps {
  readonly db: Database;
  readonly system: SystemScope;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  /** Called after the spend cap changes: notifies the members who pay of the part already used. Billing provides it. */
  readonly warnOfSpending: (tx: Tx, scope: Scope) => Promise<void>;
}
